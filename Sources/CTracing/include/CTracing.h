// Kernel tracing through libtracefs, which is loaded when tracing starts: a program that does not trace needs neither
// the library nor its headers. Linux; elsewhere every call fails with TRACING_NOT_LINUX.
#ifndef CTRACING_H
#define CTRACING_H

#include <stdbool.h>
#include <stdint.h>

// The kernel's events that are traced.
enum tracing_kind {
  TRACING_TIMER_START = 1,   // timer:hrtimer_start
  TRACING_TIMER_EXPIRE = 2,  // timer:hrtimer_expire_entry, timers of sleeping threads and timerfd only
  TRACING_WAKING = 4,        // sched:sched_waking, sched:sched_wakeup_new
  TRACING_SWITCH = 8,        // sched:sched_switch
  TRACING_RESUME = 16,       // rseq:rseq_update, where the kernel has it: back to its own code after a switch
};

// What a kernel timer does when it expires.
enum tracing_function {
  TRACING_FUNCTION_OTHER,
  TRACING_FUNCTION_TIMERFD,  // makes a timerfd readable
  TRACING_FUNCTION_WAKEUP,   // wakes the thread that started it
};

struct tracing_event {
  int64_t time;      // CLOCK_MONOTONIC in nanoseconds
  int64_t clock;     // TIMER_START: the earliest expiry asked for; TIMER_EXPIRE: the reading by which it had come;
                     // both on the timer's own clock
  uint64_t timer;    // TIMER_*: the kernel's timer
  int32_t cpu;       // where it happened
  int32_t thread;    // the thread that ran there; SWITCH: the one that stops running
  int32_t subject;   // WAKING: the thread woken; SWITCH: the one that runs from now on
  int32_t state;     // SWITCH: the state of `thread`, 0 when it could go on running
  uint8_t kind;      // enum tracing_kind
  uint8_t function;  // TIMER_*: enum tracing_function
  char name[16];     // WAKING and SWITCH: the name of `subject`; not ended by 0 when it has 16 bytes
};

enum tracing_problem {
  TRACING_FINE,
  TRACING_NOT_LINUX,
  TRACING_NO_LIBRARY,    // libtracefs.so.1 is missing or too old
  TRACING_NOT_MOUNTED,   // no tracefs, and it could not be mounted
  TRACING_NO_SYMBOLS,    // /proc/kallsyms does not tell the addresses of the timers' functions
  TRACING_NO_INSTANCE,   // the instance could not be created
  TRACING_NOT_SET,       // a setting of the instance was refused
};

// Loads the library and finds tracefs, which is mounted where it is not. Returns an enum tracing_problem; `mounted`
// tells whether this call mounted it. To be called first, once.
int tracing_prepare(bool *mounted);

// An instance that traces; owned by one thread at a time.
struct tracing;

// Creates an instance of the kernel's tracing with the clock CLOCK_MONOTONIC, and turns it on.
// - kinds: what to trace, a union of enum tracing_kind.
// - own: only what happens in or to the threads of this process, those it starts later included.
// - kilobytes: the buffer of each processor.
// Returns 0, or an enum tracing_problem; `error` then is the errno.
int tracing_open(const char *name, int kinds, bool own, int64_t kilobytes, struct tracing **result, int *error);

// Takes the events out of the buffers, ordered by time. Returns 0, or an errno.
int tracing_read(struct tracing *tracing, void (*each)(void *context, const struct tracing_event *event),
                 void *context);

// Ends tracing; what is in the buffers can still be read.
void tracing_stop(struct tracing *tracing);

// Events that found a full buffer or were overwritten before they were read.
int64_t tracing_lost(struct tracing *tracing);

// Removes the instance and frees its memory.
void tracing_close(struct tracing *tracing);

#endif

// The C calls that Swift cannot import, one header an operating system; both give the same names.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "CClock.h"
#include "clocks.h"
#include "command.h"
#include "darwin.h"
#include "hypervisor.h"
#include "kernel_timers.h"
#include "linux.h"
#include "realtime.h"

#include <stdint.h>
#include <sys/types.h>

// The calling thread's `pthread_t` as a number: on Darwin it is a pointer, on Linux it is none.
uintptr_t platform_current_thread(void);

// Makes the system call that `thread` sleeps in return EINTR; installs a handler for SIGURG that does nothing.
int platform_interrupt(uintptr_t thread);

// Lets `platform_interrupt` reach the calling thread: one that a thread of Dispatch started has all signals blocked.
void platform_accept_interrupts(void);

// What the process has used up so far.
struct platform_usage {
  int64_t cpu_ns;
  int64_t voluntary_switches;
  int64_t involuntary_switches;
  int64_t peak_memory; // bytes
};
struct platform_usage platform_resource_usage(void);

// The kernel's number of the calling thread; only a thread's first call costs a system call.
int32_t platform_thread_id(void);

// Starts a detached thread with a stack of so many bytes, 0 for the default. 0, or an errno where there is none to have.
int platform_start_thread(size_t stack, void *(*body)(void *), void *context);

// Names the calling thread; of a longer name the first 15 bytes on Linux.
void platform_name_thread(const char *name);

// From here on memory that runs out ends the program with a message and status 1, not with a trap. To be called once, on
// the main thread.
void platform_tell_exhaustion(void);

// Begins the peak of the memory anew; 0, or an errno where the system cannot.
int platform_reset_peak_memory(void);

// Blocks SIGINT, SIGTERM, SIGHUP and SIGCONT in the calling thread and those it starts later, and ignores SIGPIPE and
// SIGXFSZ, which then are errors of the write.
// A SIGHUP that is ignored on entry (nohup) stays ignored.
void platform_block_ending_signals(void);

// Opens /dev/null in place of each of the descriptors 0, 1 and 2 that is closed, read-only, so that no file gets
// its number and a write to it still fails.
void platform_occupy_standard_descriptors(void);

// The arguments of the program as the system handed them over, which needs no /proc; 0 where it does not.
int platform_argument_count(void);
const char *platform_argument(int index);

// Waits for one of the signals blocked above; returns its number. `stop` is 1 when the calling thread was stopped while
// it waited, 0 when it was not, -1 where the system does not tell.
int platform_wait_ending_signal(int *stop);

// The path of the program's executable for as long as the process lives, or NULL where it cannot be told. Needs no /proc.
const char *platform_executable(void);

// Notes a child that leads a process group and is to end with this process; a few at a time.
void platform_note_group(pid_t group);
void platform_forget_group(pid_t group);

// Kills every process of the groups that are noted: for a program that ends at once. From any thread.
void platform_kill_groups(void);

// Whether so many more threads can be had at once: starts and ends them. 0, or the errno of the one that failed.
int platform_try_threads(int count);

// Raises the limit of open files, as far as the system lets it, where it is below so many more than any program needs.
void platform_reserve_files(int32_t count);
// Whether so many more files can be open at once. 0, or the errno of the one that failed.
int platform_try_descriptors(int count);

#endif

#ifndef CCLOCK_LOOP_TIMER_H
#define CCLOCK_LOOP_TIMER_H
#ifdef __linux__

#include <stdint.h>

// A CFRunLoopTimer, which the Foundation library of Linux exports without a header. All of this is safe from any thread.

// The main thread's loop; not retained.
void *loop_main(void);

// A timer for `deadline` and, unless `interval` is 0, every `interval` after it, in nanoseconds of the monotonic clock.
// `call` gets `info`, which the timer keeps by `retain` and `release`.
void *loop_timer_new(int64_t deadline, int64_t interval, int64_t tolerance, void (*call)(void *timer, void *info),
                     void *info, const void *(*retain)(const void *info), void (*release)(const void *info));

// Adds it to a loop in a mode, a CFString, or in the common modes for NULL, and wakes the loop.
void loop_timer_add(void *timer, void *loop, const void *mode);

// Ends it, lets go of `info`, and frees it.
void loop_timer_end(void *timer);

#endif
#endif

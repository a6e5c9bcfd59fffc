#ifndef CPLATFORM_CLOCKS_H
#define CPLATFORM_CLOCKS_H

#include <stdint.h>

// A wait that ends at once when somebody sets the wall clock or the system comes out of sleep, where the kernel tells
// (Linux: a timerfd that is cancelled then).
typedef struct platform_clock_watch platform_clock_watch;

// NULL where there is no memory. Without descriptors, and on Darwin, waits end by their deadline only.
platform_clock_watch *platform_clock_watch_new(void);
void platform_clock_watch_free(platform_clock_watch *watch);

// Waits until the monotonic clock reaches `deadline`, the clocks are changed, or the watch is woken; 0 once woken.
int platform_clock_watch_wait(platform_clock_watch *watch, int64_t deadline);

// Ends the wait, now and later; from any thread.
void platform_clock_watch_wake(platform_clock_watch *watch);

// Sets the wall clock ahead, or back, by so many nanoseconds; 0 or an errno.
int platform_shift_wall_clock(int64_t nanoseconds);

#endif

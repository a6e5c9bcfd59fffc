#ifndef CPLATFORM_KERNEL_TIMERS_H
#define CPLATFORM_KERNEL_TIMERS_H

#include <stdint.h>

// Periodic timers of the kernel that one thread waits for: timerfd_create(2) with epoll(7) on Linux, EVFILT_TIMER of
// kqueue(2) on Darwin. Functions that return int return 0 or an errno unless they say otherwise.
typedef struct platform_kernel_timers platform_kernel_timers;

// Room for `count` timers. Raises the process's soft limit of open descriptors where that many need it.
int platform_kernel_timers_new(int32_t count, platform_kernel_timers **timers);

// Arms timer `index` for `first`, in nanoseconds of the monotonic clock, and every `interval` after that.
int platform_kernel_timers_arm(platform_kernel_timers *timers, int32_t index, int64_t first, int64_t interval);

// Waits for the next expired timer: 1 with its index and how many of its deadlines passed since it was last given,
// 0 once woken, or a negated errno.
int platform_kernel_timers_next(platform_kernel_timers *timers, int32_t *index, int64_t *expirations);

// Ends the wait, now and later; from any thread.
void platform_kernel_timers_wake(platform_kernel_timers *timers);

// Disarms and frees everything; after the waiting thread is done.
void platform_kernel_timers_free(platform_kernel_timers *timers);

#endif

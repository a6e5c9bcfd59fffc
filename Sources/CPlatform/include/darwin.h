#ifndef CPLATFORM_DARWIN_H
#define CPLATFORM_DARWIN_H
#ifdef __APPLE__

#include <CoreFoundation/CFRunLoop.h>
#include <errno.h>
#include <mach/mach_time.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

// CLOCK_UPTIME_RAW in nanoseconds, the clock behind DispatchTime: the clock of every deadline and callback.
static inline int64_t platform_monotonic_ns(void) {
  return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
}

// CLOCK_REALTIME in nanoseconds since 1970.
static inline int64_t platform_wall_ns(void) {
  return (int64_t)clock_gettime_nsec_np(CLOCK_REALTIME);
}

// CLOCK_MONOTONIC_RAW in nanoseconds: the clock above, but it also counts while the system sleeps.
static inline int64_t platform_boot_ns(void) {
  return (int64_t)clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
}

// Sleeps until the monotonic clock reaches `deadline`; returns 0, or EINTR when a signal came first.
static inline int platform_sleep_until(int64_t deadline) {
  mach_timebase_info_data_t base;
  mach_timebase_info(&base);
  uint64_t ticks = (uint64_t)((__uint128_t)deadline * base.denom / base.numer);
  return mach_wait_until(ticks) == KERN_SUCCESS ? 0 : EINTR;
}

// Makes the system call that `thread` sleeps in return EINTR; installs a handler for SIGURG that does nothing.
int platform_interrupt(pthread_t thread);

// Darwin has no per-thread timer slack.
static inline int platform_tighten_timer_slack(void) { return ENOTSUP; }

#endif
#endif

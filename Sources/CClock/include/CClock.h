// The C calls of the library Timers: clocks, and what Foundation of Linux hides of run loops. Nothing here runs when a
// program is loaded, and nothing else of this package comes with it.
#ifndef CCLOCK_H
#define CCLOCK_H

#include "loop_timer.h"
#include "ticks.h"
#include "waiting.h"

#include <errno.h>
#include <stdint.h>
#include <time.h>

#ifdef __APPLE__
#include <mach/mach_time.h>

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
int platform_sleep_until(int64_t deadline);

#else
// CLOCK_MONOTONIC in nanoseconds: the clock of every deadline and callback.
static inline int64_t platform_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// CLOCK_REALTIME in nanoseconds since 1970.
static inline int64_t platform_wall_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// CLOCK_BOOTTIME in nanoseconds: the monotonic clock, but it also counts while the system sleeps.
static inline int64_t platform_boot_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Sleeps until the monotonic clock reaches `deadline`; returns 0, or EINTR when a signal came first.
static inline int platform_sleep_until(int64_t deadline) {
  struct timespec until = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
  return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0);
}

// Exported by the Foundation library of Linux, whose Swift interface hides them.
extern void *CFRunLoopGetCurrent(void);
extern void CFRunLoopWakeUp(void *loop);
extern void CFRunLoopStop(void *loop);
extern int32_t CFRunLoopRunInMode(const void *mode, double seconds, unsigned char return_after_source);
extern void CFRunLoopAddCommonMode(void *loop, const void *mode);
#endif

// Lets the kernel wake the calling thread late on purpose by `nanoseconds` at most, at least 1 (Linux by default: 50,000).
// Returns 0 or an errno; ENOTSUP where threads have no such setting.
int platform_set_timer_slack(int64_t nanoseconds);

#endif

#ifndef CPLATFORM_LINUX_H
#define CPLATFORM_LINUX_H
#ifdef __linux__

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

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

// Lets the kernel be at most 1 ns late on purpose for the calling thread (default: 50,000 ns).
static inline int platform_tighten_timer_slack(void) {
  return prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}

// CPU time of the calling thread in nanoseconds.
static inline int64_t platform_thread_cpu_ns(void) {
  struct timespec spent;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return (int64_t)spent.tv_sec * 1000000000 + spent.tv_nsec;
}

// The stated resolution of the monotonic clock in nanoseconds, or 0.
static inline int64_t platform_clock_resolution_ns(void) {
  struct timespec resolution;
  if (clock_getres(CLOCK_MONOTONIC, &resolution) != 0) return 0;
  return (int64_t)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
}

// The same for the clock that advances with the scheduler's tick: the tick's length.
static inline int64_t platform_coarse_clock_resolution_ns(void) {
  struct timespec resolution;
  if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution) != 0) return 0;
  return (int64_t)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
}

// Has large blocks of memory go back to the system as soon as they are freed, where the C library can be told to.
static inline void platform_return_large_blocks(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

// Exported by the Foundation library of Linux, whose Swift interface hides them.
extern void *CFRunLoopGetCurrent(void);
extern void CFRunLoopWakeUp(void *loop);
extern void CFRunLoopStop(void *loop);
extern int32_t CFRunLoopRunInMode(const void *mode, double seconds, unsigned char return_after_source);
extern void CFRunLoopAddCommonMode(void *loop, const void *mode);

#endif
#endif

#ifndef CPLATFORM_LINUX_H
#define CPLATFORM_LINUX_H
#ifdef __linux__

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

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

// The build ID of a shared library that is loaded, as hexadecimal digits in `text`, empty when it has none; 0 when no library
// of this file name is loaded.
int platform_library_build_id(const char *name, char *text, size_t room);

#endif
#endif

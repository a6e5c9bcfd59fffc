#ifndef CPLATFORM_DARWIN_H
#define CPLATFORM_DARWIN_H
#ifdef __APPLE__

#include <errno.h>
#include <mach/mach_time.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/sysctl.h>
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
  if (clock_getres(CLOCK_UPTIME_RAW, &resolution) != 0) return 0;
  return (int64_t)resolution.tv_sec * 1000000000 + resolution.tv_nsec;
}

// A text of sysctl(3) with its NUL; returns 0 or errno.
static inline int platform_sysctl_text(const char *name, char *text, size_t capacity) {
  size_t size = capacity - 1;
  if (sysctlbyname(name, text, &size, NULL, 0) != 0) return errno;
  text[size] = 0;
  return 0;
}

// An integer of sysctl(3), which has 32 or 64 bits; returns 0 or errno.
static inline int platform_sysctl_integer(const char *name, int64_t *value) {
  union { int32_t narrow; int64_t wide; } result = {0};
  size_t size = sizeof result;
  if (sysctlbyname(name, &result, &size, NULL, 0) != 0) return errno;
  if (size != sizeof result.narrow && size != sizeof result.wide) return EINVAL;
  *value = size == sizeof result.narrow ? result.narrow : result.wide;
  return 0;
}

// Swap in bytes; `known` is 0 when it cannot be read.
typedef struct { int32_t known; uint64_t used, total; } platform_swap_use;

static inline platform_swap_use platform_swap(void) {
  struct xsw_usage use;
  size_t size = sizeof use;
  if (sysctlbyname("vm.swapusage", &use, &size, NULL, 0) != 0) return (platform_swap_use){0};
  return (platform_swap_use){.known = 1, .used = use.xsu_used, .total = use.xsu_total};
}

// The load averages; `known` is 0 when they cannot be read.
typedef struct { int32_t known; double one, five, fifteen; } platform_loads;

static inline platform_loads platform_load_average(void) {
  double loads[3];
  if (getloadavg(loads, 3) != 3) return (platform_loads){0};
  return (platform_loads){.known = 1, .one = loads[0], .five = loads[1], .fifteen = loads[2]};
}


// The system's allocator does so by itself.
static inline void platform_return_large_blocks(void) {}

#endif
#endif

#ifndef CPLATFORM_TICKS_H
#define CPLATFORM_TICKS_H

#include <stdint.h>

// How many nanoseconds a number of ticks of a counter is, as `numerator / denominator`: 125/3 on Apple silicon, 1/1 on
// Intel's Macs and on Linux.
typedef struct {
  uint32_t numerator, denominator;
} platform_tick;

// The tick of the counter behind the monotonic clock.
platform_tick platform_clock_tick(void);

// The first tick that is not before a time in nanoseconds, which is 0 or later: rounded down, a timer would be early.
static inline uint64_t platform_ticks(int64_t nanoseconds, platform_tick tick) {
  __uint128_t scaled = (__uint128_t)(uint64_t)nanoseconds * tick.denominator;
  return (uint64_t)((scaled + tick.numerator - 1) / tick.numerator);
}

// The first nanosecond that is not before that tick. What a system rounds down to ticks, such as
// `DispatchTime(uptimeNanoseconds:)`, gets this instead of `nanoseconds`.
static inline int64_t platform_on_tick(int64_t nanoseconds, platform_tick tick) {
  __uint128_t scaled = (__uint128_t)platform_ticks(nanoseconds, tick) * tick.numerator;
  __uint128_t time = (scaled + tick.denominator - 1) / tick.denominator;
  return time > INT64_MAX ? INT64_MAX : (int64_t)time;
}

#endif

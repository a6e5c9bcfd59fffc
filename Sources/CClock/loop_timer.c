#include "CClock.h"

#ifdef __linux__
typedef void *CFRunLoopRef, *CFRunLoopTimerRef;
typedef const void *CFStringRef;
typedef struct {
  long version;
  void *info;
  const void *(*retain)(const void *info);
  void (*release)(const void *info);
  CFStringRef (*copyDescription)(const void *info);
} CFRunLoopTimerContext;
extern const CFStringRef kCFRunLoopCommonModes;
extern CFRunLoopRef CFRunLoopGetMain(void);
extern CFRunLoopTimerRef CFRunLoopTimerCreate(const void *allocator, double date, double interval, unsigned long flags,
                                              long order, void (*call)(CFRunLoopTimerRef, void *),
                                              CFRunLoopTimerContext *context);
extern void CFRunLoopAddTimer(CFRunLoopRef loop, CFRunLoopTimerRef timer, CFStringRef mode);
extern void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);
extern void CFRunLoopTimerSetTolerance(CFRunLoopTimerRef timer, double seconds);
extern double CFAbsoluteTimeGetCurrent(void);
extern void CFRelease(const void *object);

void *loop_main(void) { return CFRunLoopGetMain(); }

void *loop_timer_new(int64_t deadline, int64_t interval, int64_t tolerance, void (*call)(void *, void *), void *info,
                     const void *(*retain)(const void *), void (*release)(const void *)) {
  CFRunLoopTimerContext context = {.info = info, .retain = retain, .release = release};
  double date = CFAbsoluteTimeGetCurrent() + (double)(deadline - platform_monotonic_ns()) / 1e9;
  void *timer = CFRunLoopTimerCreate(0, date, (double)interval / 1e9, 0, 0, call, &context);
  CFRunLoopTimerSetTolerance(timer, (double)tolerance / 1e9);
  return timer;
}

void loop_timer_add(void *timer, void *loop, const void *mode) {
  CFRunLoopAddTimer(loop, timer, mode ? mode : kCFRunLoopCommonModes);
  CFRunLoopWakeUp(loop);
}

void loop_timer_end(void *timer) {
  CFRunLoopTimerInvalidate(timer);
  CFRelease(timer);
}
#endif

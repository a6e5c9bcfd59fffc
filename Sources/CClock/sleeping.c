#include "CClock.h"

#ifdef __APPLE__
#include <pthread.h>
#include <sys/event.h>
#include <unistd.h>

platform_tick platform_clock_tick(void) {
  mach_timebase_info_data_t base;
  mach_timebase_info(&base);
  return (platform_tick){.numerator = base.numer, .denominator = base.denom};
}

static pthread_key_t queue_key;
static int has_key;

static void close_queue(void *value) { close((int)(intptr_t)value - 1); }

static void make_key(void) { has_key = pthread_key_create(&queue_key, close_queue) == 0; }

// The queue of the calling thread, which ends with it; negative where the system has none left.
static int own_queue(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  if (!has_key) return -1;
  int queue = (int)(intptr_t)pthread_getspecific(queue_key) - 1;
  if (queue >= 0) return queue;
  queue = kqueue();
  if (queue >= 0 && pthread_setspecific(queue_key, (void *)(intptr_t)(queue + 1)) != 0) {
    close(queue);
    return -1;
  }
  return queue;
}

// Not mach_wait_until(): the kernel lets that end late by an eighth of the wait, up to 1 ms, for the sake of others
// (timer coalescing). A critical timer is spared, as a timer slack of 1 ns does on Linux.
int platform_sleep_until(int64_t deadline) {
  uint64_t ticks = platform_ticks(deadline < 0 ? 0 : deadline, platform_clock_tick());
  int queue = own_queue();
  if (queue < 0) return mach_wait_until(ticks) == KERN_SUCCESS ? 0 : EINTR;
  struct kevent timer, event;
  EV_SET(&timer, 0, EVFILT_TIMER, EV_ADD | EV_ONESHOT, NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_CRITICAL, (intptr_t)ticks, NULL);
  if (kevent(queue, &timer, 1, &event, 1, NULL) < 0) return errno;
  return event.flags & EV_ERROR ? (int)event.data : 0;
}
#else
platform_tick platform_clock_tick(void) { return (platform_tick){.numerator = 1, .denominator = 1}; }
#endif

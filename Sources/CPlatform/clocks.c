#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>
#ifdef __linux__
#include <sys/timex.h>
#endif

struct platform_clock_watch {
  platform_semaphore *woken;
  int change; // told by the kernel of every change of the wall clock, or -1
  int wake;
};

#ifdef __linux__

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Armed for as late as the kernel's clock reaches, so that only a change of the clock ends it.
static void arm(int timer) {
  struct itimerspec setting = {.it_value = {.tv_sec = 9000000000}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &setting, NULL);
}

static void open_descriptors(platform_clock_watch *watch) {
  watch->change = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  watch->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (watch->change != -1) arm(watch->change);
}

static void close_descriptors(platform_clock_watch *watch) {
  if (watch->change != -1) close(watch->change);
  if (watch->wake != -1) close(watch->wake);
}

int platform_clock_watch_wait(platform_clock_watch *watch, int64_t deadline) {
  if (watch->change == -1 || watch->wake == -1) return !platform_semaphore_wait(watch->woken, deadline);
  struct pollfd descriptors[] = {{.fd = watch->wake, .events = POLLIN}, {.fd = watch->change, .events = POLLIN}};
  int64_t remaining = deadline - platform_monotonic_ns();
  if (remaining < 0) remaining = 0;
  struct timespec limit = {.tv_sec = remaining / 1000000000, .tv_nsec = remaining % 1000000000};
  ppoll(descriptors, 2, &limit, NULL);
  if (descriptors[0].revents) return 0;
  if (descriptors[1].revents) {
    uint64_t expirations;
    // ECANCELED says what is known already.
    if (read(watch->change, &expirations, sizeof expirations) == -1) errno = 0;
    arm(watch->change);
  }
  return 1;
}

void platform_clock_watch_wake(platform_clock_watch *watch) {
  uint64_t one = 1;
  if (watch->wake == -1 || write(watch->wake, &one, sizeof one) == -1) errno = 0;
  platform_semaphore_signal(watch->woken);
}

#else

static void open_descriptors(platform_clock_watch *watch) { watch->change = watch->wake = -1; }
static void close_descriptors(platform_clock_watch *watch) { (void)watch; }

int platform_clock_watch_wait(platform_clock_watch *watch, int64_t deadline) {
  return !platform_semaphore_wait(watch->woken, deadline);
}

void platform_clock_watch_wake(platform_clock_watch *watch) { platform_semaphore_signal(watch->woken); }

#endif

platform_clock_watch *platform_clock_watch_new(void) {
  platform_clock_watch *watch = calloc(1, sizeof *watch);
  if (watch == NULL) return NULL;
  watch->woken = platform_semaphore_new();
  if (watch->woken == NULL) {
    free(watch);
    return NULL;
  }
  open_descriptors(watch);
  return watch;
}

void platform_clock_watch_free(platform_clock_watch *watch) {
  close_descriptors(watch);
  platform_semaphore_free(watch->woken);
  free(watch);
}

int platform_shift_wall_clock(int64_t nanoseconds) {
#ifdef __linux__
  // In the kernel, so that no time passes between a reading and the setting.
  int64_t seconds = nanoseconds / 1000000000, rest = nanoseconds % 1000000000;
  if (rest < 0) {
    rest += 1000000000;
    seconds--;
  }
  struct timex change = {.modes = ADJ_SETOFFSET | ADJ_NANO, .time = {.tv_sec = seconds, .tv_usec = rest}};
  return adjtimex(&change) == -1 ? errno : 0;
#else
  int64_t time = (platform_wall_ns() + nanoseconds) / 1000;
  struct timeval now = {.tv_sec = time / 1000000, .tv_usec = time % 1000000};
  return settimeofday(&now, NULL) == 0 ? 0 : errno;
#endif
}

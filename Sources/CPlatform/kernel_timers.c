#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { batch_size = 64 };

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

struct platform_kernel_timers {
  int queue;
  int wakeup;
  int32_t count;
  int32_t ready, taken;
  struct epoll_event batch[batch_size];
  int descriptors[];
};

static int watch(platform_kernel_timers *timers, int descriptor, int32_t index) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = index};
  return epoll_ctl(timers->queue, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

int platform_kernel_timers_new(int32_t count, platform_kernel_timers **result) {
  platform_reserve_files(count);
  platform_kernel_timers *timers = calloc(1, sizeof *timers + (size_t)count * sizeof(int));
  if (!timers) return ENOMEM;
  timers->count = count;
  for (int32_t index = 0; index < count; index++) timers->descriptors[index] = -1;
  timers->wakeup = -1;
  timers->queue = epoll_create1(EPOLL_CLOEXEC);
  int error = timers->queue < 0 ? errno : 0;
  if (!error) {
    timers->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    error = timers->wakeup < 0 ? errno : watch(timers, timers->wakeup, -1);
  }
  if (error) {
    platform_kernel_timers_free(timers);
    return error;
  }
  *result = timers;
  return 0;
}

static struct timespec time_of(int64_t nanoseconds) {
  return (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

int platform_kernel_timers_arm(platform_kernel_timers *timers, int32_t index, int64_t first, int64_t interval) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (descriptor < 0) return errno;
  timers->descriptors[index] = descriptor;
  struct itimerspec setting = {.it_value = time_of(first), .it_interval = time_of(interval)};
  if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, 0) != 0) return errno;
  return watch(timers, descriptor, index);
}

int platform_kernel_timers_next(platform_kernel_timers *timers, int32_t *index, int64_t *expirations) {
  for (;;) {
    if (timers->taken == timers->ready) {
      int ready = epoll_wait(timers->queue, timers->batch, batch_size, -1);
      if (ready < 0 && errno != EINTR) return -errno;
      timers->ready = ready < 0 ? 0 : ready;
      timers->taken = 0;
      continue;
    }
    *index = timers->batch[timers->taken++].data.fd;
    if (*index < 0) return 0;
    uint64_t passed;
    if (read(timers->descriptors[*index], &passed, sizeof passed) == sizeof passed) {
      *expirations = (int64_t)passed;
      return 1;
    }
    if (errno != EAGAIN && errno != EINTR) return -errno;
  }
}

void platform_kernel_timers_wake(platform_kernel_timers *timers) { eventfd_write(timers->wakeup, 1); }

void platform_kernel_timers_free(platform_kernel_timers *timers) {
  for (int32_t index = 0; index < timers->count; index++) {
    if (timers->descriptors[index] >= 0) close(timers->descriptors[index]);
  }
  if (timers->wakeup >= 0) close(timers->wakeup);
  if (timers->queue >= 0) close(timers->queue);
  free(timers);
}

#else
#include <sys/event.h>

// An absolute timer of kqueue fires once, so each is armed anew for the next deadline that has not passed.
struct grid {
  int64_t first, interval, next;
};

struct platform_kernel_timers {
  int queue;
  int32_t ready, taken;
  platform_tick tick;
  struct kevent batch[batch_size];
  struct grid grids[];
};

int platform_kernel_timers_new(int32_t count, platform_kernel_timers **result) {
  platform_kernel_timers *timers = calloc(1, sizeof *timers + (size_t)count * sizeof(struct grid));
  if (!timers) return ENOMEM;
  timers->tick = platform_clock_tick();
  timers->queue = kqueue();
  struct kevent wakeup;
  EV_SET(&wakeup, 0, EVFILT_USER, EV_ADD, 0, 0, NULL);
  if (timers->queue < 0 || kevent(timers->queue, &wakeup, 1, NULL, 0, NULL) != 0) {
    int error = errno;
    platform_kernel_timers_free(timers);
    return error;
  }
  *result = timers;
  return 0;
}

static int arm_next(platform_kernel_timers *timers, int32_t index) {
  struct grid *grid = &timers->grids[index];
  int64_t deadline = grid->first + grid->next * grid->interval;
  intptr_t ticks = (intptr_t)platform_ticks(deadline, timers->tick);
  struct kevent change;
  EV_SET(&change, (uintptr_t)index, EVFILT_TIMER, EV_ADD | EV_ONESHOT, NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_CRITICAL,
         ticks, NULL);
  return kevent(timers->queue, &change, 1, NULL, 0, NULL) == 0 ? 0 : errno;
}

int platform_kernel_timers_arm(platform_kernel_timers *timers, int32_t index, int64_t first, int64_t interval) {
  timers->grids[index] = (struct grid){.first = first, .interval = interval};
  return arm_next(timers, index);
}

int platform_kernel_timers_next(platform_kernel_timers *timers, int32_t *index, int64_t *expirations) {
  for (;;) {
    if (timers->taken == timers->ready) {
      int ready = kevent(timers->queue, NULL, 0, timers->batch, batch_size, NULL);
      if (ready < 0 && errno != EINTR) return -errno;
      timers->ready = ready < 0 ? 0 : ready;
      timers->taken = 0;
      continue;
    }
    struct kevent event = timers->batch[timers->taken++];
    if (event.filter == EVFILT_USER) return 0;
    *index = (int32_t)event.ident;
    struct grid *grid = &timers->grids[*index];
    int64_t passed = (platform_monotonic_ns() - grid->first) / grid->interval + 1;
    // Should an event come early, it still stands for its own deadline.
    *expirations = passed > grid->next ? passed - grid->next : 1;
    grid->next += *expirations;
    int error = arm_next(timers, *index);
    return error ? -error : 1;
  }
}

void platform_kernel_timers_wake(platform_kernel_timers *timers) {
  struct kevent wakeup;
  EV_SET(&wakeup, 0, EVFILT_USER, 0, NOTE_TRIGGER, 0, NULL);
  kevent(timers->queue, &wakeup, 1, NULL, 0, NULL);
}

void platform_kernel_timers_free(platform_kernel_timers *timers) {
  if (timers->queue >= 0) close(timers->queue);
  free(timers);
}
#endif

#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CClock.h"

#include <pthread.h>
#include <stdlib.h>

struct platform_semaphore {
  pthread_mutex_t mutex;
  pthread_cond_t signalled;
  int64_t count;
};

platform_semaphore *platform_semaphore_new(void) {
  platform_semaphore *semaphore = calloc(1, sizeof *semaphore);
  if (semaphore == NULL) return NULL;
  pthread_mutex_init(&semaphore->mutex, NULL);
#ifdef __APPLE__
  pthread_cond_init(&semaphore->signalled, NULL);
#else
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&semaphore->signalled, &attributes);
  pthread_condattr_destroy(&attributes);
#endif
  return semaphore;
}

void platform_semaphore_free(platform_semaphore *semaphore) {
  pthread_cond_destroy(&semaphore->signalled);
  pthread_mutex_destroy(&semaphore->mutex);
  free(semaphore);
}

void platform_semaphore_signal(platform_semaphore *semaphore) {
  pthread_mutex_lock(&semaphore->mutex);
  semaphore->count++;
  pthread_cond_signal(&semaphore->signalled);
  pthread_mutex_unlock(&semaphore->mutex);
}

static struct timespec as_timespec(int64_t time) {
  return (struct timespec){.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
}

// Until the semaphore is signalled, the deadline is reached, or for no reason.
static void wait_once(platform_semaphore *semaphore, int64_t deadline) {
  if (deadline == INT64_MAX) {
    pthread_cond_wait(&semaphore->signalled, &semaphore->mutex);
    return;
  }
#ifdef __APPLE__
  // The absolute wait of Darwin goes by the wall clock, this one by the clock that stands still in sleep.
  struct timespec remaining = as_timespec(deadline - platform_monotonic_ns());
  if (remaining.tv_sec >= 0 && remaining.tv_nsec >= 0)
    pthread_cond_timedwait_relative_np(&semaphore->signalled, &semaphore->mutex, &remaining);
#else
  struct timespec until = as_timespec(deadline);
  pthread_cond_timedwait(&semaphore->signalled, &semaphore->mutex, &until);
#endif
}

int platform_semaphore_wait(platform_semaphore *semaphore, int64_t deadline) {
  pthread_mutex_lock(&semaphore->mutex);
  while (semaphore->count == 0 && (deadline == INT64_MAX || platform_monotonic_ns() < deadline))
    wait_once(semaphore, deadline);
  int taken = semaphore->count > 0;
  if (taken) semaphore->count--;
  pthread_mutex_unlock(&semaphore->mutex);
  return taken;
}

#include "CPlatform.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void *wait_for_end(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return 0;
}

int platform_try_threads(int count) {
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  if (!threads) return ENOMEM;
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&gate);
  int started = 0;
  int error = 0;
  while (started < count && error == 0) {
    error = pthread_create(&threads[started], 0, wait_for_end, &gate);
    if (error == 0) started++;
  }
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], 0);
  free(threads);
  return error;
}

int platform_try_descriptors(int count) {
  int *descriptors = calloc((size_t)count, sizeof *descriptors);
  if (!descriptors) return ENOMEM;
  int opened = 0;
  int error = 0;
  while (opened < count && error == 0) {
    descriptors[opened] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptors[opened] < 0)
      error = errno;
    else
      opened++;
  }
  while (opened > 0) close(descriptors[--opened]);
  free(descriptors);
  return error;
}

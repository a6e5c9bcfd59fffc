#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#ifdef __APPLE__
#include <pthread.h>
#else
#include <unistd.h>
#endif

int32_t platform_thread_id(void) {
  static _Thread_local int32_t known;
  if (known != 0) return known;
#ifdef __APPLE__
  uint64_t number = 0;
  pthread_threadid_np(NULL, &number);
  known = (int32_t)number;
#else
  known = gettid();
#endif
  return known;
}

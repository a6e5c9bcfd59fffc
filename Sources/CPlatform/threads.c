#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

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

int platform_start_thread(size_t stack, void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack > 0) pthread_attr_setstacksize(&attributes, stack);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return error;
}

void platform_name_thread(const char *name) {
#ifdef __APPLE__
  pthread_setname_np(name);
#else
  char shown[16];
  snprintf(shown, sizeof shown, "%s", name);
  pthread_setname_np(pthread_self(), shown);
#endif
}

#ifdef __linux__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct tracing_library library;
static bool isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// A function's address is stored as bytes: C does not convert data pointers to function pointers.
static bool find(void *handle, const char *name, void *member, size_t size) {
  void *address = dlsym(handle, name);
  if (address == NULL) return false;
  memcpy(member, &address, size);
  return true;
}

static void load(void) {
  // libtraceevent comes with it, and is searched after it.
  void *handle = dlopen("libtracefs.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define TRACING_FIND(result, name, arguments) \
  if (!find(handle, #name, &library.name, sizeof library.name)) return;
  TRACING_FUNCTIONS(TRACING_FIND)
#undef TRACING_FIND
  isLoaded = true;
}

const struct tracing_library *tracing_library(void) {
  pthread_once(&once, load);
  return isLoaded ? &library : NULL;
}
#else
typedef int tracing_no_library;
#endif

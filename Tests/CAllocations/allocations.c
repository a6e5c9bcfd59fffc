#include "CAllocations.h"

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

// A sanitizer brings allocation functions of its own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// These take the place of libc's for the whole test process, and count before they pass the call on.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread long count __attribute__((tls_model("initial-exec")));
static __thread long long latest __attribute__((tls_model("initial-exec")));

static void note(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  count++;
  latest = now.tv_sec * 1000000000LL + now.tv_nsec;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  note();
  return __libc_calloc(elements, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

long allocations_of_this_thread(void) { return count; }

long long latest_allocation_of_this_thread(void) { return latest; }

#else

long allocations_of_this_thread(void) { return -1; }

long long latest_allocation_of_this_thread(void) { return 0; }

#endif

// Memory that runs out is told in a sentence. Swift and Foundation end the program where an allocation fails, by one of
// the signals below and anywhere in their code, so this is the one place that sees all of them.
#define _GNU_SOURCE
#include "CPlatform.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const int faults[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction previous[fault_count];

// The bytes of address space in use, or 0 where the system does not tell.
static unsigned long used_address_space(void) {
  char text[64] = "";
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 ? strtoul(text, NULL, 10) * 4096 : 0;
}

// Whether an allocation may have failed: arrays grow to twice their size, so that half of a limit can be too little.
static bool is_exhausted(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      used_address_space() > limit.rlim_cur / 2)
    return true;
  size_t probe = (size_t)32 << 20;
  void *memory = mmap(NULL, probe, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return true;
  munmap(memory, probe);
  return false;
}

static void on_fault(int signal) {
  if (is_exhausted()) {
    static const char message[] = "\nbench: the system gives no more memory: raise the limit (ulimit -v), or work on less "
                                  "at once. Rows that were written are kept in FILE.partial.\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    platform_kill_groups();
    _exit(1);
  }
  // Another fault: it is for whom it was before.
  for (int i = 0; i < fault_count; i++)
    if (faults[i] == signal) sigaction(signal, &previous[i], NULL);
  raise(signal);
}

void platform_tell_exhaustion(void) {
  static char stack[64 << 10];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fault_count; i++) sigaction(faults[i], &action, &previous[i]);
}

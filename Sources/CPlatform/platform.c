#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CPlatform.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/auxv.h>
#else
#include <mach-o/dyld.h>
#endif

static int argument_count;
static char **argument_list;

#if defined(__GLIBC__) || defined(__APPLE__)
// These systems hand the arguments to constructors too.
__attribute__((constructor)) static void keep_arguments(int count, char **arguments) {
  argument_count = count;
  argument_list = arguments;
}
#endif

int platform_argument_count(void) { return argument_count; }

const char *platform_argument(int index) {
  return index >= 0 && index < argument_count ? argument_list[index] : "";
}

static void do_nothing(int signal) { (void)signal; }

uintptr_t platform_current_thread(void) { return (uintptr_t)pthread_self(); }

int platform_interrupt(uintptr_t thread) {
  // Without SA_RESTART: the interrupted call must return. SIGURG is ignored by default, so nobody misses it.
  struct sigaction action = {.sa_handler = do_nothing};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGURG, &action, 0) != 0) return errno;
  return pthread_kill((pthread_t)thread, SIGURG);
}

void platform_accept_interrupts(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
}

#ifdef __linux__
static char resolved_program[PATH_MAX];

// What the kernel was asked to execute, as the program itself finds it without /proc. Resolved before the working
// directory can change.
__attribute__((constructor)) static void keep_program(void) {
  const char *program = (const char *)getauxval(AT_EXECFN);
  if (!program || !realpath(program, resolved_program)) resolved_program[0] = 0;
}

const char *platform_executable(void) {
  // Finds the program also where its file was moved or replaced meanwhile.
  if (access("/proc/self/exe", X_OK) == 0) return "/proc/self/exe";
  return resolved_program[0] ? resolved_program : NULL;
}
#else
const char *platform_executable(void) {
  static char program[PATH_MAX];
  uint32_t size = sizeof program;
  return _NSGetExecutablePath(program, &size) == 0 ? program : NULL;
}
#endif

static _Atomic pid_t noted[16];

static void exchange_noted(pid_t old, pid_t new) {
  for (size_t i = 0; i < sizeof noted / sizeof *noted; i++) {
    pid_t expected = old;
    if (atomic_compare_exchange_strong(&noted[i], &expected, new)) return;
  }
}

void platform_note_group(pid_t group) { exchange_noted(0, group); }

void platform_forget_group(pid_t group) { exchange_noted(group, 0); }

void platform_kill_groups(void) {
  for (size_t i = 0; i < sizeof noted / sizeof *noted; i++) {
    pid_t group = atomic_load(&noted[i]);
    if (group > 1) kill(-group, SIGKILL);
  }
}

struct platform_usage platform_resource_usage(void) {
  struct rusage usage = {0};
  getrusage(RUSAGE_SELF, &usage);
  int64_t seconds = (int64_t)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
#ifdef __linux__
  int64_t peak_unit = 1024;
#else
  int64_t peak_unit = 1;
#endif
  int64_t microseconds = (int64_t)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  return (struct platform_usage){
      .cpu_ns = seconds * 1000000000 + microseconds * 1000,
      .voluntary_switches = usage.ru_nvcsw,
      .involuntary_switches = usage.ru_nivcsw,
      .peak_memory = usage.ru_maxrss * peak_unit,
  };
}

int platform_reset_peak_memory(void) {
#ifdef __linux__
  // proc_pid_clear_refs(5): 5 resets the peak resident set size.
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = write(file, "5", 1) == 1 ? 0 : errno;
  close(file);
  return error;
#else
  return ENOTSUP;
#endif
}

static sigset_t ending_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGCONT);
  struct sigaction hangup;
  if (sigaction(SIGHUP, 0, &hangup) != 0 || hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

void platform_block_ending_signals(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, 0);
}

// How often the calling thread gave up its processor by itself, or -1. To be stopped counts as that.
static long own_switches(void) {
#ifdef __linux__
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : -1;
#else
  return -1;
#endif
}

int platform_wait_ending_signal(int *stop) {
  sigset_t set = ending_signals();
  int number = 0;
  long before = own_switches();
  while (sigwait(&set, &number) != 0) {
  }
  // The wait is one switch, or none; the stop is another.
  *stop = before < 0 ? -1 : own_switches() - before > 1;
  return number;
}

void platform_occupy_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) open("/dev/null", O_RDONLY);
  }
}

void platform_reserve_files(int32_t count) {
  struct rlimit limit;
  rlim_t needed = (rlim_t)count + 256;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return;
  limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

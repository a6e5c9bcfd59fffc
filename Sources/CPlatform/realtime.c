#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void platform_close(int32_t descriptor) { close(descriptor); }

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>

int platform_pin_to_cpu(int32_t cpu) {
  if (cpu < 0) return EINVAL;
  size_t size = CPU_ALLOC_SIZE((size_t)cpu + 1);
  cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);
  if (!set) return ENOMEM;
  CPU_ZERO_S(size, set);
  CPU_SET_S((size_t)cpu, size, set);
  int result = sched_setaffinity(0, size, set) == 0 ? 0 : errno;
  CPU_FREE(set);
  return result;
}

int platform_schedule_time_constraint(int64_t computation, int64_t constraint) { return ENOTSUP; }

int platform_schedule_fifo(int32_t priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : errno;
}

// As many processors as any kernel is built for.
enum { processor_limit = 8192 };

int platform_usable_cpus(int32_t *cpus, int capacity) {
  // Unlike the list in /proc/self/status, this set holds no processors that are absent or offline.
  size_t size = CPU_ALLOC_SIZE(processor_limit);
  cpu_set_t *set = CPU_ALLOC(processor_limit);
  int count = 0;
  if (!set) return 0;
  CPU_ZERO_S(size, set);
  if (sched_getaffinity(0, size, set) == 0)
    for (int cpu = 0; cpu < processor_limit && count < capacity; cpu++)
      if (CPU_ISSET_S((size_t)cpu, size, set)) cpus[count++] = cpu;
  CPU_FREE(set);
  return count;
}

struct platform_thread_settings {
  int policy;
  struct sched_param parameters;
  int slack;
  size_t size;
  cpu_set_t *processors;
};

platform_thread_settings *platform_thread_settings_save(void) {
  platform_thread_settings *settings = calloc(1, sizeof *settings);
  if (!settings) return NULL;
  settings->size = CPU_ALLOC_SIZE(processor_limit);
  settings->processors = CPU_ALLOC(processor_limit);
  settings->policy = sched_getscheduler(0);
  settings->slack = prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
  if (!settings->processors || settings->policy < 0 || sched_getparam(0, &settings->parameters) != 0 ||
      sched_getaffinity(0, settings->size, settings->processors) != 0) {
    platform_thread_settings_free(settings);
    return NULL;
  }
  return settings;
}

int platform_thread_settings_restore(const platform_thread_settings *settings) {
  int error = 0;
  if (sched_setscheduler(0, settings->policy, &settings->parameters) != 0) error = errno;
  if (sched_setaffinity(0, settings->size, settings->processors) != 0 && !error) error = errno;
  // After the policy: a real-time thread has no slack to set.
  if (settings->slack >= 0 && prctl(PR_SET_TIMERSLACK, (unsigned long)settings->slack, 0UL, 0UL, 0UL) != 0 && !error)
    error = errno;
  return error;
}

void platform_thread_settings_free(platform_thread_settings *settings) {
  if (!settings) return;
  if (settings->processors) CPU_FREE(settings->processors);
  free(settings);
}

int platform_lock_memory(void) { return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno; }

int platform_unlock_memory(void) { return munlockall() == 0 ? 0 : errno; }

int platform_hold_cpu_latency(const char *path, int32_t microseconds, int32_t *descriptor) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  ssize_t written = write(file, &microseconds, sizeof microseconds);
  if (written != sizeof microseconds) {
    int error = written < 0 ? errno : EIO;
    close(file);
    return error;
  }
  *descriptor = file;
  return 0;
}
#else
#include "ticks.h"

#include <mach/mach.h>
#include <pthread.h>

int platform_usable_cpus(int32_t *cpus, int capacity) { return 0; }

int platform_pin_to_cpu(int32_t cpu) { return ENOTSUP; }

static int set_policy(thread_policy_flavor_t flavor, struct thread_time_constraint_policy policy,
                      mach_msg_type_number_t count) {
  thread_t thread = pthread_mach_thread_np(pthread_self());
  return thread_policy_set(thread, flavor, (thread_policy_t)&policy, count) == KERN_SUCCESS ? 0 : EPERM;
}

int platform_schedule_time_constraint(int64_t computation, int64_t constraint) {
  platform_tick tick = platform_clock_tick();
  struct thread_time_constraint_policy policy = {
      .period = 0,
      .computation = (uint32_t)platform_ticks(computation, tick),
      .constraint = (uint32_t)platform_ticks(constraint, tick),
      .preemptible = TRUE,
  };
  return set_policy(THREAD_TIME_CONSTRAINT_POLICY, policy, THREAD_TIME_CONSTRAINT_POLICY_COUNT);
}

// The time constraint that a thread had; the standard policy where it had none.
struct platform_thread_settings {
  boolean_t is_standard;
  struct thread_time_constraint_policy policy;
};

platform_thread_settings *platform_thread_settings_save(void) {
  platform_thread_settings *settings = calloc(1, sizeof *settings);
  if (!settings) return NULL;
  mach_msg_type_number_t count = THREAD_TIME_CONSTRAINT_POLICY_COUNT;
  if (thread_policy_get(pthread_mach_thread_np(pthread_self()), THREAD_TIME_CONSTRAINT_POLICY,
                        (thread_policy_t)&settings->policy, &count, &settings->is_standard) == KERN_SUCCESS)
    return settings;
  free(settings);
  return NULL;
}

int platform_thread_settings_restore(const platform_thread_settings *settings) {
  return settings->is_standard
             ? set_policy(THREAD_STANDARD_POLICY, settings->policy, THREAD_STANDARD_POLICY_COUNT)
             : set_policy(THREAD_TIME_CONSTRAINT_POLICY, settings->policy, THREAD_TIME_CONSTRAINT_POLICY_COUNT);
}

void platform_thread_settings_free(platform_thread_settings *settings) { free(settings); }

int platform_schedule_fifo(int32_t priority) { return ENOTSUP; }

int platform_lock_memory(void) { return ENOTSUP; }

int platform_unlock_memory(void) { return ENOTSUP; }

int platform_hold_cpu_latency(const char *path, int32_t microseconds, int32_t *descriptor) { return ENOTSUP; }
#endif

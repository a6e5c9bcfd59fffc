#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

void platform_close(int32_t descriptor) { close(descriptor); }

#ifdef __linux__
#include <sched.h>

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

int platform_schedule_fifo(int32_t priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_FIFO, &parameters) == 0 ? 0 : errno;
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
int platform_pin_to_cpu(int32_t cpu) { return ENOTSUP; }

int platform_schedule_fifo(int32_t priority) { return ENOTSUP; }

int platform_lock_memory(void) { return ENOTSUP; }

int platform_unlock_memory(void) { return ENOTSUP; }

int platform_hold_cpu_latency(const char *path, int32_t microseconds, int32_t *descriptor) { return ENOTSUP; }
#endif

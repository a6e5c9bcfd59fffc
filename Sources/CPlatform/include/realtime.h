#ifndef CPLATFORM_REALTIME_H
#define CPLATFORM_REALTIME_H

#include <stdint.h>

// Each returns 0 or an errno; ENOTSUP where the system has no such call.

// Lets the calling thread run on processor `cpu` only.
int platform_pin_to_cpu(int32_t cpu);

// Schedules the calling thread as SCHED_FIFO with `priority`, 1 … 99.
int platform_schedule_fifo(int32_t priority);

// Keeps all pages of the process, present and future, in memory.
int platform_lock_memory(void);

// Undoes platform_lock_memory.
int platform_unlock_memory(void);

// Opens the file of the kernel's wakeup-latency limit and asks for `microseconds`. The wish holds until the
// descriptor that is stored in `descriptor` is closed.
int platform_hold_cpu_latency(const char *path, int32_t microseconds, int32_t *descriptor);

// Closes a descriptor.
void platform_close(int32_t descriptor);

#endif

#ifndef CPLATFORM_REALTIME_H
#define CPLATFORM_REALTIME_H

#include <stdint.h>

// Each returns 0 or an errno; ENOTSUP where the system has no such call.

// The numbers of the processors that the calling thread may use and that are there, rising; how many, or 0 where the
// system does not tell. No more than `capacity` are stored.
int platform_usable_cpus(int32_t *cpus, int capacity);

// Lets the calling thread run on processor `cpu` only.
int platform_pin_to_cpu(int32_t cpu);

// Schedules the calling thread as SCHED_FIFO with `priority`, 1 … 99. Threads that it starts are ordinary ones.
int platform_schedule_fifo(int32_t priority);

// Schedules the calling thread before all others of ordinary kind, and spares its timers: Darwin's time constraint of
// `computation` nanoseconds of work within `constraint` after each wakeup. Threads that it starts are ordinary ones.
int platform_schedule_time_constraint(int64_t computation, int64_t constraint);

// What the calling thread has of the above: scheduling policy, processors, timer slack. NULL where it cannot be read.
typedef struct platform_thread_settings platform_thread_settings;
platform_thread_settings *platform_thread_settings_save(void);

// Gives the calling thread back what was saved of it.
int platform_thread_settings_restore(const platform_thread_settings *settings);
void platform_thread_settings_free(platform_thread_settings *settings);

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

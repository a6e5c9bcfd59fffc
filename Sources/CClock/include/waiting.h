#ifndef CPLATFORM_WAITING_H
#define CPLATFORM_WAITING_H

#include <stdint.h>

// A counting semaphore whose waits end by the monotonic clock. Those of Dispatch and of sem_timedwait(3) go by the wall
// clock on Linux: when that is set back, they last longer by as much.
typedef struct platform_semaphore platform_semaphore;

// NULL where there is no memory.
platform_semaphore *platform_semaphore_new(void);
void platform_semaphore_free(platform_semaphore *semaphore);

void platform_semaphore_signal(platform_semaphore *semaphore);

// Waits for a signal and takes it; 0 once the monotonic clock has reached `deadline`, in nanoseconds, without one.
// INT64_MAX waits for ever.
int platform_semaphore_wait(platform_semaphore *semaphore, int64_t deadline);

#endif

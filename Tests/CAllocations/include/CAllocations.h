#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

// How many blocks the calling thread has allocated so far, or -1 where allocations cannot be counted.
long allocations_of_this_thread(void);

// The monotonic time of its latest one, in nanoseconds; 0 where there was none, or they cannot be counted.
long long latest_allocation_of_this_thread(void);

#endif

#include "CClock.h"

#ifdef __linux__
#include <sys/prctl.h>

int platform_set_timer_slack(int64_t nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, (unsigned long)(nanoseconds < 1 ? 1 : nanoseconds), 0UL, 0UL, 0UL) == 0 ? 0 : errno;
}
#else
int platform_set_timer_slack(int64_t nanoseconds) {
  (void)nanoseconds;
  return ENOTSUP;
}
#endif

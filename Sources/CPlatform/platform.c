#include "CPlatform.h"

#include <signal.h>

static void do_nothing(int signal) { (void)signal; }

int platform_interrupt(pthread_t thread) {
  // Without SA_RESTART: the interrupted call must return. SIGURG is ignored by default, so nobody misses it.
  struct sigaction action = {.sa_handler = do_nothing};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGURG, &action, 0) != 0) return errno;
  return pthread_kill(thread, SIGURG);
}

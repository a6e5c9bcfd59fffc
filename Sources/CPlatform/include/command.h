#ifndef CPLATFORM_COMMAND_H
#define CPLATFORM_COMMAND_H

#include <sys/types.h>

// A command of the shell with all that it starts, in a process group of its own.
struct platform_command {
  pid_t watcher;
  int life, news, status;
};

// Runs `/bin/sh -c command`, standard input from /dev/null, standard output to standard error, signals at their
// defaults. Returns 0 once it has begun, or an errno. It ends with this process, however that ends: on Linux with every
// process that came of it, on other systems with those that have stayed in its group.
int platform_command_start(const char *command, struct platform_command *result);

// The exit status of a command that has ended (128 + signal number when a signal ended it), or -1 while it runs.
int platform_command_status(struct platform_command *command);

// Ends what is left of it: SIGTERM, and SIGKILL after a second. Returns when nothing is.
void platform_command_end(struct platform_command *command);

#endif

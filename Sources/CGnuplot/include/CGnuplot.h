#ifndef CGNUPLOT_H
#define CGNUPLOT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The package whose headers were missing when this was built, so that nothing below works; NULL when all were there.
const char *_Nullable gnuplot_missing_package(void);

/// A running gnuplot; made by `gnuplot_open`, ended and freed by `gnuplot_close`. One thread at a time.
typedef struct gnuplot_process gnuplot_process;

/// How a gnuplot ended.
typedef struct {
  /// Its exit status; -1 when a signal ended it.
  int status;
  /// The signal that ended it, 0 for none.
  int signal;
  /// 1 when it was killed because its time was up.
  int timed_out;
  /// The end of what it printed on standard error, cut to fit, always terminated.
  char message[2048];
} gnuplot_outcome;

/// Starts `command`, an executable's name or path, with gnuplot's default settings and no shell.
///
/// The process must be done `limit_ms` milliseconds from now, or it is killed with its children.
/// Returns 0 and sets `*process`, or an errno: ENOENT where there is no such executable.
int gnuplot_open(const char *_Nonnull command, int limit_ms, gnuplot_process *_Nullable *_Nonnull process);

/// Sends `length` bytes of commands. Raises no SIGPIPE.
///
/// Returns 0, or an errno: EPIPE where gnuplot has ended, ETIMEDOUT where it did not read until its time was up.
int gnuplot_send(gnuplot_process *_Nonnull process, const char *_Nonnull text, size_t length);

/// Ends the commands, waits for gnuplot until its time is up, frees `process`, and tells how it ended.
///
/// Returns 0, or an errno where the outcome cannot be known.
int gnuplot_close(gnuplot_process *_Nonnull process, gnuplot_outcome *_Nonnull outcome);

/// Kills every gnuplot that runs, with its group, and waits until all of it is gone, two seconds at most. No other can
/// begin afterwards, and who waits for one does not return: for a program that ends. From any thread.
void gnuplot_kill_running(void);

#ifdef __cplusplus
}
#endif

#endif

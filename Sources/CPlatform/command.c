// A command that does not outlive who started it: a watcher process runs it, and ends it and all that it has started
// when its life line breaks, which is when the starter lets go or dies of whatever cause.
//
// The watcher is this very program, found by the name it is called with before its own code begins: that takes no
// second executable, and unlike a plain fork it shares no memory with the starter, whose pages would be copied while it
// measures.
#define _GNU_SOURCE
#include "command.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CPlatform.h"

extern char **environ;

static const char watcher_name[] = "timer-bench load";
enum { life_end = 3, news_end = 4, has_begun = -2, most_descriptors = 4096 };

static volatile sig_atomic_t is_ending;

static void note_signal(int signal) {
  if (signal != SIGCHLD) is_ending = 1;
}

// Sends a signal to the group and to every child, also to those that were handed down by a parent that ended.
static void signal_children(pid_t group, int signal) {
  kill(-group, signal);
#ifdef __linux__
  DIR *processes = opendir("/proc");
  if (!processes) return;
  for (struct dirent *entry = readdir(processes); entry; entry = readdir(processes)) {
    pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
    if (process <= 1) continue;
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) continue;
    text[length] = 0;
    // The second field is the program's name in parentheses and may hold anything.
    char *end = strrchr(text, ')');
    if (end && strtol(end + 4, NULL, 10) == (long)getpid()) kill(process, signal);
  }
  closedir(processes);
#endif
}

// Waits for children that have ended, and tells how `leader` did; whether any child is left.
static bool reap(pid_t leader) {
  for (;;) {
    int status = 0;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return false;
    if (ended == 0) return true;
    if (ended != leader) continue;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (write(news_end, &code, sizeof code) < 0) is_ending = 1;
  }
}

static bool reap_for(pid_t leader, int64_t nanoseconds) {
  int64_t end = platform_monotonic_ns() + nanoseconds;
  while (reap(leader)) {
    if (platform_monotonic_ns() >= end) return false;
    platform_sleep_until(platform_monotonic_ns() + 2000000);
  }
  return true;
}

static void run_command(const char *command) {
  setpgid(0, 0);
  close(life_end);
  close(news_end);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

static int watch(const char *command) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
#endif
  fcntl(life_end, F_SETFD, FD_CLOEXEC);
  fcntl(news_end, F_SETFD, FD_CLOEXEC);
  // What the starter has open is not the command's: it would hold pipes and files beyond their end.
  for (int descriptor = most_descriptors - 1; descriptor > news_end; descriptor--) close(descriptor);
  signal(SIGPIPE, SIG_IGN);
  sigset_t blocked, open_mask;
  sigemptyset(&blocked);
  const int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&blocked, signals[i]);
  sigprocmask(SIG_BLOCK, &blocked, &open_mask);
  pid_t leader = fork();
  if (leader == 0) {
    signal(SIGPIPE, SIG_DFL);
    run_command(command);
  }
  int begun = leader < 0 ? errno : has_begun;
  if (write(news_end, &begun, sizeof begun) < 0 || leader < 0) return 1;
  setpgid(leader, leader);
  struct sigaction action = {.sa_handler = note_signal};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
  while (!is_ending) {
    reap(leader);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(life_end, &set);
    char byte;
    if (pselect(life_end + 1, &set, NULL, NULL, NULL, &open_mask) > 0 && read(life_end, &byte, 1) <= 0) break;
  }
  signal_children(leader, SIGTERM);
  if (reap_for(leader, 1000000000)) return 0;
  // Each kill may hand down more children.
  for (int attempt = 0; attempt < 500; attempt++) {
    signal_children(leader, SIGKILL);
    if (reap_for(leader, 10000000)) return 0;
  }
  return 1;
}

// Before the program's own begin, and before any of its threads.
__attribute__((constructor)) static void become_watcher(int count, char **arguments) {
#if defined(__GLIBC__) || defined(__APPLE__)
  if (count == 2 && strcmp(arguments[0], watcher_name) == 0) _exit(watch(arguments[1]));
#endif
}

// A pipe whose ends are above those that the watcher gets, and closed in every other child.
static int open_pipe(int ends[2]) {
  int made[2];
  if (pipe(made) != 0) return errno;
  int error = 0;
  for (int i = 0; i < 2; i++) {
    ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 10);
    if (ends[i] < 0) error = errno;
    close(made[i]);
  }
  for (int i = 0; i < 2 && error; i++)
    if (ends[i] >= 0) close(ends[i]);
  return error;
}

static int spawn(const char *command, int life, int news, pid_t *watcher) {
  const char *program = platform_executable();
  if (!program) return ENOENT;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, life, life_end);
  posix_spawn_file_actions_adddup2(&actions, news, news_end);
  char *const arguments[] = {(char *)watcher_name, (char *)command, 0};
  error = posix_spawn(watcher, program, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

// Waits for the next number that the watcher tells; -1 when it has nothing to tell any more.
static int next_news(int news) {
  int number = -1;
  ssize_t got;
  do got = read(news, &number, sizeof number);
  while (got < 0 && errno == EINTR);
  return got == sizeof number ? number : -1;
}

int platform_command_start(const char *command, struct platform_command *result) {
  int life[2], news[2];
  int error = open_pipe(life);
  if (error != 0) return error;
  error = open_pipe(news);
  if (error == 0) {
    error = spawn(command, life[0], news[1], &result->watcher);
    close(news[1]);
    if (error != 0) close(news[0]);
  }
  close(life[0]);
  if (error != 0) {
    close(life[1]);
    return error;
  }
  result->life = life[1];
  result->news = news[0];
  result->status = -1;
  int begun = next_news(result->news);
  if (begun == has_begun) {
    fcntl(result->news, F_SETFL, O_NONBLOCK);
    return 0;
  }
  platform_command_end(result);
  return begun > 0 ? begun : ECHILD;
}

int platform_command_status(struct platform_command *command) {
  if (command->status < 0) {
    int number = -1;
    ssize_t got = read(command->news, &number, sizeof number);
    if (got == sizeof number) command->status = number;
    // The watcher itself was killed.
    if (got == 0) command->status = 128 + SIGKILL;
  }
  return command->status;
}

void platform_command_end(struct platform_command *command) {
  close(command->life);
  while (waitpid(command->watcher, 0, 0) < 0 && errno == EINTR) {
  }
  close(command->news);
}

#if !__has_include(<gnuplot-iostream.h>)
#define GNUPLOT_MISSING_PACKAGE "libgnuplot-iostream-dev"
#elif !__has_include(<boost/iostreams/stream.hpp>)
#define GNUPLOT_MISSING_PACKAGE "libboost-iostreams-dev"
#elif !__has_include(<boost/filesystem.hpp>)
#define GNUPLOT_MISSING_PACKAGE "libboost-filesystem-dev"
#endif

#ifdef GNUPLOT_MISSING_PACKAGE
// A package that depends on Timers alone may have all of this built and linked too, so it must be possible without.
#warning "gnuplot-iostream.h or Boost is missing: charts are left out of this build. Run ./setup, or apt-get install libgnuplot-iostream-dev libboost-iostreams-dev libboost-filesystem-dev"

#include "CGnuplot.h"

#include <cerrno>

extern "C" const char *gnuplot_missing_package(void) { return GNUPLOT_MISSING_PACKAGE; }
extern "C" int gnuplot_open(const char *, int, gnuplot_process **) { return ENOSYS; }
extern "C" int gnuplot_send(gnuplot_process *, const char *, size_t) { return ENOSYS; }
extern "C" int gnuplot_close(gnuplot_process *, gnuplot_outcome *) { return ENOSYS; }
extern "C" void gnuplot_kill_running(void) {}
#else

// Names the library for the linker where the headers are, as Swift's compiler does in its own object files: a linker
// setting of the package would ask for them also where they are not.
#ifdef __APPLE__
__asm__(".linker_option \"-lboost_iostreams\"");
#else
extern "C" __attribute__((used, section(".swift1_autolink_entries"))) const char gnuplot_libraries[] =
    "-lboost_iostreams";
#endif

// The header calls assert without including it.
#include <cassert>
#include <gnuplot-iostream.h>

#include "CGnuplot.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <vector>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

extern char **environ;

namespace {

using Clock = std::chrono::steady_clock;

/// An open file descriptor above the standard ones, closed on exec.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

  /// Moves it above 2, so that a program whose standard streams are closed does not mix them up.
  bool raise() {
    int moved = ::fcntl(fd_, F_DUPFD_CLOEXEC, 3);
    if (moved < 0) return false;
    reset(moved);
    return true;
  }

 private:
  int fd_;
};

/// Keeps SIGPIPE from this thread, and takes back the one that a write raised.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigset_t pending;
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &set_, &old_);
  }
  NoBrokenPipe(const NoBrokenPipe &) = delete;
  NoBrokenPipe &operator=(const NoBrokenPipe &) = delete;
  ~NoBrokenPipe() {
    sigset_t pending;
    sigpending(&pending);
    if (!was_pending_ && sigismember(&pending, SIGPIPE) == 1) {
      int signal = 0;
      sigwait(&set_, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &old_, nullptr);
  }

 private:
  sigset_t set_;
  sigset_t old_;
  bool was_pending_ = false;
};

// A child that inherits the writing end of another's pipe would keep that one waiting for more commands.
#if defined(__APPLE__)
constexpr short close_others = POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
constexpr short close_others = 0;
#endif

/// The environment without the user's settings of gnuplot, which have no place in a chart.
std::vector<char *> without_settings(char **all) {
  std::vector<char *> kept;
  for (; *all; ++all) {
    bool is_setting = false;
    for (const char *name : {"GNU", "GDFONTPATH=", "FIT_"}) {
      if (std::strncmp(*all, name, std::strlen(name)) == 0) is_setting = true;
    }
    if (!is_setting) kept.push_back(*all);
  }
  kept.push_back(nullptr);
  return kept;
}

/// What the child is made with: standard input from the pipe, output nowhere, errors to a file; a process group of
/// its own, so that it can be killed whole; no signal blocked or ignored.
class SpawnPlan {
 public:
  SpawnPlan(int input, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    failed_ = posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO) != 0 ||
              posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0 ||
              posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO) != 0;
    sigset_t none, reset;
    sigemptyset(&none);
    sigemptyset(&reset);
    for (int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD}) sigaddset(&reset, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &reset);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                               POSIX_SPAWN_SETPGROUP | close_others);
  }
  SpawnPlan(const SpawnPlan &) = delete;
  SpawnPlan &operator=(const SpawnPlan &) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  int spawn(const char *command, pid_t *pid) {
    if (failed_) return ENOMEM;
    char settings[] = "--default-settings";
    char *arguments[] = {const_cast<char *>(command), settings, nullptr};
    std::vector<char *> environment = without_settings(environ);
    return posix_spawnp(pid, command, &actions_, &attributes_, arguments, environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
  bool failed_ = false;
};

int open_pipe(int ends[2]) {
#if defined(__APPLE__)
  return ::pipe(ends);
#else
  return ::pipe2(ends, O_CLOEXEC);
#endif
}

/// A file without a name: in memory, or in the temporary folder where the system has no such files. -1 sets errno.
int nameless_file() {
#if defined(__linux__)
  return ::memfd_create("gnuplot-errors", MFD_CLOEXEC);
#else
  const char *folder = std::getenv("TMPDIR");
  std::string name = std::string(folder && *folder ? folder : "/tmp") + "/timer-bench-XXXXXX";
  int made = ::mkstemp(name.data());
  if (made >= 0) ::unlink(name.c_str());
  return made;
#endif
}

// Held while a child is made and while one is forgotten, so that its number is not another's when it is killed.
std::mutex running_lock;
std::set<pid_t> running;
bool no_more = false;

int milliseconds_until(Clock::time_point end) {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 1 << 30));
}

}  // namespace

struct gnuplot_process {
  pid_t pid = -1;
  Clock::time_point end;
  Descriptor errors;
  int pipe = -1;
  // Made over a stream of our own: given a command, it would start a shell with popen and hide how that ended.
  std::unique_ptr<Gnuplot> stream;

  void kill_group() const {
    ::kill(-pid, SIGKILL);
    ::kill(pid, SIGKILL);
  }

  void abandon() const {
    std::lock_guard<std::mutex> lock(running_lock);
    kill_group();
    ::waitpid(pid, nullptr, 0);
    running.erase(pid);
  }
};

static int open_process(const char *command, int limit_ms, std::unique_ptr<gnuplot_process> &made) {
  auto process = std::make_unique<gnuplot_process>();
  process->end = Clock::now() + std::chrono::milliseconds(std::max(limit_ms, 0));

  process->errors.reset(nameless_file());
  if (process->errors.get() < 0 || !process->errors.raise()) return errno;

  int ends[2];
  if (open_pipe(ends) != 0) return errno;
  Descriptor reading(ends[0]), writing(ends[1]);
  if (!reading.raise() || !writing.raise()) return errno;

  SpawnPlan plan(reading.get(), process->errors.get());
  {
    std::lock_guard<std::mutex> lock(running_lock);
    if (no_more) return ECANCELED;
    if (int error = plan.spawn(command, &process->pid)) return error;
    running.insert(process->pid);
  }
  reading.reset();

  FILE *file = ::fdopen(writing.get(), "w");
  if (!file) {
    int error = errno;
    process->abandon();
    return error;
  }
  process->pipe = writing.release();
  try {
    process->stream = std::make_unique<Gnuplot>(file);
  } catch (...) {
    std::fclose(file);
    process->abandon();
    return ENOMEM;
  }
  made = std::move(process);
  return 0;
}

extern "C" const char *gnuplot_missing_package(void) { return nullptr; }

extern "C" int gnuplot_open(const char *command, int limit_ms, gnuplot_process **process) {
  *process = nullptr;
  try {
    std::unique_ptr<gnuplot_process> made;
    int error = open_process(command, limit_ms, made);
    *process = made.release();
    return error;
  } catch (...) {
    return ENOMEM;
  }
}

extern "C" void gnuplot_kill_running(void) {
  // Never given back: who waits for a gnuplot goes on waiting until the program has ended.
  running_lock.lock();
  no_more = true;
#if defined(__linux__)
  // What a killed gnuplot had started becomes this process's own, so that its end can be waited for.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  for (pid_t group : running) ::kill(-group, SIGKILL);
  const auto end = Clock::now() + std::chrono::seconds(2);
  for (pid_t group : running) {
    while (Clock::now() < end) {
      const pid_t ended = ::waitpid(-group, nullptr, WNOHANG);
      // No child of the group is left; what is not ours can only be looked at.
      if (ended < 0 && errno != EINTR && ::kill(-group, 0) != 0) break;
      if (ended <= 0) ::usleep(500);
    }
  }
}

extern "C" int gnuplot_send(gnuplot_process *process, const char *text, size_t length) {
  NoBrokenPipe guard;
  try {
    // A pipe that polls as writable takes this much without blocking.
    const size_t chunk = 512;
    for (size_t sent = 0; sent < length; sent += chunk) {
      pollfd room = {process->pipe, POLLOUT, 0};
      int ready;
      do {
        ready = ::poll(&room, 1, milliseconds_until(process->end));
      } while (ready < 0 && errno == EINTR);
      if (ready < 0) return errno;
      if (ready == 0) return ETIMEDOUT;
      if (room.revents & POLLERR) return EPIPE;
      process->stream->write(text + sent, static_cast<std::streamsize>(std::min(chunk, length - sent)));
      process->stream->flush();
      if (!process->stream->good()) return EPIPE;
    }
    return 0;
  } catch (...) {
    return EPIPE;
  }
}

/// Waits until the process ends or its time is up; then kills it.
static int wait_for(gnuplot_process *process, gnuplot_outcome *outcome) {
  int status = 0;
  int pause_us = 500;
  for (;;) {
    pid_t ended;
    {
      std::lock_guard<std::mutex> lock(running_lock);
      ended = ::waitpid(process->pid, &status, WNOHANG);
      if (ended == process->pid) running.erase(ended);
    }
    if (ended == process->pid) break;
    if (ended < 0 && errno != EINTR) return errno;
    if (!outcome->timed_out && milliseconds_until(process->end) == 0) {
      outcome->timed_out = 1;
      process->kill_group();
    }
    ::usleep(static_cast<useconds_t>(pause_us));
    pause_us = std::min(pause_us * 2, 10000);
  }
  outcome->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 0;
}

extern "C" int gnuplot_close(gnuplot_process *process, gnuplot_outcome *outcome) {
  std::memset(outcome, 0, sizeof *outcome);
  outcome->status = -1;
  try {
    std::unique_ptr<gnuplot_process> owner(process);
    {
      NoBrokenPipe guard;
      owner->stream.reset();
    }
    int error = wait_for(owner.get(), outcome);
    // The end of what was printed, where the error stands.
    off_t size = ::lseek(owner->errors.get(), 0, SEEK_END);
    off_t room = static_cast<off_t>(sizeof outcome->message) - 1;
    ssize_t count = ::pread(owner->errors.get(), outcome->message, static_cast<size_t>(room), std::max<off_t>(size - room, 0));
    outcome->message[std::max<ssize_t>(count, 0)] = '\0';
    return error;
  } catch (...) {
    return ENOMEM;
  }
}

#endif

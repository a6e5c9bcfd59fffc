import CPlatform
import Foundation
import Text
import Timers

/// A program that runs meanwhile, with all its children in a process group of its own.
final class CommandLoad: RunningLoad {
  private let command: String
  private let group: pid_t
  private let started = MonotonicClock.now()

  /// Starts the command through `/bin/sh`, and waits 50 ms to see whether the shell could run it.
  init(_ command: String) throws(LoadError) {
    self.command = command
    var group: pid_t = 0
    let error = unsafe platform_spawn_group(command.systemPath, &group)
    guard error == 0 else { throw .systemCall("posix_spawn", errno: error, command: command) }
    self.group = group
    let patience = started + 50_000_000
    while MonotonicClock.now() < patience {
      _ = platform_sleep_until(MonotonicClock.now() + 2_000_000)
      guard let status = exitStatus else { continue }
      guard status != 126, status != 127 else {
        platform_reap(group)
        throw .commandNotStarted(command, status: status)
      }
      break
    }
  }

  /// Ends the whole group: SIGTERM, and SIGKILL to what is left after a second.
  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    let status = exitStatus
    let seconds = Double(MonotonicClock.now() - started) / 1e9
    kill(-group, SIGTERM)
    let patience = MonotonicClock.now() + 1_000_000_000
    while exitStatus == nil, MonotonicClock.now() < patience {
      _ = platform_sleep_until(MonotonicClock.now() + 2_000_000)
    }
    kill(-group, SIGKILL)
    platform_reap(group)
    guard let status else { return LoadAchievement() }
    let remedy = status == 0 ? "give a command that runs longer" : "look at why it fails"
    return LoadAchievement(
      problem: "exec:\(command) ended by itself with status \(status) before the run did, which took "
        + String(format: "%.1f s: ", seconds) + remedy,
      failed: status != 0)
  }

  /// The command's exit status, 128 + signal when a signal ended it; `nil` while it runs.
  private var exitStatus: Int32? {
    let status = platform_exit_status(group)
    return status < 0 ? nil : status
  }
}

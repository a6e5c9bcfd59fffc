import CPlatform
import Foundation
import Text
import Timers

/// A program that runs meanwhile. It ends, with all that came of it, when it is stopped or this process ends.
///
/// Unchecked: the runner's thread alone uses it.
final class CommandLoad: RunningLoad, @unchecked Sendable {
  private let command: String
  private var running: platform_command
  private let started = MonotonicClock.now()

  /// Starts the command through `/bin/sh`, and waits 50 ms to see whether the shell could run it.
  init(_ command: String) throws(LoadError) {
    self.command = command
    running = platform_command()
    let error = unsafe platform_command_start(command.systemPath, &running)
    guard error == 0 else { throw .systemCall("posix_spawn", errno: error, command: command) }
    let patience = MonotonicClock.now() + 50_000_000
    while MonotonicClock.now() < patience {
      _ = platform_sleep_until(MonotonicClock.now() + 2_000_000)
      guard let status = exitStatus else { continue }
      guard status != 126, status != 127 else {
        unsafe platform_command_end(&running)
        throw .commandNotStarted(command, status: status)
      }
      break
    }
  }

  /// Ends the command and what it has started: SIGTERM, and SIGKILL to what is left after a second.
  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    let status = exitStatus
    let seconds = Double(MonotonicClock.now() - started) / 1e9
    unsafe platform_command_end(&running)
    guard let status else { return LoadAchievement() }
    let remedy = status == 0 ? "give a command that runs longer" : "look at why it fails"
    return LoadAchievement(
      problem: "exec:\(command) ended by itself with status \(status) before the run did, which took "
        + "\(Numbers.time(seconds * 1e9)): \(remedy)",
      failed: status != 0)
  }

  /// The command's exit status, 128 + signal when a signal ended it; `nil` while it runs.
  private var exitStatus: Int32? {
    let status = unsafe platform_command_status(&running)
    return status < 0 ? nil : status
  }
}

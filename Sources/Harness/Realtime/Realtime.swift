import CPlatform
import Foundation
import Text

/// What to ask for the threads that wait for deadlines; the same as `cyclictest` asks for.
package struct RealtimeSettings: Hashable, Sendable {
  /// The priority under SCHED_FIFO, 1 … 99; 80 unless set.
  package var priority: Int
  /// The only processor the thread may use; `nil` leaves the choice to the system.
  package var cpu: Int?

  /// Creates settings.
  package init(priority: Int = 80, cpu: Int? = nil) {
    self.priority = priority
    self.cpu = cpu
  }

  /// Asks for the calling thread: one processor where one is named, timer slack of 1 ns, SCHED_FIFO; on Darwin a time
  /// constraint of 1 ms of work within 2 ms, which also has the kernel spare the thread's timers.
  ///
  /// A refusal changes nothing and stops nothing. The thread keeps what it was granted until it ends, so a thread
  /// that belongs to Dispatch must not call this: it goes on to do other work. The kernel stops a real-time thread
  /// that never waits, by default for 50 ms in every second (`/proc/sys/kernel/sched_rt_runtime_us`): a spinning
  /// timer or load shows that as lateness.
  package func applyToCallingThread() -> RealtimeReport {
    var steps: [RealtimeReport.Step] = []
    if let cpu {
      steps.append(
        step("cpu \(cpu)", platform_pin_to_cpu(Int32(clamping: cpu)), "name a processor the process may use"))
    }
    return RealtimeReport(steps: steps + scheduled())
  }
}

extension RealtimeSettings {
  #if canImport(Darwin)
    private func scheduled() -> [RealtimeReport.Step] {
      [
        step(
          "time constraint 1 ms of 2 ms", platform_schedule_time_constraint(1_000_000, 2_000_000),
          "let the thread be an ordinary one")
      ]
    }
  #else
    private func scheduled() -> [RealtimeReport.Step] {
      [
        // Before the policy: the kernel ignores the slack of a thread that is real-time already.
        step("timer slack 1 ns", platform_set_timer_slack(1), "use a newer kernel"),
        step(
          "SCHED_FIFO \(priority)", platform_schedule_fifo(Int32(clamping: priority)),
          "name a priority of 1 to 99"),
      ]
    }
  #endif
}

/// What is asked for the whole process, held until ``end()``: memory that cannot be paged out, and
/// processors that wake without delay.
///
/// Pages that the process gets later are locked as well, so threads' stacks count in full.
package struct RealtimeHold: ~Copyable {
  /// What was granted.
  package let report: RealtimeReport

  private let locked: Bool
  private let latency: Int32?

  /// Asks; a refusal changes nothing and stops nothing.
  package init() {
    #if canImport(Darwin)
      // Nothing of the kind can be asked for the process.
      report = RealtimeReport(steps: [])
      locked = false
      latency = nil
    #else
      self.init(files: FileReader(root: "/"), latencyPath: "/dev/cpu_dma_latency")
    #endif
  }

  init(files: FileReader, latencyPath: String) {
    let lock = mayLockMemory(files) ? platform_lock_memory() : EPERM
    var descriptor: Int32 = -1
    let hold = unsafe platform_hold_cpu_latency(latencyPath, 0, &descriptor)
    locked = lock == 0
    latency = hold == 0 ? descriptor : nil
    report = RealtimeReport(steps: [
      step("locked memory", lock, "free some memory"),
      step("cpu latency 0 us", hold, "use a kernel that has \(latencyPath)"),
    ])
  }

  /// Gives back what was granted.
  package consuming func end() {}

  deinit {
    if let latency { platform_close(latency) }
    if locked { _ = platform_unlock_memory() }
  }
}

/// Whether locking memory is safe: under a finite limit the lock may succeed and a later allocation then fail.
func mayLockMemory(_ files: FileReader) -> Bool {
  let limit = files.text("/proc/self/limits").flatMap { softLimit("Max locked memory", in: $0) }
  let capabilities = files.text("/proc/self/status").flatMap { keyedLines($0)["CapEff"] }
    .flatMap { UInt64($0, radix: 16) }
  return limit == "unlimited" || (capabilities ?? 0) & capIPCLock != 0
}

/// `CAP_IPC_LOCK` of capabilities(7).
private let capIPCLock: UInt64 = 1 << 14

/// The outcome of a system call; `remedy` is for an error that more rights would not help.
func step(
  _ measure: String, _ error: Int32, _ remedy: String, isRoot: Bool = Rights.isRoot
) -> RealtimeReport.Step {
  guard error != 0 else { return RealtimeReport.Step(measure: measure) }
  let remedy =
    switch error {
    case EPERM, EACCES:
      isRoot
        ? "root lacks a right here: give the container CAP_SYS_NICE and CAP_IPC_LOCK, or look for a control group "
          + "without real-time bandwidth (cpu.rt_runtime_us) or without this processor"
        : "run as root, or raise rtprio and memlock in limits.conf"
    case ENOTSUP: "leave it out, as this system has no such call"
    default: remedy
    }
  let reason = systemMessage(error)
  return RealtimeReport.Step(
    measure: measure, refusal: RealtimeReport.Refusal(reason: reason, remedy: remedy))
}

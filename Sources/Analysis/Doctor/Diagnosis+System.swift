import Text
import Timing

// Judgements about the operating system and this program: clock, scheduling, limits and what else runs.
extension Diagnosis {
  static let build: Rule = { environment in
    switch environment[.build] {
    case nil: return [.unknown("build")]
    case "debug":
      return [
        Finding(
          .warning, "build", "debug: callbacks and the load run unoptimised code",
          remedy: "measure with swift run -c release bench")
      ]
    case .some(let build): return [Finding(.ok, "build", build)]
    }
  }

  static let load: Rule = { environment in
    guard let average = environment[.loadAverage]?.split(separator: " ").first.flatMap(decimal),
      let count = environment.number(.cpuCount), count > 0
    else { return [.unknown("load")] }
    let reading = "average \(average) over the last minute on \(Int(count)) processors"
    let share = average / count
    if share < 0.25 { return [Finding(.ok, "load", reading)] }
    return [
      Finding(
        share < 0.75 ? .note : .warning, "load", reading,
        remedy: "stop what else runs: ps -eo pcpu,comm shows it")
    ]
  }

  static let clock: Rule = { environment in
    guard let source = environment[.clockSource] else { return [.unknown("clock source")] }
    let cost = environment.number(.clockRead)
    let reading = source + (cost.map { ", \($0) ns a read" } ?? "")
    let slow = ["hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"].contains(source)
    if slow || (cost.map { $0 > 200 } ?? false) {
      return [
        Finding(
          .warning, "clock source", "\(reading): every read takes a detour",
          remedy: "use tsc if the kernel offers it (available_clocksource beside current_clocksource in /sys)"
        )
      ]
    }
    return [Finding((cost.map { $0 > 80 } ?? false) ? .note : .ok, "clock source", reading)]
  }

  static let resolution: Rule = { environment in
    guard let resolution = environment.number(.clockResolution) else { return [.unknown("resolution")] }
    let reading = "\(Int64(resolution)) ns"
    if resolution <= 100 { return [Finding(.ok, "resolution", reading)] }
    return [
      Finding(
        resolution <= 1000 ? .note : .warning, "resolution", "\(reading): shorter differences cannot be seen",
        remedy: "use a kernel with high-resolution timers (highres=on)")
    ]
  }

  static let quota: Rule = { environment in
    guard let text = environment[.cgroupCPUMax] else { return [.unknown("cpu quota")] }
    let words = text.split(separator: " ")
    guard words.count == 2, let quota = Int64(words[0]), let period = Int64(words[1]), period > 0 else {
      return [words.first == "max" ? Finding(.ok, "cpu quota", "none") : .unknown("cpu quota")]
    }
    let processors = Numbers.fixed(Double(quota) / Double(period), 2)
    return [
      Finding(
        .warning, "cpu quota",
        "\(Numbers.time(Double(quota) * 1e3)) in every \(Numbers.time(Double(period) * 1e3)) (\(processors) processors): once spent, all threads stop until the next period",
        remedy: "lift the limit of the control group (cpu.max; containers: no --cpus)")
    ]
  }

  static let timerSlack: Rule = { environment in
    guard let slack = environment[.timerSlack].flatMap({ Int64($0) }) else {
      return [.unknown("timer slack")]
    }
    let reading = Nanoseconds(slack).description
    if slack <= 1000 { return [Finding(.ok, "timer slack", reading)] }
    return [
      Finding(
        slack <= 50_000 ? .note : .warning, "timer slack",
        "\(reading): the kernel may end an ordinary thread's sleep that much late",
        remedy: "--realtime sets 1 ns for the threads it reaches")
    ]
  }

  static let coalescing: Rule = { environment in
    guard let coalescing = environment[.timerCoalescing] else { return [] }
    if coalescing == "off" { return [Finding(.ok, "coalescing", "off")] }
    return [
      Finding(
        .note, "coalescing",
        "\(coalescing): the kernel delays timers that are not strict by up to an eighth of the wait, at most 1 ms",
        remedy: "part of what is measured; for the threads it reaches, --realtime ends it")
    ]
  }

  static let realtime: Rule = { environment in
    guard let policy = environment[.schedulingPolicy] else { return [.unknown("real time")] }
    if policy.hasPrefix("SCHED_FIFO") || policy.hasPrefix("SCHED_RR") {
      return [Finding(.ok, "real time", policy)]
    }
    let capable = environment[.realtimeCapability] == "yes"
    let limited = (environment.number(.realtimeLimit) ?? 0) < 1 && environment[.realtimeLimit] != "unlimited"
    let rights = capable ? "this process could" : limited ? "rtprio limit 0" : "the rtprio limit allows it"
    return [
      Finding(
        .note, "real time", "no real-time scheduling for ordinary threads: \(policy), \(rights)",
        remedy: capable || !limited
          ? "--realtime"
          : "give the process CAP_SYS_NICE, which root has outside containers, or raise rtprio in limits.conf; then use "
            + "--realtime")
    ]
  }

  static let realtimeRuntime: Rule = { environment in
    let topic = "rt throttling"
    guard let text = environment[.realtimeRuntime] else { return [] }
    if text == "unlimited" { return [Finding(.ok, topic, "none")] }
    guard let (runtime, period) = environment.realtimeRuntime else { return [] }
    return [
      Finding(
        .note, topic,
        "real-time threads may run for \(Nanoseconds.us(runtime)) of every \(Nanoseconds.us(period)): one that spins is "
          + "stopped for the rest",
        remedy: "measure threads that spin without --realtime; or \(withoutRealtimeThrottling(back: runtime))"
      )
    ]
  }

  /// How to have the kernel not stop real-time threads that spin, which is dangerous: sched(7), "Limiting the CPU usage
  /// of real-time and deadline processes".
  /// - Parameter back: the limit in force, in microseconds.
  static func withoutRealtimeThrottling(back: Int64) -> String {
    "as root, sysctl kernel.sched_rt_runtime_us=-1 meanwhile: this can lock up the machine, as nothing stops a real-time "
      + "thread that spins any more, so leave it processors to spare, and set \(back) again afterwards"
  }

  static let preemption: Rule = { environment in
    let topic = "preemption"
    switch environment[.preemption] {
    case nil: return [.unknown(topic)]
    case .some(let model)
    where ["PREEMPT_RT", "PREEMPT", "PREEMPT_DYNAMIC (full)"].contains(model):
      return [Finding(.ok, topic, model)]
    case "PREEMPT_DYNAMIC":
      return [
        Finding(
          .note, topic, "PREEMPT_DYNAMIC, the choice in force could not be read",
          remedy:
            "boot with preempt=full; where the kernel is not locked down, root reads the choice in /sys/kernel/debug/sched/preempt"
        )
      ]
    case .some(let model):
      return [
        Finding(
          .note, topic, "\(model): work in the kernel delays a wakeup",
          remedy: "boot with preempt=full, or use a kernel with PREEMPT_RT")
      ]
    }
  }

  static let tick: Rule = { environment in
    guard let hz = environment.number(.hz), hz > 0 else { return [.unknown("tick")] }
    let reading = "\(Int(hz)) Hz: running threads are reconsidered every \(Nanoseconds(Int64(1e9 / hz)))"
    if hz >= 250 { return [Finding(.ok, "tick", reading)] }
    return [
      Finding(
        .note, "tick", reading, remedy: "use a kernel with CONFIG_HZ of 250 or more, where load is measured")
    ]
  }

  static let systemTimers: Rule = { environment in
    guard let count = environment.number(.systemTimers) else {
      return [.unknown("other timers", remedy: "root sees them in /proc/timer_list, outside containers")]
    }
    let processors = environment.number(.cpuCount) ?? 1
    let reading = "\(Int(count)) armed in the system"
    if count <= 200 * processors { return [Finding(.ok, "other timers", reading)] }
    return [
      Finding(
        .note, "other timers", reading, remedy: "stop the programs that poll: /proc/timer_list names them")
    ]
  }

  static let tracedEvents: Rule = { environment in
    switch environment[.tracedEvents] {
    case nil: []
    case "none": [Finding(.ok, "tracing", "none")]
    case .some(let text):
      [
        Finding(
          .note, "tracing", "the kernel traces events, which costs time at each: \(text)",
          remedy: "end what traces; bench run removes instances that its own killed runs left")
      ]
    }
  }

  static let swap: Rule = { environment in
    guard let words = environment[.swap]?.split(separator: " "), let used = words.first.flatMap({ Int64($0) })
    else {
      return [.unknown("swap")]
    }
    if used == 0 { return [Finding(.ok, "swap", "none in use")] }
    return [
      Finding(
        .note, "swap", "\(used) kB in use: a page fault can wait for the disk",
        remedy: "close what fills the memory; --realtime locks this program's own")
    ]
  }

  /// The finding of a noise probe: the processor with the longest gap.
  static func interruptions(_ noise: [CPUNoise]) -> [Finding] {
    guard let worst = noise.max(by: { $0.longest < $1.longest }) else { return [] }
    let place = worst.bound ? "CPU \(worst.cpu)" : "a thread"
    let reading = "\(place) was away for \(Numbers.time(worst.longest)) at the longest"
    if worst.longest <= 100_000 { return [Finding(.ok, "interruptions", reading)] }
    return [
      Finding(
        worst.longest <= 1_000_000 ? .note : .warning, "interruptions", reading,
        remedy:
          "a timer that falls into such a gap is that late; quiet the machine or isolate a processor (isolcpus)"
      )
    ]
  }
}

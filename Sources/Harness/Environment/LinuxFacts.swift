import Foundation
import Text
import Timing

extension SystemFacts {
  /// The facts of a Linux machine, from the files of its kernel. Compiled everywhere, so that it is tested everywhere.
  static func linux(files: FileReader, calls: SystemCalls) -> SystemFacts {
    var facts = SystemFacts()
    facts.readSystem(files)
    facts.readClock(files, calls)
    facts.readProcessors(files)
    facts.readVirtualization(files, calls)
    facts.readProcess(files)
    facts.readUse(files)
    facts.readPower(files)
    return facts
  }

  private mutating func readSystem(_ files: FileReader) {
    values[.machine] = files.value("/proc/sys/kernel/hostname")
    values[.os] = files.value("/proc/sys/kernel/ostype")
    values[.osVersion] = (files.text("/etc/os-release") ?? files.text("/usr/lib/os-release"))
      .flatMap { shellVariables($0)["PRETTY_NAME"] }
    let release = files.value("/proc/sys/kernel/osrelease")
    let version = files.value("/proc/sys/kernel/version")
    values[.kernel] = oneLine([release, version].compactMap(\.self).joined(separator: " "))
    values[.preemption] = preemption(
      version: version, realtime: files.value("/sys/kernel/realtime"),
      current: files.value("/sys/kernel/debug/sched/preempt"), commandLine: files.value("/proc/cmdline"))
  }

  private mutating func readClock(_ files: FileReader, _ calls: SystemCalls) {
    values[.clock] = "CLOCK_MONOTONIC"
    values[.clockSource] = files.value("/sys/devices/system/clocksource/clocksource0/current_clocksource")
    values[.clockResolution] = calls.clockResolutionNs.map { String($0) }
    values[.clockRead] = calls.clockReadNs.map { Numbers.fixed($0, 1) }
    values[.hz] = calls.coarseResolutionNs.map { String((1_000_000_000 + $0 / 2) / $0) }
  }

  private mutating func readProcessors(_ files: FileReader) {
    let cpuinfo = files.text("/proc/cpuinfo")
    let online = files.value("/sys/devices/system/cpu/online").flatMap(cpuList)
    values[.cpuModel] = cpuinfo.flatMap(processorModel)
    values[.cpuCount] = (online?.count ?? cpuinfo.flatMap(processorCount)).map { String($0) }
    // The kernel's list may hold processors that the machine could have and has not.
    let allowed = files.text("/proc/self/status").flatMap { keyedLines($0)["Cpus_allowed_list"] }.flatMap(
      cpuList)
    values[.cpusAllowed] = allowed.map { allowed in
      listed(online.map { online in allowed.filter(Set(online).contains) } ?? allowed)
    }
  }

  private mutating func readVirtualization(_ files: FileReader, _ calls: SystemCalls) {
    values[.virtualization] = Virtualization(files: files, signature: calls.hypervisorSignature).name
    values[.steal] = files.text("/proc/stat").flatMap(stealShare).map { Numbers.fixed($0 * 100, 2) + "%" }
  }

  private mutating func readProcess(_ files: FileReader) {
    values[.timerSlack] = files.integer("/proc/self/timerslack_ns").map { String($0) }
    values[.schedulingPolicy] = files.text("/proc/self/stat").flatMap(schedulingPolicy)
    values[.realtimeLimit] = files.text("/proc/self/limits").flatMap {
      softLimit("Max realtime priority", in: $0)
    }
    values[.realtimeCapability] = files.text("/proc/self/status").flatMap { keyedLines($0)["CapEff"] }
      .flatMap { UInt64($0, radix: 16) }.map { $0 & capSysNice != 0 ? "yes" : "no" }
    values[.realtimeRuntime] = realtimeRuntime(files)
    values[.cgroupCPUMax] = CPUQuota.tightest(files: files)?.description
  }

  private mutating func readUse(_ files: FileReader) {
    values[.loadAverage] = files.value("/proc/loadavg").flatMap(loadAverage)
    values[.systemTimers] = files.text("/proc/timer_list").flatMap(armedTimers).map { String($0) }
    values[.tracedEvents] = tracedEvents(files)
    let memory = files.text("/proc/meminfo").map(keyedLines)
    values[.memory] = memory?["MemTotal"]
    if let memory, let total = kilobytes(memory["SwapTotal"]), let free = kilobytes(memory["SwapFree"]) {
      values[.swap] = "\(total - free) of \(total) kB"
    }
  }
}

/// `950000 1000000` from the files of sched_rt_runtime_us and sched_rt_period_us (sched(7)); −1 is no limit.
private func realtimeRuntime(_ files: FileReader) -> String? {
  guard let runtime = files.integer("/proc/sys/kernel/sched_rt_runtime_us"),
    let period = files.integer("/proc/sys/kernel/sched_rt_period_us")
  else { return nil }
  return runtime < 0 ? "unlimited" : "\(runtime) \(period)"
}

/// Events enabled in instances that trace: Documentation/trace/events.rst and ftrace.rst of the kernel.
private func tracedEvents(_ files: FileReader) -> String? {
  let root = "/sys/kernel/tracing"
  guard files.value("\(root)/tracing_on") != nil else { return nil }
  let instances = (files.names(in: "\(root)/instances") ?? []).map { ($0, "\(root)/instances/\($0)") }
  let counts = ([("global", root)] + instances).compactMap { name, folder -> String? in
    guard files.integer("\(folder)/tracing_on") == 1, let events = files.text("\(folder)/set_event") else {
      return nil
    }
    let count = events.split(separator: "\n").count
    return count > 0 ? "\(count) in \(name)" : nil
  }
  return counts.isEmpty ? "none" : counts.joined(separator: ", ")
}

/// `CAP_SYS_NICE` of capabilities(7), as a bit of the masks in `/proc/self/status`.
let capSysNice: UInt64 = 1 << 23

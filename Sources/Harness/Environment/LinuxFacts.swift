import Foundation
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
    values[.clockRead] = calls.clockReadNs.map { tenths($0) }
    values[.hz] = calls.coarseResolutionNs.map { String((1_000_000_000 + $0 / 2) / $0) }
  }

  private mutating func readProcessors(_ files: FileReader) {
    let cpuinfo = files.text("/proc/cpuinfo")
    let online = files.value("/sys/devices/system/cpu/online").flatMap(cpuList)
    values[.cpuModel] = cpuinfo.flatMap(processorModel)
    values[.cpuCount] = (online?.count ?? cpuinfo.flatMap(processorCount)).map { String($0) }
    values[.cpusAllowed] = files.text("/proc/self/status").flatMap { keyedLines($0)["Cpus_allowed_list"] }
  }

  private mutating func readVirtualization(_ files: FileReader, _ calls: SystemCalls) {
    values[.virtualization] = Virtualization(files: files, signature: calls.hypervisorSignature).name
    values[.steal] = files.text("/proc/stat").flatMap(stealShare).map { percent($0) }
  }

  private mutating func readProcess(_ files: FileReader) {
    values[.timerSlack] = files.integer("/proc/self/timerslack_ns").map { String($0) }
    values[.schedulingPolicy] = files.text("/proc/self/stat").flatMap(schedulingPolicy)
    values[.realtimeLimit] = files.text("/proc/self/limits").flatMap {
      softLimit("Max realtime priority", in: $0)
    }
    values[.realtimeCapability] = files.text("/proc/self/status").flatMap { keyedLines($0)["CapEff"] }
      .flatMap { UInt64($0, radix: 16) }.map { $0 & capSysNice != 0 ? "yes" : "no" }
    values[.cgroupCPUMax] = CPUQuota.tightest(files: files)?.description
  }

  private mutating func readUse(_ files: FileReader) {
    values[.loadAverage] = files.value("/proc/loadavg").flatMap(loadAverage)
    values[.systemTimers] = files.text("/proc/timer_list").flatMap(armedTimers).map { String($0) }
    let memory = files.text("/proc/meminfo").map(keyedLines)
    values[.memory] = memory?["MemTotal"]
    if let memory, let total = kilobytes(memory["SwapTotal"]), let free = kilobytes(memory["SwapFree"]) {
      values[.swap] = "\(total - free) of \(total) kB"
    }
  }
}

/// `CAP_SYS_NICE` of capabilities(7), as a bit of the masks in `/proc/self/status`.
let capSysNice: UInt64 = 1 << 23

import Timing

extension Note {
  /// What the machine and the build do to the figures.
  static func ofMachine(_ environment: Environment) -> [Note] {
    var notes: [Note] = []
    if environment["build"]?.lowercased() == "debug" {
      notes.append(
        Note(
          code: "debug_build", weight: .warning, text: "this is a debug build, whose callbacks are slower",
          remedy: "measure with swift run -c release"))
    }
    if let governor = environment["cpu_governor"], !["performance", ""].contains(governor) {
      notes.append(
        Note(
          code: "governor", weight: .remark,
          text: "the CPU governor is \(governor), which clocks an idle CPU down",
          remedy: "set it to performance for the figures of the timer alone"))
    }
    if let kind = environment["virtualization"],
      !["none", "no", "bare metal", ""].contains(kind.lowercased())
    {
      notes.append(
        Note(
          code: "virtual_machine", weight: .remark,
          text: "this is a virtual machine (\(kind)), whose host can stop it at any time",
          remedy: "do not read the tail as that of the timer; measure on the metal"))
    }
    if let quota = environment["cgroup_cpu_max"], !quota.isEmpty, !quota.hasPrefix("max") {
      notes.append(
        Note(
          code: "cpu_quota", weight: .remark, text: "a control group limits the CPU time (\(quota))",
          remedy: "lift the limit, or expect stalls whenever it is used up"))
    }
    let load = environment["load_average"].flatMap { $0.split(separator: " ").first }.flatMap { Double($0) }
    let cores = environment["cpu_count"].flatMap { Double($0) }
    if let load, let cores, cores >= 1, load > cores / 2 {
      notes.append(
        Note(
          code: "busy_machine", weight: .remark,
          text: "the machine was busy before the start: load average \(Numbers.fixed(load, 2)) on"
            + " \(Numbers.fixed(cores, 0)) cores",
          remedy: "stop other work for the figures of an idle machine"))
    }
    if let resolution = environment["clock_resolution_ns"].flatMap({ Int64($0) }), resolution > 1_000 {
      notes.append(
        Note(
          code: "coarse_clock", weight: .warning,
          text: "the clock counts in steps of \(Numbers.time(resolution))",
          remedy: "smaller differences mean nothing; look at clock_source in the file"))
    }
    return notes
  }

  /// Whether leeway was of any use here.
  static func ofLeeway(_ summaries: [CellSummary], _ environment: Environment) -> [Note] {
    let asked = summaries.filter { ($0.cell.leeway?.count ?? 0) > 0 }
    guard !asked.isEmpty, environment["os"]?.lowercased().contains("linux") == true else { return [] }
    return [
      Note(
        code: "leeway_ignored", weight: .remark,
        text: "leeway has no effect on Linux: neither Dispatch nor Timer uses it",
        remedy: "do not put differences between leeways down to leeway")
    ]
  }
}

import Foundation

// The formats of proc(5), each a function from a file's text to one value; `nil` for a text of another shape.

/// Lines of `key: value`, as in `/proc/meminfo` and `/proc/self/status`. The first of equal keys wins.
func keyedLines(_ text: String) -> [String: String] {
  let pairs = text.split(whereSeparator: \.isNewline).compactMap { line -> (String, String)? in
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...]
    return (trimmed(line[..<colon]), trimmed(value))
  }
  return Dictionary(pairs) { first, _ in first }
}

/// Lines of `KEY=value`, quoted or not, as in os-release(5).
func shellVariables(_ text: String) -> [String: String] {
  let pairs = text.split(whereSeparator: \.isNewline).compactMap { line -> (String, String)? in
    guard let equals = line.firstIndex(of: "=") else { return nil }
    var value = trimmed(line[line.index(after: equals)...])
    if value.count >= 2, let quote = value.first, quote == "\"" || quote == "'", value.last == quote {
      value = String(value.dropFirst().dropLast())
    }
    return (trimmed(line[..<equals]), value)
  }
  return Dictionary(pairs) { first, _ in first }
}

/// Processor numbers of a list such as `0-3,8`, rising.
func cpuList(_ text: String) -> [Int]? {
  var numbers: Set<Int> = []
  for part in text.trimmingCharacters(in: .whitespacesAndNewlines).split(
    separator: ",", omittingEmptySubsequences: false)
  {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      0 <= first, first <= last, last < 65_536
    else { return nil }
    numbers.formUnion(first...last)
  }
  return numbers.sorted()
}

/// The text that ``cpuList(_:)`` reads as `numbers`, which rise.
func listed(_ numbers: [Int]) -> String {
  var ranges: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = ranges.last, last.upperBound + 1 == number {
      ranges[ranges.count - 1] = last.lowerBound...number
    } else {
      ranges.append(number...number)
    }
  }
  return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    .joined(separator: ",")
}

/// The processor's name in `/proc/cpuinfo`. ARM kernels state part numbers instead of a name.
func processorModel(_ cpuinfo: String) -> String? {
  let fields = keyedLines(cpuinfo)
  if let name = fields["model name"] ?? fields["Model"] ?? fields["uarch"] ?? fields["cpu model"] {
    return name
  }
  guard let part = fields["CPU part"] else { return nil }
  return "implementer \(fields["CPU implementer"] ?? "unknown") part \(part)"
}

/// The number of processors in `/proc/cpuinfo`.
func processorCount(_ cpuinfo: String) -> Int? {
  let count = cpuinfo.split(whereSeparator: \.isNewline)
    .count { trimmed($0.prefix { $0 != ":" }) == "processor" }
  return count > 0 ? count : nil
}

/// Whether `/proc/cpuinfo` names the `hypervisor` flag; `nil` where it lists no x86 flags.
func hypervisorFlag(_ cpuinfo: String) -> Bool? {
  keyedLines(cpuinfo)["flags"].map { $0.split(separator: " ").contains("hypervisor") }
}

/// The share of processor time stolen by the hypervisor, from the first line of `/proc/stat`.
///
/// The eighth figure over the first eight: guest time is already part of user time.
func stealShare(_ stat: String) -> Double? {
  guard let line = stat.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("cpu ") }) else {
    return nil
  }
  let figures = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
  let total = figures.reduce(0, +)
  guard figures.count == 8, total > 0 else { return nil }
  return figures[7] / total
}

/// The policy and priority or niceness in `/proc/self/stat` (fields 41, 40 and 19).
func schedulingPolicy(_ stat: String) -> String? {
  // The second field is the program's name in parentheses and may hold anything, so count from its end.
  guard let end = stat.lastIndex(of: ")") else { return nil }
  let fields = stat[stat.index(after: end)...].split(whereSeparator: \.isWhitespace)
  guard fields.count > 38, let policy = Int(fields[38]) else { return nil }
  return switch policy {
  case 0: "SCHED_OTHER nice \(fields[16])"
  case 1: "SCHED_FIFO \(fields[37])"
  case 2: "SCHED_RR \(fields[37])"
  case 3: "SCHED_BATCH nice \(fields[16])"
  case 5: "SCHED_IDLE"
  case 6: "SCHED_DEADLINE"
  default: "policy \(policy)"
  }
}

/// The soft limit of a row of `/proc/self/limits`.
func softLimit(_ name: String, in limits: String) -> String? {
  guard let row = limits.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(name) }) else {
    return nil
  }
  return row.dropFirst(name.count).split(separator: " ").first.map { String($0) }
}

/// The three averages of `/proc/loadavg`.
func loadAverage(_ text: String) -> String? {
  let figures = text.split(whereSeparator: \.isWhitespace).prefix(3)
  guard figures.count == 3, figures.allSatisfy({ Double($0) != nil }) else { return nil }
  return figures.joined(separator: " ")
}

/// How many high-resolution timers `/proc/timer_list` shows as armed: lines such as ` #0: <…>, hrtimer_wakeup, S:01`.
func armedTimers(_ timerList: String) -> Int? {
  guard timerList.hasPrefix("Timer List Version") else { return nil }
  return timerList.split(whereSeparator: \.isNewline).count { $0.hasPrefix(" #") && $0.contains(": <") }
}

/// The kernel's preemption model.
/// - Parameters:
///   - version: `/proc/sys/kernel/version`, which names the model of the build.
///   - realtime: `/sys/kernel/realtime`.
///   - current: the choice in force of a kernel that can choose at boot, in parentheses: `none voluntary (full)`.
///   - commandLine: `/proc/cmdline`, which may make that choice: `preempt=full`.
func preemption(version: String?, realtime: String?, current: String?, commandLine: String?) -> String? {
  let words = version?.split { $0.isWhitespace } ?? []
  if realtime == "1" || words.contains("PREEMPT_RT") { return "PREEMPT_RT" }
  let parameter = "preempt="
  let asked = commandLine?.split { $0.isWhitespace }.last { $0.hasPrefix(parameter) }?.dropFirst(
    parameter.count)
  let chosen = current?.split(separator: "(").dropFirst().first?.prefix { $0 != ")" } ?? asked
  if words.contains("PREEMPT_DYNAMIC") { return "PREEMPT_DYNAMIC" + (chosen.map { " (\($0))" } ?? "") }
  if words.contains("PREEMPT") { return "PREEMPT" }
  return version.map { _ in "voluntary or none" }
}

/// The number in a value such as `2097148 kB`.
func kilobytes(_ value: String?) -> Int64? {
  guard let words = value?.split(separator: " "), words.count == 2, words[1] == "kB" else { return nil }
  return Int64(words[0])
}

private func trimmed(_ text: Substring) -> String {
  text.trimmingCharacters(in: .whitespaces)
}

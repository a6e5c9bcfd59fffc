/// What a plan may ask for, whether options or a suite say it. Within these ranges no sum and no product of times and
/// counts leaves 64 bits, wherever the monotonic clock stands in the first 146 years.
extension Plan {
  /// Distances between deadlines.
  package static let intervals: ClosedRange<Nanoseconds> = .us(1)...(.s(24 * 3_600))
  /// Lengths of a run that the time ends.
  package static let durations: ClosedRange<Nanoseconds> = .us(1)...(.s(30 * 24 * 3_600))
  /// Warm-ups.
  package static let warmups: ClosedRange<Nanoseconds> = .zero...(.s(3_600))
  /// Leeways.
  package static let leeways: ClosedRange<Nanoseconds> = .zero...(.s(24 * 3_600))
  /// Callbacks of a run that a count ends.
  package static let counts: ClosedRange<Int> = 1...1_000_000_000
  /// Timers of a kind at once.
  package static let timers: ClosedRange<Int> = 1...10_000
  /// Repetitions of each cell.
  package static let repetitions: ClosedRange<Int> = 1...10_000
  /// The most cells of a plan or a recording: ten thousand rows of a table are more than anybody reads, and figures and
  /// JSON of each take memory and time.
  package static let mostCells = 10_000
  /// The repetitions that are made unless told otherwise: so many that a comparison can tell how runs differ, which with one
  /// nothing can.
  package static let usualRepetitions = 5
  /// More runs than anyone waits for; bounds the memory that a plan takes.
  package static let mostRuns = 1_000_000
  /// How long one run may take: 366 days.
  package static let longestRun: Nanoseconds = .s(366 * 24 * 3_600)
  /// How long all runs together may take: 100 years.
  package static let longest: Nanoseconds = .s(100 * 366 * 24 * 3_600)
}

/// What of a plan is out of range.
package struct PlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The part of a plan, by the word that options and suites have for it.
  package enum Part: String, Sendable {
    case interval, duration, warmup, leeway, count, timers, repetitions
  }

  /// What is to be changed; `nil` for the combination of all lists.
  package var part: Part?
  /// What is wrong, the range, and what to do.
  package var problem: String

  package var description: String { (part.map { "\($0.rawValue): " } ?? "") + problem }
}

extension Plan {
  /// Checks the size of the product of all lists, before anything is made of it.
  package static func check(_ matrices: [Matrix], repetitions: Int) throws(PlanError) {
    let combinations = matrices.reduce(Int128(0)) { $0 + Int128($1.combinations) }
    try checkRuns(combinations * Int128(repetitions))
  }

  /// Checks the plan that would be made of these.
  func check(_ cells: [Cell], repetitions: Int) throws(PlanError) {
    try Self.repetitions.check(repetitions, .repetitions)
    guard cells.count <= Self.mostCells else {
      throw PlanError(
        part: nil, problem: "makes \(cells.count) cells: \(Self.mostCells) at most, so list less")
    }
    try Self.checkRuns(Int128(cells.count) * Int128(repetitions))
    try Self.warmups.check(warmup, .warmup)
    switch length {
    case .duration(let duration): try Self.durations.check(duration, .duration)
    case .count(let count): try Self.counts.check(count, .count)
    }
    var total = Int128(0)
    for cell in cells {
      try Self.intervals.check(cell.interval, .interval)
      if let leeway = cell.leeway { try Self.leeways.check(leeway, .leeway) }
      try Self.timers.check(cell.timers, .timers)
      let run = cell.expectedLength(length: length, warmup: warmup)
      guard run <= Int128(Self.longestRun.count) else {
        throw PlanError(
          part: .count,
          problem:
            "a run of \(cell) would take \(days(run)), and \(days(Int128(Self.longestRun.count))) is the most: "
            + "ask for fewer callbacks, or for a shorter interval or handler")
      }
      total += run
    }
    guard total * Int128(repetitions) <= Int128(Self.longest.count) else {
      throw PlanError(
        part: nil,
        problem: "all runs together would take \(days(total * Int128(repetitions))), and "
          + "\(days(Int128(Self.longest.count))) is the most: list or repeat less, or let each run be shorter"
      )
    }
  }

  private static func checkRuns(_ runs: Int128) throws(PlanError) {
    guard runs <= Int128(mostRuns) else {
      throw PlanError(part: nil, problem: "makes \(runs) runs: \(mostRuns) at most, so list or repeat less")
    }
  }
}

extension Matrix {
  /// The size of the product of the lists, with or without a meaning; the greatest number for a greater one.
  package var combinations: Int {
    [timers.count, intervals.count, leeways.count, loads.count, counts.count].reduce(1) { product, count in
      let (value, overflow) = product.multipliedReportingOverflow(by: count)
      return overflow ? .max : value
    }
  }
}

extension Cell {
  /// The time from the start of a run to its first deadline, in nanoseconds: an interval, but at least 20 ms, which a
  /// busy machine may need to start a thread, and 20 µs a timer.
  package func lead(neighbours: Int) -> Int64 {
    max(interval.count, 20_000_000 + 20_000 * Int64(timers + neighbours))
  }

  /// How long a run takes if nothing holds it up, in nanoseconds: more than 64 bits for what no plan may ask for.
  func expectedLength(length: RunLength, warmup: Nanoseconds) -> Int128 {
    let load = load.known
    let begin = Int128(lead(neighbours: load?.neighbours ?? 0)) + Int128(warmup.count)
    switch length {
    case .duration(let duration): return begin + Int128(duration.count)
    case .count(let count):
      let handler = load?.handlerLength(interval: interval) ?? 0
      let slots = (Int128(count) + Int128(timers) - 1) / Int128(max(timers, 1))
      return begin + max(Int128(interval.count) * slots, Int128(handler) * Int128(count))
    }
  }
}

extension Plan {
  /// How long a run of this plan takes if nothing holds it up, in nanoseconds.
  package func expectedLength(of run: PlannedRun) -> Int64 {
    Int64(clamping: run.cell.expectedLength(length: length, warmup: warmup))
  }

  /// How long all runs take if nothing holds them up, in nanoseconds.
  package var expectedLength: Int64 { runs.reduce(0) { $0 + expectedLength(of: $1) } }
}

extension ClosedRange<Nanoseconds> {
  /// The range for people: `1us to 24h`.
  package var words: String { "\(lowerBound.words) to \(upperBound.words)" }

  fileprivate func check(_ value: Nanoseconds, _ part: PlanError.Part) throws(PlanError) {
    guard contains(value) else { throw PlanError(part: part, problem: "\(value) is out of range: \(words)") }
  }
}

extension ClosedRange<Int> {
  fileprivate func check(_ value: Int, _ part: PlanError.Part) throws(PlanError) {
    guard contains(value) else {
      throw PlanError(part: part, problem: "\(value) is out of range: \(lowerBound) to \(upperBound)")
    }
  }
}

extension Nanoseconds {
  /// The length for people, in hours where it is a whole number of them.
  package var words: String {
    let hour: Int64 = 3_600_000_000_000
    if count == 0 { return "0" }
    return count >= hour && count % hour == 0 ? "\(count / hour)h" : description
  }
}

/// A length in nanoseconds, in whole days.
private func days(_ nanoseconds: Int128) -> String {
  let day: Int128 = 24 * 3_600_000_000_000
  return "\((nanoseconds + day / 2) / day) days"
}

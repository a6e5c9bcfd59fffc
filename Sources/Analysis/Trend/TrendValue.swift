import Foundation
import Timing

/// A figure that is followed over recordings; less is better in each.
package enum TrendFigure: String, Hashable, Sendable, CaseIterable {
  /// Median lateness in nanoseconds.
  case p50
  /// 99th percentile of lateness in nanoseconds.
  case p99
  /// Slots without a callback as a share of all.
  case missed
}

/// What one recording says of a figure of a cell: that of a run on average over its runs, of times that are all above zero the
/// geometric mean.
package struct TrendValue: Hashable, Sendable {
  /// Nanoseconds, or a share of slots.
  package let value: Double
  /// The 95 % interval over runs by Student's t; `nil` for a single run, which does not tell how runs differ.
  package let interval: ClosedRange<Double>?
  /// The runs that have a value.
  package let runs: Int

  /// The value of a figure over the runs of a cell; `nil` where no run has one.
  init?(_ figure: TrendFigure, _ runs: [CellSummary]) {
    let values = runs.compactMap { figure.value(in: $0) }
    guard !values.isEmpty else { return nil }
    let goesByFactors = figure != .missed && values.allSatisfy { $0 > 0 }
    let scaled = goesByFactors ? values.map { log($0) } : values
    let mean = scaled.reduce(0, +) / Double(scaled.count)
    value = goesByFactors ? exp(mean) : mean
    self.runs = values.count
    guard values.count >= 2 else {
      interval = nil
      return
    }
    let squares = scaled.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half =
      studentT95(values.count - 1) * (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
    let ends = (mean - half)...(mean + half)
    if goesByFactors {
      interval = exp(ends.lowerBound)...exp(ends.upperBound)
    } else {
      interval = figure == .missed ? max(0, ends.lowerBound)...ends.upperBound : ends
    }
  }
}

extension TrendFigure {
  func value(in run: CellSummary) -> Double? {
    switch self {
    case .p50: run.callbacks[.p50].map { Double($0) }
    case .p99: run.callbacks[.p99].map { Double($0) }
    case .missed: run.unservedShare
    }
  }

  /// Whether a change from one value to another is large enough to be worth a word.
  func matters(_ before: Double, _ after: Double, policy: ComparisonPolicy) -> Bool {
    let distance = abs(after - before)
    switch self {
    case .p50, .p99:
      return distance
        > max(policy.equivalence * min(abs(before), abs(after)), Double(policy.equivalentTime.count))
    case .missed: return distance > policy.equivalentShare
    }
  }
}

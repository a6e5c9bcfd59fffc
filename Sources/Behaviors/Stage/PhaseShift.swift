import Foundation

/// Whether fire dates keep their place in the interval across a disturbance.
///
/// A run loop's timer works its dates out from two clocks. A thread that is preempted in between arms the whole grid
/// some milliseconds late, or names one date wrong; so dates are compared with each other, and by majority.
struct PhaseShift: Sendable {
  /// Phases before and after, −0.5 … 0.5 intervals; the first date, which is the one asked for, left out of both.
  private let before: [Double]
  private let after: [Double]

  init(before: some Sequence<Double>, after: some Sequence<Double>) {
    self.before = Array(before)
    self.after = Array(after)
  }

  /// The greater of what the phase moved by and what it varies by, in intervals; 0.5 when there is nothing to compare.
  var size: Double {
    guard let old = Self.center(before), let new = Self.center(after) else { return 0.5 }
    return max(Self.distance(old, new), max(Self.spread(before), Self.spread(after)))
  }

  /// Whether the phase was kept.
  var isNone: Bool { size < 0.1 }

  /// Checks that the grid is where it was asked for, as far as slots need it.
  func requireArmed() throws(Disturbed) {
    guard let center = Self.center(before), Self.spread(before) < 0.1, abs(center) > 0.25 else { return }
    throw Disturbed("the timer was armed \(decimal(center)) intervals off its date")
  }

  /// How far phases lie from the most central of them: the median.
  static func spread(_ phases: [Double]) -> Double {
    guard let center = center(phases) else { return 0.5 }
    return phases.map { distance($0, center) }.sorted()[phases.count / 2]
  }

  /// The phase that is nearest to all others.
  private static func center(_ phases: [Double]) -> Double? {
    phases.min { left, right in
      phases.reduce(0) { $0 + distance($1, left) } < phases.reduce(0) { $0 + distance($1, right) }
    }
  }

  private static func distance(_ left: Double, _ right: Double) -> Double {
    abs((left - right) - (left - right).rounded())
  }
}

import Foundation

/// Where the dates of a timer lie in its interval.
///
/// A run loop's timer works its dates out from two clocks. A thread that is preempted in between arms the whole grid
/// some milliseconds late, or names one date wrong; so dates are compared with each other, and by majority. Of dates that
/// lie anywhere, two or three are soon near each other: it takes a dozen, of which three quarters agree, to tell a grid
/// from none.
struct Phases: Sendable {
  /// How many dates there are.
  let count: Int
  /// The phase that most dates share, −0.5 … 0.5 intervals; `nil` without dates.
  let center: Double?
  /// How many dates lie there.
  let agreeing: Int

  /// How many dates tell whether there is a grid.
  static let enough = 12
  /// How far dates of one grid lie apart, in intervals.
  static let tolerance = 0.05

  /// Looks for the phase that most of `phases` share; each is −0.5 … 0.5 intervals.
  init(_ phases: some Sequence<Double>) {
    let phases = Array(phases)
    let groups = phases.map { phase in phases.count { Self.distance($0, phase) < Self.tolerance } }
    let best = groups.max() ?? 0
    count = phases.count
    agreeing = best
    center = zip(phases, groups).first { $0.1 == best }?.0
  }

  /// Whether the dates lie on one grid.
  var isGrid: Bool { center != nil && agreeing * 4 >= count * 3 }

  /// The distance of two phases, 0 … 0.5 intervals.
  static func distance(_ left: Double, _ right: Double) -> Double {
    abs((left - right) - (left - right).rounded())
  }
}

/// Whether fire dates keep their place in the interval across a disturbance.
struct PhaseShift: Sendable {
  /// The dates before and after; the first one, which is the one asked for, left out of both.
  private let before: Phases
  private let after: Phases

  /// - Parameters:
  ///   - before: phases of the dates before the disturbance, −0.5 … 0.5 intervals.
  ///   - after: those of the dates after it.
  init(before: some Sequence<Double>, after: some Sequence<Double>) {
    self.before = Phases(before)
    self.after = Phases(after)
  }

  /// What the phase moved by, in intervals; 0.5 for dates without a grid.
  var size: Double {
    guard before.isGrid, after.isGrid, let old = before.center, let new = after.center else { return 0.5 }
    return Phases.distance(old, new)
  }

  /// Whether the phase was kept.
  func isNone() throws(Disturbed) -> Bool {
    guard size < Phases.tolerance else { return false }
    guard min(before.count, after.count) >= Phases.enough else {
      throw Disturbed(
        "\(before.count) fire dates before and \(after.count) after are too few to tell a phase")
    }
    return true
  }

  /// Checks that the grid is where it was asked for, as far as slots need it.
  func requireArmed() throws(Disturbed) {
    guard before.isGrid, let center = before.center, abs(center) > 0.25 else { return }
    throw Disturbed("the timer was armed \(decimal(center)) intervals off its date")
  }
}

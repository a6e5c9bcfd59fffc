import Timing

/// How steady a timer's period is over an averaging time.
package struct StabilityPoint: Hashable, Sendable {
  /// The averaging time in slots: 1, 2, 4, …
  package let slots: Int64
  /// The averaging time in nanoseconds.
  package let averaging: Int64
  /// The time deviation in nanoseconds; `nil` with fewer than two terms.
  package let timeDeviation: Double?
  /// The number of terms in the time deviation.
  package let terms: Int64
  /// The maximum time interval error in nanoseconds.
  package let maximumTimeIntervalError: Int64
}

/// Time deviation (TDEV) and maximum time interval error (MTIE) of a cell over averaging time, in octaves.
///
/// The time-error series of each timer in each run is its lateness by slot. Definitions: ITU-T G.810, as in
/// allantools' `tdev` and `mtie`. Over several timers and runs, TDEV pools the squares of all terms and MTIE is the
/// largest.
///
/// A slot without a callback of its own, missed or merged, is a gap and stays one. A TDEV term averages the second
/// differences over its window that touch no gap, and counts when those are at least half. MTIE looks at the
/// callbacks that are in its window.
package struct Stability: Hashable, Sendable {
  /// The conditions.
  package let cell: Cell
  /// The points in order of averaging time; those of the longest run.
  package let points: [StabilityPoint]
  /// Timers of runs left out because their slots are too many to lay out, 32 million.
  package let leftOut: Int
}

extension Stability {
  private static let mostSlots = Int64(1) << 25

  /// Computes the points; takes time in proportion to slots × their binary logarithm.
  package init(_ samples: CellSamples) {
    cell = samples.cell
    var octaves: [Octave] = []
    var leftOut = 0
    for track in samples.runs.lazy.flatMap(\.tracks) {
      guard let found = track.octaves(mostSlots: Self.mostSlots) else {
        leftOut += 1
        continue
      }
      for (index, octave) in found.enumerated() {
        if index < octaves.count { octaves[index].merge(octave) } else { octaves.append(octave) }
      }
    }
    self.leftOut = leftOut
    let interval = samples.cell.interval.count
    points = octaves.enumerated().map { index, octave in
      let slots = Int64(1) << Int64(index)
      return StabilityPoint(
        slots: slots, averaging: slots.multipliedSaturated(by: interval), timeDeviation: octave.timeDeviation,
        terms: octave.terms, maximumTimeIntervalError: octave.largestRange)
    }
  }
}

/// What one averaging time gathers.
struct Octave {
  var squares = 0.0
  var terms = Int64(0)
  var largestRange = Int64(0)

  var timeDeviation: Double? { terms >= 2 ? (squares / (6 * Double(terms))).squareRoot() : nil }

  mutating func merge(_ other: Octave) {
    squares += other.squares
    terms += other.terms
    largestRange = max(largestRange, other.largestRange)
  }
}

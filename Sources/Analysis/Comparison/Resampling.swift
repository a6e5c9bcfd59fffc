import Timing

/// The part of a cell that a bootstrap draws as a whole, because its callbacks are correlated.
struct ResamplingUnit {
  /// The lateness of its callbacks, ascending.
  var values: [Int64]
  var missed = Int64(0)
  var slots = Int64(0)
}

/// A cell cut into units, and the units drawn again and again.
///
/// Runs are the units where there are enough of them. Otherwise units are blocks of consecutive callbacks, drawn
/// within their run (Carlstein, "The use of subseries values", Annals of Statistics 14, 1986), about √n of them.
struct Resampling {
  private(set) var units: [ResamplingUnit] = []
  private var strata: [Range<Int>] = []
  /// How often each unit is in each draw, draw after draw.
  private var weights: [UInt16] = []
  private let draws: Int

  init(_ samples: CellSamples, byRuns: Bool, draws: Int, seed: UInt64) {
    self.draws = draws
    let runs = samples.runs.filter { $0.callbacks > 0 }
    if byRuns {
      units = runs.map { Self.unit($0, part: 0, of: 1) }
      strata = [0..<units.count]
    } else {
      for run in runs {
        let parts = Self.blocks(callbacks: run.callbacks)
        let first = units.count
        units += (0..<parts).map { Self.unit(run, part: $0, of: parts) }.filter { !$0.values.isEmpty }
        strata.append(first..<units.count)
      }
    }
    draw(seed: seed)
  }

  private static func blocks(callbacks: Int) -> Int {
    min(200, max(1, Int(Double(callbacks).squareRoot())))
  }

  /// The callbacks of one part in time of a run, of all its timers.
  private static func unit(_ run: RunSamples, part: Int, of parts: Int) -> ResamplingUnit {
    var unit = ResamplingUnit(values: [])
    for track in run.tracks {
      let range = (track.lateness.count * part / parts)..<(track.lateness.count * (part + 1) / parts)
      unit.values += track.lateness[range]
      let missed = track.passes.reduce(Int64(0)) {
        range.contains($1.index) ? $0.addingSaturated($1.slot) : $0
      }
      unit.missed = unit.missed.addingSaturated(missed)
    }
    unit.slots = unit.missed.addingSaturated(Int64(unit.values.count))
    unit.values.radixSort()
    return unit
  }

  private mutating func draw(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    weights = [UInt16](repeating: 0, count: draws * units.count)
    for draw in 0..<draws {
      for stratum in strata where !stratum.isEmpty {
        for _ in stratum {
          weights[draw * units.count + Int.random(in: stratum, using: &random)] &+= 1
        }
      }
    }
  }

  private func weight(_ draw: Int, _ unit: Int) -> Int64 { Int64(weights[draw * units.count + unit]) }
}

extension Resampling {
  /// The missed share in each draw.
  func missedShares() -> [Double] {
    (0..<draws).map { draw in
      var (missed, slots) = (0.0, 0.0)
      for (index, unit) in units.enumerated() {
        missed += Double(weight(draw, index)) * Double(unit.missed)
        slots += Double(weight(draw, index)) * Double(unit.slots)
      }
      return slots > 0 ? missed / slots : 0
    }
  }

  /// The largest value in each draw of about 2·√n of the n units.
  ///
  /// Fewer than all, because the full bootstrap mistakes the spread of an extreme (Bickel, Götze and van Zwet,
  /// "Resampling fewer than n observations", Statistica Sinica 7, 1997).
  func maxima(seed: UInt64) -> [Double] {
    let largest = units.map { $0.values.last ?? .min }
    guard !largest.isEmpty else { return [] }
    let size = min(largest.count, Int((2 * Double(largest.count).squareRoot()).rounded(.up)))
    var random = SplitMix64(seed: seed)
    return (0..<draws).map { _ in
      let drawn = (0..<size).reduce(Int64.min) { most, _ in
        max(most, largest[Int.random(in: largest.indices, using: &random)])
      }
      return Double(drawn)
    }
  }

  /// The quantile of all values in each draw.
  ///
  /// Of the values that any draw can give, at most a thousand at even ranks are candidates; the answer is the
  /// smallest candidate that is high enough.
  func quantiles(_ quantile: Quantile) -> [Double] {
    let own = units.map { $0.values[Int(quantile.rank(of: Int64($0.values.count))) - 1] }
    guard let low = own.min(), let high = own.max() else { return [] }
    let candidates = Self.candidates(units.flatMap { $0.values(in: low...high) })
    let counts = units.map { unit in candidates.map { unit.count(atMost: $0) } }
    return (0..<draws).map { draw in
      let drawn = units.indices.filter { weight(draw, $0) > 0 }
      let size = drawn.reduce(Int64(0)) { $0 + weight(draw, $1) * Int64(units[$1].values.count) }
      let rank = quantile.rank(of: size)
      var (first, last) = (0, candidates.count - 1)
      while first < last {
        let middle = (first + last) / 2
        var count = Int64(0)
        for index in drawn { count += weight(draw, index) * counts[index][middle] }
        if count >= rank { last = middle } else { first = middle + 1 }
      }
      return Double(candidates[first])
    }
  }

  private static func candidates(_ values: [Int64])
    -> [Int64]
  {
    var values = values
    values.radixSort()
    guard values.count > 1_024, let last = values.last else { return values }
    return (0..<1_023).map { values[$0 * values.count / 1_023] } + [last]
  }
}

extension ResamplingUnit {
  func count(atMost limit: Int64) -> Int64 {
    Int64(values.partitioningIndex { $0 > limit })
  }

  func values(in range: ClosedRange<Int64>) -> ArraySlice<Int64> {
    values[
      values.partitioningIndex { $0 >= range.lowerBound }..<values.partitioningIndex { $0 > range.upperBound }
    ]
  }
}

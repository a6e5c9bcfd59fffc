import Timing

/// A run as a bootstrap draws it: as a whole, because its callbacks are correlated.
struct ResamplingUnit {
  /// The lateness of its callbacks, ascending.
  var values: [Int64]
}

/// The runs of a cell, and runs drawn of them again and again, with replacement.
struct Resampling {
  let units: [ResamplingUnit]
  /// How often each unit is in each draw, draw after draw.
  private var weights: [UInt16] = []
  private let draws: Int

  init(_ samples: CellSamples, draws: Int, seed: UInt64) {
    self.draws = draws
    units = draws == 0 ? [] : samples.measuredRuns.map(Self.unit)
    draw(seed: seed)
  }

  /// The callbacks of a run, of all its timers.
  private static func unit(_ run: RunSamples) -> ResamplingUnit {
    var unit = ResamplingUnit(values: run.tracks.flatMap(\.lateness))
    unit.values.radixSort()
    return unit
  }

  private mutating func draw(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    weights = [UInt16](repeating: 0, count: draws * units.count)
    guard !units.isEmpty else { return }
    for draw in 0..<draws {
      for _ in units { weights[draw * units.count + Int.random(in: units.indices, using: &random)] &+= 1 }
    }
  }

  private func weight(_ draw: Int, _ unit: Int) -> Int64 { Int64(weights[draw * units.count + unit]) }
}

extension Resampling {
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

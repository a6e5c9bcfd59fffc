/// Finds values by their rank in a series that is gone through several times instead of being copied.
struct RankSearch {
  /// Hands every value of the series to its argument, the same ones each time.
  typealias Series = ((Int64) -> Void) -> Void

  /// How many values the series has.
  let count: Int64
  private let bins: [Int64]
  private let series: Series

  /// The most values that are copied to be sorted.
  private static let fewest = 1 << 16

  /// Goes through the series once.
  init(_ series: @escaping Series) {
    var bins = [Int64](repeating: 0, count: 2 * Histogram.Bin.pages * Histogram.Bin.perPage)
    series { bins[Histogram.Bin(of: $0).number] += 1 }
    self.bins = bins
    self.series = series
    count = bins.reduce(0, +)
  }

  /// The element of `rank`, from 1, in the order of size; `nil` when there is none.
  func element(rank: Int64) -> Int64? {
    guard rank >= 1, rank <= count else { return nil }
    var (number, rest) = (0, rank)
    while rest > bins[number] {
      rest -= bins[number]
      number += 1
    }
    return Histogram.Bin(number: number).map { element(rank: rest, in: $0.range, count: bins[number]) }
  }

  /// The element of `rank` among the `count` values of the series that lie in a range.
  private func element(rank: Int64, in range: ClosedRange<Int64>, count: Int64) -> Int64 {
    var (low, high, rank, count) = (range.lowerBound, range.upperBound, rank, count)
    while low < high, count > RankSearch.fewest {
      let span = UInt64(bitPattern: high &- low)
      let shift = UInt64(Swift.max(0, 64 - span.leadingZeroBitCount - 11))
      var counts = [Int64](repeating: 0, count: 2_048)
      let (from, through) = (low, high)
      series { value in
        guard value >= from, value <= through else { return }
        counts[Int(truncatingIfNeeded: UInt64(bitPattern: value &- from) >> shift)] += 1
      }
      var bin = 0
      while rank > counts[bin] {
        rank -= counts[bin]
        bin += 1
      }
      count = counts[bin]
      low = from &+ Int64(bin) << Int64(shift)
      high = Swift.min(through, low &+ (Int64(1) << Int64(shift) &- 1))
    }
    guard low < high else { return low }
    var values: [Int64] = []
    values.reserveCapacity(Int(count))
    series { if $0 >= low && $0 <= high { values.append($0) } }
    values.radixSort()
    return values[Int(rank - 1)]
  }
}

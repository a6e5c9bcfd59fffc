/// Counts the values of a series into the bins of a histogram.
struct HistogramCounter: TimeConsumer {
  /// Two counts a bin, for values of even and odd position: one alone would wait for itself where many values are alike.
  /// Not an `Array`, whose spans need macOS 26.
  private var bins = ContiguousArray<Int64>(repeating: 0, count: 2 * Histogram.Bin.all)
  private var count = Int64(0)
  private var least = Int64.max
  private var most = Int64.min
  private var sum = Int128(0)
  private var squares: UInt128? = 0

  mutating func take(_ times: Span<Int32>) {
    countBins(times)
    for start in stride(from: 0, to: times.count, by: HistogramCounter.block) {
      let end = min(start + HistogramCounter.block, times.count)
      var (low, high, total) = (Int32.max, Int32.min, Int64(0))
      // A square has 62 bits, so its halves can be summed apart, several at once.
      var (lower, upper) = (UInt64(0), UInt64(0))
      for index in start..<end {
        let value = times[index]
        low = min(low, value)
        high = max(high, value)
        total &+= Int64(value)
        let square = UInt64(bitPattern: Int64(value) &* Int64(value))
        lower &+= square & 0xFFFF_FFFF
        upper &+= square &>> 32
      }
      add(from: Int64(low), through: Int64(high), sum: Int128(total))
      add(squares: UInt128(upper) << 32 + UInt128(lower))
    }
    count += Int64(times.count)
  }

  mutating func take(_ times: Span<Int64>) {
    countBins(times)
    for index in times.indices {
      let value = times[index]
      add(from: value, through: value, sum: Int128(value))
      let magnitude = UInt128(value.magnitude)
      add(squares: magnitude &* magnitude)
    }
    count += Int64(times.count)
  }

  /// Values that are added up in 64 bits.
  private static let block = 4_096

  @inline(__always)
  private mutating func countBins(_ times: Span<some FixedWidthInteger>) {
    var bins = bins.mutableSpan
    for index in times.indices {
      bins[2 &* Histogram.Bin.number(of: Int64(truncatingIfNeeded: times[index])) &+ index & 1] &+= 1
    }
  }

  @inline(__always)
  private mutating func add(from low: Int64, through high: Int64, sum more: Int128) {
    least = min(least, low)
    most = max(most, high)
    sum &+= more
  }

  @inline(__always)
  private mutating func add(squares more: UInt128) {
    guard let before = squares else { return }
    let (all, overflow) = before.addingReportingOverflow(more)
    squares = overflow ? nil : all
  }

  var histogram: Histogram {
    var histogram = Histogram()
    guard count > 0 else { return histogram }
    for number in 0..<Histogram.Bin.all {
      let times = bins[2 * number] + bins[2 * number + 1]
      if times > 0, let bin = Histogram.Bin(number: number) { histogram.add(binOf: bin, times: times) }
    }
    histogram.include(from: least, through: most, count: count, sum: sum, squares: squares)
    return histogram
  }
}

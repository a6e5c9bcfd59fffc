/// Counts many times into the bins of a histogram, a piece of them at once.
struct HistogramCounter: Hashable, Sendable {
  /// Times that are not counted yet.
  private var piece = ContiguousArray<Int32>()
  /// Two counts a bin, for values of even and odd position: one alone would wait for itself where many values are alike.
  /// Not an `Array`, whose spans need macOS 26.
  private var bins = ContiguousArray<Int64>(repeating: 0, count: 2 * Histogram.Bin.all)
  private var count = Int64(0)
  private var least = Int64.max
  private var most = Int64.min
  private var sum = Int128(0)
  private var squares: UInt128? = 0

  /// Adds a time.
  @inline(__always)
  mutating func add(_ time: Int64) {
    guard let short = Int32(exactly: time) else { return addWide(time) }
    piece.append(short)
    if piece.count == HistogramCounter.block { flush() }
  }

  private mutating func flush() {
    var full: ContiguousArray<Int32> = []
    swap(&full, &piece)
    take(full.span)
    full.removeAll(keepingCapacity: true)
    swap(&full, &piece)
  }

  private mutating func take(_ times: Span<Int32>) {
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

  @inline(never)
  private mutating func addWide(_ time: Int64) {
    bins[2 * Histogram.Bin.number(of: time)] += 1
    add(from: time, through: time, sum: Int128(time))
    let magnitude = UInt128(time.magnitude)
    add(squares: magnitude &* magnitude)
    count += 1
  }

  /// Values that are added up in 64 bits.
  private static let block = 1_024

  @inline(__always)
  private mutating func countBins(_ times: Span<Int32>) {
    var bins = bins.mutableSpan
    for index in times.indices {
      bins[2 &* Histogram.Bin.number(of: Int64(times[index])) &+ index & 1] &+= 1
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
    var all = self
    all.flush()
    return all.counted
  }

  private var counted: Histogram {
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

/// How often each time occurs, exactly.
///
/// A few are kept as they are. Of many, those up to a millisecond early or late are counted a nanosecond each, in a window
/// whose memory is that of their range and not that of the sample; the others are kept until they are so many that a wider
/// window takes less.
struct TimeCounts: Hashable, Sendable {
  /// The time of the first count.
  private var origin: Int64 = 0
  /// Counts below 2¹⁶ each.
  private var counts: [UInt16] = []
  /// The times whose count went past 2¹⁶, once each time that it did.
  private var carries: [Int64] = []
  /// The times outside the window, in no order.
  private var others = TimeList()
  /// The window may hold times this far from zero; none while there are few.
  private var reach: Int64 = 0

  /// So many times may be kept before there is a window.
  private static let many = 1 << 16
  /// The window grows by so many counts at a time.
  private static let step: Int64 = 1 << 13
  /// The window never holds times farther from zero than this, 0.1 s.
  private static let longestReach: Int64 = 1 << 27

  /// Adds a time.
  @inline(__always)
  mutating func add(_ time: Int64) {
    let place = UInt64(bitPattern: time &- origin)
    guard place < UInt64(counts.count) else { return addOutside(time) }
    let index = Int(truncatingIfNeeded: place)
    counts[index] &+= 1
    if counts[index] == 0 { carries.append(time) }
  }

  @inline(never)
  private mutating func addOutside(_ time: Int64) {
    guard time >= -reach, time < reach else {
      others.append(time)
      // A window takes 2 bytes a nanosecond, a kept time 4 or 8.
      if others.count >= Self.many, Int64(others.count) >= reach, reach < Self.longestReach { widen() }
      return
    }
    grow(toHold: time)
    add(time)
  }

  private mutating func grow(toHold time: Int64) {
    let start = (time / Self.step - (time < 0 ? 1 : 0)) * Self.step
    if counts.isEmpty { origin = start }
    if start < origin {
      counts.insert(contentsOf: repeatElement(0, count: Int(origin - start)), at: 0)
      origin = start
    }
    let end = start + Self.step
    if end > origin + Int64(counts.count) {
      let needed = Int(end - origin)
      // An eighth more, so that a window that grows on and on is not copied each time.
      if counts.capacity < needed { counts.reserveCapacity(needed + needed / 8) }
      counts.append(contentsOf: repeatElement(0, count: needed - counts.count))
    }
  }

  private mutating func widen() {
    reach = reach == 0 ? 1 << 20 : reach * 4
    let outside = others
    others = TimeList()
    for time in outside { add(time) }
  }
}

extension TimeCounts {
  /// Adds a time so often.
  mutating func add(_ time: Int64, times: Int64) {
    for _ in 0..<times { add(time) }
  }

  var isEmpty: Bool { counts.isEmpty && others.isEmpty }

  /// Adds every time of another sample.
  mutating func add(_ other: TimeCounts) {
    if isEmpty {
      self = other
      return
    }
    for (index, count) in other.counts.enumerated() where count > 0 {
      let time = other.origin + Int64(index)
      add(time)
      let place = Int(time - origin)
      guard counts.indices.contains(place) else {
        add(time, times: Int64(count) - 1)
        continue
      }
      let (sum, overflow) = counts[place].addingReportingOverflow(count - 1)
      counts[place] = sum
      if overflow { carries.append(time) }
    }
    for time in other.carries { add(time, times: 1 << 16) }
    for time in other.others { add(time) }
  }

  /// Hands over each time that occurs with how often it does, in no order; a time may come more than once.
  func forEach(_ body: (_ time: Int64, _ times: Int64) -> Void) {
    for (index, count) in counts.enumerated() where count > 0 { body(origin + Int64(index), Int64(count)) }
    for time in carries { body(time, 1 << 16) }
    for time in others { body(time, 1) }
  }

  /// Counts in bins, with what of the sample is known exactly.
  var histogram: Histogram {
    var histogram = Histogram()
    var start = 0
    while start < counts.count {
      guard let bin = Histogram.Bin(number: Histogram.Bin.number(of: origin + Int64(start))) else { break }
      let end = min(counts.count, Int(min(bin.range.upperBound, origin + Int64(counts.count)) - origin) + 1)
      histogram.add(binOf: bin, countsFrom: origin + Int64(start), counts[start..<end])
      start = end
    }
    for time in carries { histogram.add(time, times: 1 << 16) }
    for time in others { histogram.add(time) }
    return histogram
  }
}

extension Histogram {
  /// Adds the counts of times that follow each other, all of one bin.
  fileprivate mutating func add(binOf bin: Bin, countsFrom first: Int64, _ counts: ArraySlice<UInt16>) {
    // Times of the window and counts have 28 and 16 bits: sums over a bin, and over the halves of squares, have 64 at most.
    var (total, sum, lower, upper) = (Int64(0), Int64(0), UInt64(0), UInt64(0))
    var (least, most) = (Int64.max, Int64.min)
    for index in counts.indices where counts[index] > 0 {
      let time = first &+ Int64(index &- counts.startIndex)
      let times = Int64(counts[index])
      total &+= times
      sum &+= time &* times
      let square = UInt64(bitPattern: time &* time)
      lower &+= (square & 0xFFFF_FFFF) &* UInt64(bitPattern: times)
      upper &+= (square &>> 32) &* UInt64(bitPattern: times)
      least = Swift.min(least, time)
      most = Swift.max(most, time)
    }
    guard total > 0 else { return }
    add(binOf: bin, times: total)
    include(
      from: least, through: most, count: total, sum: Int128(sum),
      squares: UInt128(upper) << 32 + UInt128(lower))
  }
}

extension TimeCounts: CountedTimes {
  /// Counts up to every so many places of the window, and the other times in order: what a search looks at first.
  struct Index: TimeIndex {
    private static let block = 512

    private let counted: TimeCounts
    private var upTo: [Int64] = [0]
    private var carried: [Int64]
    private var below: [Int64]
    private var above: [Int64]

    init(_ counted: TimeCounts) {
      self.counted = counted
      let end = counted.origin + Int64(counted.counts.count)
      for start in stride(from: 0, to: counted.counts.count, by: Self.block) {
        let block = counted.counts[start..<min(start + Self.block, counted.counts.count)]
        upTo.append(upTo[upTo.count - 1] + block.reduce(into: Int64(0)) { $0 &+= Int64($1) })
      }
      carried = counted.carries.sorted()
      (below, above) = ([], [])
      for time in counted.others {
        if time < counted.origin || counted.counts.isEmpty {
          below.append(time)
        } else if time >= end {
          above.append(time)
        }
      }
      below.radixSort()
      above.radixSort()
    }

    func count(atMost limit: Int64) -> Int64 {
      var count = Int64(below.partitioningIndex { $0 > limit })
      guard limit >= counted.origin, !counted.counts.isEmpty else { return count }
      count += Int64(above.partitioningIndex { $0 > limit })
      count += Int64(carried.partitioningIndex { $0 > limit }) << 16
      let end =
        Int(Swift.min(limit.subtractingSaturated(counted.origin), Int64(counted.counts.count - 1))) + 1
      let whole = end / Self.block
      count += upTo[whole]
      for place in whole * Self.block..<end { count &+= Int64(counted.counts[place]) }
      return count
    }
  }

  var index: Index { Index(self) }
}

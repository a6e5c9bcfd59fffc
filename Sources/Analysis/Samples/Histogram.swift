/// A sample of times in constant memory: counts in bins whose width grows with the value.
///
/// Every count of 128 … 255 · 2ᵏ nanoseconds shares a page of 128 equal bins, so a bin is at most 1/128 of its values
/// wide and its middle is within 0.4 % of each; below 128 ns every nanosecond has a bin. Negative values have pages of
/// their own. Count, sum, smallest and largest are exact, and so is what is below zero. A page takes 1 kB once a value
/// falls into it; there are 114. (The layout of HdrHistogram by Gil Tene, with 128 linear steps an octave.)
package struct Histogram: Hashable, Sendable {
  /// How far a value read from a bin may be from the one that was added, as a fraction of it.
  package static let relativeError = 0.01

  /// The size of the sample.
  package private(set) var count: Int64 = 0
  /// The smallest value; `nil` for an empty sample.
  package private(set) var min: Int64?
  /// The largest value; `nil` for an empty sample.
  package private(set) var max: Int64?
  /// The sum of all values.
  package private(set) var sum: Int128 = 0
  /// The sum of their squares; `nil` once it is beyond 128 bits.
  package private(set) var squares: UInt128? = 0

  /// How many samples are below zero.
  package var early: Int64 { pages.prefix(Bin.pages).joined().reduce(0) { $0.addingSaturated($1) } }

  /// Counts of the bins, in pages that are empty until used; the pages of values below zero first, farthest in front.
  private var pages: [[Int64]] = Array(repeating: [], count: 2 * Bin.pages)

  /// Creates an empty sample.
  package init() {}

  /// Adds a value `times` times.
  package mutating func add(_ value: Int64, times: Int64 = 1) {
    guard times > 0 else { return }
    insert(times, into: Bin(of: value))
    let square = UInt128(value.magnitude) * UInt128(value.magnitude)
    let (squares, overflow) = square.multipliedReportingOverflow(by: UInt128(times.magnitude))
    include(
      from: value, through: value, count: times, sum: Int128(value) * Int128(times),
      squares: overflow ? nil : squares)
  }

  /// Counts values of a bin, which ``include(from:through:count:sum:squares:)`` has to tell the rest of.
  mutating func add(binOf bin: Bin, times: Int64) {
    if times > 0 { insert(times, into: bin) }
  }

  /// Adds what is known exactly of values that were counted by their bins.
  mutating func include(
    from least: Int64, through most: Int64, count more: Int64, sum total: Int128, squares square: UInt128?
  ) {
    count = count.addingSaturated(more)
    min = Swift.min(min ?? least, least)
    max = Swift.max(max ?? most, most)
    sum &+= total
    squares = squares.flatMap { squares in
      square.flatMap { square in
        let (total, carry) = squares.addingReportingOverflow(square)
        return carry ? nil : total
      }
    }
  }

  private mutating func insert(_ times: Int64, into bin: Bin) {
    if pages[bin.page].isEmpty { pages[bin.page] = Array(repeating: 0, count: Bin.perPage) }
    pages[bin.page][bin.offset] = pages[bin.page][bin.offset].addingSaturated(times)
  }

  /// Adds every value of another sample.
  package mutating func add(_ other: Histogram) {
    guard let least = other.min, let most = other.max else { return }
    for (bin, times) in other.bins { insert(times, into: bin) }
    include(from: least, through: most, count: other.count, sum: other.sum, squares: other.squares)
  }

  /// How many bins have memory.
  var capacity: Int { pages.reduce(0) { $0 + $1.count } }

  /// The bins that hold anything, in order of their values, with their counts.
  var bins: [(bin: Bin, count: Int64)] {
    pages.enumerated().flatMap { page, counts in
      counts.enumerated().filter { $0.element > 0 }.map { (Bin(page: page, offset: $0.offset), $0.element) }
    }
  }
}

extension Histogram {
  /// A range of values that are counted together.
  struct Bin: Hashable, Comparable {
    /// Bins of a page.
    static let perPage = 128
    /// Pages of the values from zero on, and as many of those below.
    static let pages = 57
    /// Bins of all values.
    static let all = 2 * pages * perPage

    let page: Int
    let offset: Int

    init(page: Int, offset: Int) { (self.page, self.offset) = (page, offset) }

    /// The bin of a value.
    init(of value: Int64) {
      let number = Bin.number(of: value)
      self.init(page: number / Bin.perPage, offset: number % Bin.perPage)
    }

    /// The number of the bin of a value; without a branch, since every value of a long sample asks for it.
    @inline(__always)
    static func number(of value: Int64) -> Int {
      // −1 lies beside 0 as −2 beside 1: the pages below zero mirror those above.
      let sign = value &>> 63
      let distance = UInt64(bitPattern: value ^ sign)
      // From 256 on, the eight highest bits count; the first of them is always 1 and carries into the page.
      let shift = Swift.max(0, 56 &- distance.leadingZeroBitCount)
      let step =
        shift &* Bin.perPage &+ Int(truncatingIfNeeded: distance &>> UInt64(truncatingIfNeeded: shift))
      return Bin.pages &* Bin.perPage &+ (step ^ Int(truncatingIfNeeded: sign))
    }

    /// The bin's number, from 0 in the order of values; `nil` where there is none.
    init?(number: Int) {
      guard (0..<Bin.all).contains(number) else { return nil }
      self.init(page: number / Bin.perPage, offset: number % Bin.perPage)
    }

    var number: Int { page * Bin.perPage + offset }

    static func < (left: Bin, right: Bin) -> Bool { left.number < right.number }

    /// The values of the bin.
    var range: ClosedRange<Int64> {
      if page < Bin.pages {
        let mirrored = Bin(page: 2 * Bin.pages - 1 - page, offset: Bin.perPage - 1 - offset).range
        return ~mirrored.upperBound...(~mirrored.lowerBound)
      }
      let octave = page - Bin.pages
      guard octave > 0 else { return Int64(offset)...Int64(offset) }
      let shift = Int64(octave - 1)
      let low = Int64(128 + offset) << shift
      return low...(low + ((1 << shift) - 1))
    }

    /// The value that stands for all of the bin.
    var middle: Int64 { range.lowerBound + (range.upperBound - range.lowerBound) / 2 }
  }
}

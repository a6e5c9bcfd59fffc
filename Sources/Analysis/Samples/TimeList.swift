/// A list of times in nanoseconds: 4 bytes each while all of them lie within ±2.1 s, 8 bytes from the first on that does
/// not.
package struct TimeList: Hashable, Sendable {
  private(set) var narrow: [Int32] = []
  /// Every time of a list with one that `narrow` cannot hold; else empty.
  private(set) var wide: [Int64] = []

  /// Creates an empty list.
  package init() {}

  /// Creates a list of `count` equal times.
  package init(repeating time: Int64, count: Int) {
    if let short = Int32(exactly: time) {
      narrow = Array(repeating: short, count: count)
    } else {
      wide = Array(repeating: time, count: count)
    }
  }

  /// Creates a list of some times.
  package init(_ times: some Sequence<Int64>) {
    narrow.reserveCapacity(times.underestimatedCount)
    for time in times { append(time) }
  }

  init(narrow: [Int32]) { self.narrow = narrow }

  init(wide: [Int64]) { self.wide = wide }

  /// Adds a time at the end.
  @inline(__always)
  package mutating func append(_ time: Int64) {
    if wide.isEmpty, let short = Int32(exactly: time) { narrow.append(short) } else { appendWide(time) }
  }

  @inline(never)
  private mutating func appendWide(_ time: Int64) {
    if !narrow.isEmpty {
      wide = narrow.map { Int64($0) }
      narrow = []
    }
    wide.append(time)
  }

  mutating func reserveCapacity(_ count: Int) {
    if wide.isEmpty { narrow.reserveCapacity(count) } else { wide.reserveCapacity(count) }
  }
}

extension TimeList: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { wide.isEmpty ? narrow.count : wide.count }

  @inline(__always)
  package subscript(position: Int) -> Int64 {
    wide.isEmpty ? Int64(narrow[position]) : wide[position]
  }
}

extension Array where Element == Int64 {
  /// Sorts in time proportional to the count, by 11 bits a pass over the range that the values span.
  ///
  /// Needs a second array of the same size while it runs. Small arrays go to the standard sort.
  mutating func radixSort() {
    guard count > 4_096, let low = self.min(), let high = self.max() else {
      sort()
      return
    }
    let range = UInt64(bitPattern: high) &- UInt64(bitPattern: low)
    var scratch = [Int64](repeating: 0, count: count)
    var shift = UInt64(0)
    while shift < 64, range >> shift > 0 {
      var starts = [Int](repeating: 0, count: 2_048)
      for value in self { starts[Self.digit(value, above: low, shift)] += 1 }
      var sum = 0
      for index in starts.indices {
        (starts[index], sum) = (sum, sum + starts[index])
      }
      for value in self {
        let digit = Self.digit(value, above: low, shift)
        scratch[starts[digit]] = value
        starts[digit] += 1
      }
      swap(&self, &scratch)
      shift += 11
    }
  }

  /// The element of `rank`, from 1, in the order of size; `nil` when there is none. Reads the array a few times.
  func element(rank: Int64) -> Int64? {
    guard rank >= 1, rank <= Int64(count), var low = self.min(), var high = self.max() else { return nil }
    var candidates = self
    var rank = rank
    while candidates.count > 64, low < high {
      let range = UInt64(bitPattern: high) &- UInt64(bitPattern: low)
      let shift = UInt64(Swift.max(0, 64 - range.leadingZeroBitCount - 11))
      var counts = [Int64](repeating: 0, count: 2_048)
      for value in candidates { counts[Self.digit(value, above: low, shift)] += 1 }
      var digit = 0
      while rank > counts[digit] {
        rank -= counts[digit]
        digit += 1
      }
      let base = low
      candidates = candidates.filter { Self.digit($0, above: base, shift) == digit }
      guard let least = candidates.min(), let most = candidates.max() else { return nil }
      (low, high) = (least, most)
    }
    return candidates.count > 64 ? low : candidates.sorted()[Int(rank - 1)]
  }

  private static func digit(_ value: Int64, above low: Int64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: ((UInt64(bitPattern: value) &- UInt64(bitPattern: low)) >> shift) & 2_047)
  }
}

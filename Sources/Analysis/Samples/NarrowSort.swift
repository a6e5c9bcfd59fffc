extension Array where Element == Int32 {
  /// The values of some lists in order of size.
  ///
  /// They are dealt out to 2,048 buckets, and those in turn, until the values of a bucket span so little that counting
  /// them tells all. Needs no memory beside the result and one bucket's copy.
  static func sorted(_ lists: [[Int32]]) -> [Int32] {
    var result = [Int32](repeating: 0, count: lists.reduce(0) { $0 + $1.count })
    result.place(lists, at: 0)
    return result
  }

  private mutating func place(_ lists: [[Int32]], at start: Int) {
    var (low, high, count) = (Int32.max, Int32.min, 0)
    for list in lists {
      for value in list {
        if value < low { low = value }
        if value > high { high = value }
      }
      count += list.count
    }
    guard count > 64 else {
      for (offset, value) in lists.joined().sorted().enumerated() { self[start + offset] = value }
      return
    }
    let bits = 32 - UInt32(bitPattern: high &- low).leadingZeroBitCount
    if bits <= 12 {
      placeByCounting(lists, low: low, distinct: 1 << bits, at: start)
      return
    }
    let shift = UInt32(bits - 11)
    // Where the next value of each bucket goes; at last, where each bucket ends.
    var ends = [Int](repeating: 0, count: 2_048)
    for list in lists {
      for value in list { ends[Self.bucket(value, low, shift)] += 1 }
    }
    var sum = start
    for bucket in ends.indices { (ends[bucket], sum) = (sum, sum + ends[bucket]) }
    for list in lists {
      for value in list {
        let bucket = Self.bucket(value, low, shift)
        self[ends[bucket]] = value
        ends[bucket] += 1
      }
    }
    var begin = start
    for end in ends {
      if end - begin > 1 { place([Array(self[begin..<end])], at: begin) }
      begin = end
    }
  }

  private mutating func placeByCounting(_ lists: [[Int32]], low: Int32, distinct: Int, at start: Int) {
    var counts = [Int32](repeating: 0, count: distinct)
    for list in lists {
      for value in list { counts[Int(value &- low)] += 1 }
    }
    var position = start
    for (offset, count) in counts.enumerated() {
      for _ in 0..<count {
        self[position] = low &+ Int32(offset)
        position += 1
      }
    }
  }

  @inline(__always)
  private static func bucket(_ value: Int32, _ low: Int32, _ shift: UInt32) -> Int {
    Int(UInt32(bitPattern: value &- low) >> shift)
  }
}

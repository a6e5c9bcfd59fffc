/// Counts the values of some intervals in equal cells, or keeps them where they are few.
struct CellCounter: TimeConsumer {
  /// One interval and its cells.
  private struct Frame {
    var low: Int64
    var high: Int64
    /// A cell is 2^shift wide.
    var shift: UInt64
    /// Its first place in `cells`.
    var first: Int
    /// How many places it has.
    var count: Int
    /// How many of its places hold values as they came; below zero where they are cells.
    var kept: Int
  }

  private static let mostCells = UInt64(4_096)

  private var frames: [Frame] = []
  private var cells: [Int64] = []
  /// The first interval in each bin of a histogram; −1 where there is none.
  private var frameOfBin = [Int32](repeating: -1, count: Histogram.Bin.all)

  init(_ intervals: [RankInterval]) {
    for (index, interval) in intervals.enumerated() {
      let (low, high) = (interval.range.lowerBound, interval.range.upperBound)
      let span = UInt64(bitPattern: high &- low)
      var shift = UInt64(0)
      while span >> shift >= CellCounter.mostCells { shift += 1 }
      let count = Int(span >> shift) + 1
      let isSmall = shift > 0 && interval.count <= Int64(count)
      let places = isSmall ? Int(interval.count) : count
      frames.append(
        Frame(
          low: low, high: high, shift: shift, first: cells.count, count: places, kept: isSmall ? 0 : -1))
      cells += repeatElement(0, count: places)
      // Every interval lies within one bin.
      let bin = Histogram.Bin.number(of: low)
      if frameOfBin[bin] < 0 { frameOfBin[bin] = Int32(index) }
    }
  }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    // In local variables: a value of a long sample should ask for nothing but its own place.
    var (frames, cells): ([Frame], [Int64]) = ([], [])
    swap(&frames, &self.frames)
    swap(&cells, &self.cells)
    let frameOfBin = frameOfBin
    for index in times.indices {
      let value = Int64(truncatingIfNeeded: times[index])
      var place = Int(frameOfBin[Histogram.Bin.number(of: value)])
      guard place >= 0 else { continue }
      while place < frames.count, value > frames[place].high { place += 1 }
      guard place < frames.count, value >= frames[place].low else { continue }
      let frame = frames[place]
      if frame.kept < 0 {
        cells[
          frame.first &+ Int(truncatingIfNeeded: UInt64(bitPattern: value &- frame.low) &>> frame.shift)] &+=
          1
      } else if frame.kept < frame.count {
        cells[frame.first &+ frame.kept] = value
        frames[place].kept = frame.kept &+ 1
      }
    }
    swap(&frames, &self.frames)
    swap(&cells, &self.cells)
  }

  mutating func add(_ progression: Progression) {
    for (index, frame) in frames.enumerated() where progression.lowest <= frame.high {
      guard progression.highest >= frame.low else { continue }
      guard frame.kept < 0 else {
        for value in progression.values(in: frame.low...frame.high) where frames[index].kept < frame.count {
          cells[frame.first + frames[index].kept] = value
          frames[index].kept += 1
        }
        continue
      }
      for cell in 0..<frame.count {
        let place = frame.first + cell
        cells[place] = cells[place].addingSaturated(progression.count(in: range(of: cell, in: frame)))
      }
    }
  }

  private func range(of cell: Int, in frame: Frame) -> ClosedRange<Int64> {
    let low = frame.low &+ Int64(cell) << Int64(frame.shift)
    return low...min(frame.high, low.addingSaturated((Int64(1) << Int64(frame.shift)) - 1))
  }

  /// The cells, or the values, that hold the ranks of the interval at `index`.
  func parts(of interval: RankInterval, at index: Int) -> [RankInterval] {
    var walk = RankWalk(ranks: interval.ranks, below: interval.below)
    let frame = frames[index]
    if frame.kept >= 0 {
      var values = cells[frame.first..<frame.first + frame.kept].sorted()[...]
      var parts: [RankInterval] = []
      while let value = values.first, !walk.ranks.isEmpty {
        let equal = values.prefix { $0 == value }
        values = values.dropFirst(equal.count)
        if let part = walk.next(value...value, count: Int64(equal.count)) { parts.append(part) }
      }
      return parts
    }
    return (0..<frame.count).compactMap { cell in
      walk.ranks.isEmpty ? nil : walk.next(range(of: cell, in: frame), count: cells[frame.first + cell])
    }
  }
}

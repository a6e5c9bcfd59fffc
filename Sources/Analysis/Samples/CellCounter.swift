/// Counts the values of some intervals in equal cells, or keeps them where they are few.
struct CellCounter: TimeConsumer {
  /// One interval and its cells.
  private struct Frame {
    let equal: EqualCells
    /// Its first place in `cells`.
    let first: Int
    /// How many places it has.
    let count: Int
    /// How many of its places hold values as they came; below zero where they are cells.
    var kept: Int
  }

  private var frames: [Frame] = []
  private var cells: [Int64] = []
  /// The first interval in each bin of a histogram; −1 where there is none.
  private var frameOfBin = [Int32](repeating: -1, count: Histogram.Bin.all)

  init(_ intervals: [RankInterval]) {
    for (index, interval) in intervals.enumerated() {
      let equal = EqualCells(of: interval.range)
      let isSmall = !equal.areValues && interval.count <= Int64(equal.count)
      let places = isSmall ? Int(interval.count) : equal.count
      frames.append(Frame(equal: equal, first: cells.count, count: places, kept: isSmall ? 0 : -1))
      cells += repeatElement(0, count: places)
      // Every interval lies within one bin.
      let bin = Histogram.Bin.number(of: interval.range.lowerBound)
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
      while place < frames.count, value > frames[place].equal.values.upperBound { place += 1 }
      guard place < frames.count, value >= frames[place].equal.values.lowerBound else { continue }
      let frame = frames[place]
      if frame.kept < 0 {
        cells[frame.first &+ frame.equal.number(of: value)] &+= 1
      } else if frame.kept < frame.count {
        cells[frame.first &+ frame.kept] = value
        frames[place].kept = frame.kept &+ 1
      }
    }
    swap(&frames, &self.frames)
    swap(&cells, &self.cells)
  }

  mutating func add(_ progression: Progression) {
    for (index, frame) in frames.enumerated() {
      let values = frame.equal.values
      guard progression.lowest <= values.upperBound, progression.highest >= values.lowerBound
      else { continue }
      guard frame.kept < 0 else {
        for value in progression.values(in: values) where frames[index].kept < frame.count {
          cells[frame.first + frames[index].kept] = value
          frames[index].kept += 1
        }
        continue
      }
      for cell in 0..<frame.count {
        let place = frame.first + cell
        cells[place] = cells[place].addingSaturated(progression.count(in: frame.equal.range(of: cell)))
      }
    }
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
      walk.ranks.isEmpty ? nil : walk.next(frame.equal.range(of: cell), count: cells[frame.first + cell])
    }
  }
}

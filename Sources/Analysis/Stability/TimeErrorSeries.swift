/// The lateness of one timer in one run by slot, in nanoseconds; ``gap`` where no callback came.
///
/// TDEV and MTIE ask for differences only, so that it does not matter from where the time errors count.
struct TimeErrorSeries<Time: FixedWidthInteger & SignedInteger & Sendable> {
  private let errors: [Time]
  private let hasGaps: Bool

  /// Stands for a slot without a callback.
  static var gap: Time { Time.min }

  /// The errors of a timer that has one for each slot.
  init(_ errors: [Time]) {
    self.errors = errors
    hasGaps = errors.contains(Self.gap)
  }

  /// Lays out `track` over `count` slots from its first on; `nil` where a time does not fit.
  init?(_ track: Track, from first: Int64, count: Int) {
    var errors = [Time](repeating: Self.gap, count: count)
    var fits = true
    track.forEach { slot, lateness in
      let index = slot.subtractingSaturated(first)
      // Slots that run backwards, or off the end, are no series.
      guard (0..<Int64(count)).contains(index) else { return }
      guard let time = Time(exactly: lateness), time != Self.gap else { return fits = false }
      errors[Int(index)] = time
    }
    guard fits else { return nil }
    self.init(errors)
  }

  /// The octaves 1, 2, 4, … slots, as far as two slots lie that far apart.
  func octaves() -> [Octave] {
    let ranges = SlidingRanges(errors).largest
    return ranges.enumerated().map { index, range in
      var octave = Octave()
      octave.largestRange = Int64(exactly: range) ?? .max
      if hasGaps {
        addTerms(width: 1 << index, to: &octave)
      } else {
        addWholeTerms(width: 1 << index, to: &octave)
      }
      return octave
    }
  }

  /// The terms of a series without gaps: the sum of the second differences over a window follows from the one before by
  /// the four errors at the windows' ends. All sums are whole numbers and exact.
  private func addWholeTerms(width: Int, to octave: inout Octave) {
    guard errors.count >= 3 * width else { return }
    var sum = (0..<width).reduce(Int64(0)) { $0 &+ (secondDifference($1, width) ?? 0) }
    var squares = 0.0
    let (count, share) = (errors.count - 3 * width + 1, Double(width))
    for index in 0..<count {
      let mean = Double(sum) / share
      squares += mean * mean
      guard index < count - 1 else { break }
      sum &+= Int64(errors[index &+ 3 &* width]) &- Int64(errors[index])
      sum &+= 3 &* (Int64(errors[index &+ width]) &- Int64(errors[index &+ 2 &* width]))
    }
    octave.squares = squares
    octave.terms = Int64(count)
  }

  /// The second difference that starts at `index`; `nil` where it touches a gap.
  private func secondDifference(_ index: Int, _ width: Int) -> Int64? {
    let (first, middle, last) = (errors[index], errors[index + width], errors[index + 2 * width])
    guard first != Self.gap, middle != Self.gap, last != Self.gap else { return nil }
    return Int64(last) &- 2 &* Int64(middle) &+ Int64(first)
  }

  private func addTerms(width: Int, to octave: inout Octave) {
    guard errors.count >= 3 * width else { return }
    var (sum, present) = (Int64(0), 0)
    for index in 0...(errors.count - 2 * width - 1) {
      if let entering = secondDifference(index, width) {
        sum &+= entering
        present += 1
      }
      guard index >= width - 1 else { continue }
      if 2 * present >= width {
        let mean = Double(sum) / Double(present)
        octave.squares += mean * mean
        octave.terms += 1
      }
      if let leaving = secondDifference(index - width + 1, width) {
        sum &-= leaving
        present -= 1
      }
    }
  }
}

extension Track {
  /// The octaves of the timer's time error; `nil` when it spans `mostSlots` or more, or called back once at most.
  func octaves(mostSlots: Int64) -> [Octave]? {
    guard let last = finalSlot, let first = firstCalledSlot else { return nil }
    let span = last.subtractingSaturated(first)
    guard (0..<mostSlots).contains(span) else { return nil }
    let count = Int(span) + 1
    if jumps.count == 1, lateness.wide.isEmpty, !lateness.narrow.contains(.min) {
      return TimeErrorSeries(lateness.narrow).octaves()
    }
    if let narrow = TimeErrorSeries<Int32>(self, from: first, count: count) { return narrow.octaves() }
    return TimeErrorSeries<Int64>(self, from: first, count: count)?.octaves() ?? []
  }
}

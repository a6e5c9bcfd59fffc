/// The lateness of one timer in one run by slot, in nanoseconds after its first; NaN where no callback came.
///
/// The values are whole numbers, so sums of them are exact up to 2⁵³.
struct TimeErrorSeries {
  private var errors: [Double]

  /// Lays out `track`; `nil` when it spans more than `mostSlots`.
  init?(_ track: Track, mostSlots: Int64) {
    guard let last = track.finalSlot, let origin = track.lateness.first, let first = track.firstCalledSlot
    else { return nil }
    let span = last.subtractingSaturated(first)
    guard (0..<mostSlots).contains(span) else { return nil }
    var errors = [Double](repeating: .nan, count: Int(span) + 1)
    track.forEach { slot, lateness in
      let index = slot.subtractingSaturated(first)
      // Slots that run backwards, or off the end, are no series.
      guard (0...span).contains(index) else { return }
      errors[Int(index)] = Double(lateness.subtractingSaturated(origin))
    }
    self.errors = errors
  }

  /// The octaves 1, 2, 4, … slots, as far as two slots lie that far apart.
  func octaves() -> [Octave] {
    var ranges = SlidingRanges(errors)
    var octaves: [Octave] = []
    var width = 1
    while width < errors.count {
      var octave = Octave()
      octave.largestRange = ranges.largest(width: width, errors)
      addTerms(width: width, to: &octave)
      octaves.append(octave)
      ranges.double(width: width)
      width *= 2
    }
    return octaves
  }

  /// The second difference that starts at `index`; NaN where it touches a gap.
  private func secondDifference(_ index: Int, _ width: Int) -> Double {
    errors[index + 2 * width] - 2 * errors[index + width] + errors[index]
  }

  private func addTerms(width: Int, to octave: inout Octave) {
    guard errors.count >= 3 * width else { return }
    var (sum, present) = (0.0, 0)
    for index in 0...(errors.count - 2 * width - 1) {
      let entering = secondDifference(index, width)
      if !entering.isNaN {
        sum += entering
        present += 1
      }
      guard index >= width - 1 else { continue }
      if 2 * present >= width {
        let mean = sum / Double(present)
        octave.squares += mean * mean
        octave.terms += 1
      }
      let leaving = secondDifference(index - width + 1, width)
      if !leaving.isNaN {
        sum -= leaving
        present -= 1
      }
    }
  }
}

/// The largest and the smallest value of every window whose width is a power of two.
private struct SlidingRanges {
  private var highest: [Double]
  private var lowest: [Double]

  init(_ errors: [Double]) {
    highest = errors.map { $0.isNaN ? -.infinity : $0 }
    lowest = errors.map { $0.isNaN ? .infinity : $0 }
  }

  /// The largest range of a window of `width` + 1 slots, from the windows of `width`.
  func largest(width: Int, _ errors: [Double]) -> Int64 {
    var largest = 0.0
    for index in 0..<(errors.count - width) {
      let end = errors[index + width]
      let high = end.isNaN ? highest[index] : max(highest[index], end)
      let low = end.isNaN ? lowest[index] : min(lowest[index], end)
      largest = max(largest, high - low)
    }
    return Int64(exactly: largest) ?? .max
  }

  /// Goes from windows of `width` to twice the width.
  mutating func double(width: Int) {
    let kept = highest.count - width
    for index in 0..<max(0, kept - width) {
      highest[index] = max(highest[index], highest[index + width])
      lowest[index] = min(lowest[index], lowest[index + width])
    }
  }
}

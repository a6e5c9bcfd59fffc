/// By how much the times differ at most within any window of w + 1 slots, for w = 1, 2, 4, … below the number of slots.
///
/// Narrow windows are looked at in chunks that stay in a core's cache, those of one width from those of half of it. A wide
/// window is the end of one block, whole blocks, and the begin of another; where even all of these blocks together differ
/// no more than a window that was seen, none of theirs is looked at.
struct SlidingRanges<Time: FixedWidthInteger & SignedInteger> {
  /// The ranges in the order of the widths.
  private(set) var largest: [Time.Magnitude] = []

  private static var block: Int { 1_024 }
  private static var chunk: Int { 1 << 15 }
  private static var gap: Time { Time.min }

  init(_ times: [Time]) {
    var width = 1
    while width < times.count {
      largest.append(0)
      width *= 2
    }
    addNarrow(times)
    if times.count > Self.block { addWide(times) }
  }

  private mutating func addNarrow(_ times: [Time]) {
    for start in stride(from: 0, to: times.count, by: Self.chunk) {
      let part = times[start..<min(start + Self.chunk + Self.block, times.count)]
      var highest = Array(part)
      var lowest = part.map { $0 == Self.gap ? Time.max : $0 }
      let first = lowest
      var (width, octave) = (1, 0)
      while width < min(Self.block, part.count) {
        var most = largest[octave]
        for index in 0..<min(Self.chunk, part.count - width) {
          let high = max(highest[index], part[start &+ index &+ width])
          let low = min(lowest[index], first[index &+ width])
          most = max(most, range(low, high))
        }
        largest[octave] = most
        for index in 0..<max(0, part.count - 2 * width + 1) {
          highest[index] = max(highest[index], highest[index &+ width])
          lowest[index] = min(lowest[index], lowest[index &+ width])
        }
        width *= 2
        octave += 1
      }
    }
  }

  private mutating func addWide(_ times: [Time]) {
    let size = Self.block
    let blocks = (times.count + size - 1) / size
    var bounds: [(low: Time, high: Time)] = []
    for start in stride(from: 0, to: times.count, by: size) {
      let part = times[start..<min(start + size, times.count)]
      bounds.append(part.reduce((Time.max, Self.gap)) { Self.joined($0, ($1 == Self.gap ? .max : $1, $1)) })
    }
    // Of the blocks between the first and the last of a window.
    var between = [(low: Time, high: Time)](repeating: (.max, Self.gap), count: blocks)
    var (steps, octave) = (1, size.trailingZeroBitCount)
    while octave < largest.count {
      let width = steps * size
      var most = largest[octave]
      for first in 0..<blocks - steps {
        let whole = Self.joined(between[first], Self.joined(bounds[first], bounds[first + steps]))
        guard range(whole.low, whole.high) > most else { continue }
        most = max(most, Self.largest(times, width, first * size, between[first]))
      }
      largest[octave] = most
      for first in 0..<max(0, blocks - steps) {
        let more = Self.joined(bounds[first + steps], between[first + steps])
        between[first] = Self.joined(between[first], more)
      }
      steps *= 2
      octave += 1
    }
  }

  /// The largest range of the windows that begin in the block at `start`, whose whole blocks are between two bounds.
  private static func largest(
    _ times: [Time], _ width: Int, _ start: Int, _ between: (low: Time, high: Time)
  ) -> Time.Magnitude {
    let count = min(block, times.count - width - start)
    var ends = [(low: Time, high: Time)](repeating: (.max, gap), count: block)
    var end: (low: Time, high: Time) = (.max, gap)
    for place in stride(from: block - 1, through: 0, by: -1) {
      let time = times[start + place]
      end = joined(end, (time == gap ? .max : time, time))
      ends[place] = end
    }
    var begin: (low: Time, high: Time) = between
    var most = Time.Magnitude(0)
    for place in 0..<max(0, count) {
      let time = times[start + width + place]
      begin = joined(begin, (time == gap ? .max : time, time))
      let window = joined(begin, ends[place])
      most = max(most, range(window.low, window.high))
    }
    return most
  }

  @inline(__always)
  private static func joined(
    _ one: (low: Time, high: Time), _ other: (low: Time, high: Time)
  ) -> (low: Time, high: Time) {
    (min(one.low, other.low), max(one.high, other.high))
  }
}

/// The distance between two times; 0 where there is none between.
@inline(__always)
private func range<Time: FixedWidthInteger & SignedInteger>(_ low: Time, _ high: Time) -> Time.Magnitude {
  high > low ? Time.Magnitude(truncatingIfNeeded: high &- low) : 0
}

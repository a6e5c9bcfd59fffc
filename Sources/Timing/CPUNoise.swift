/// The interruptions of one processor, seen by a thread that does nothing but read the clock on it.
///
/// A gap is the time between two reads in a row: at least the cost of a read, and longer when something else had the
/// processor in between.
package struct CPUNoise: Hashable, Sendable {
  /// The processor's number; where threads cannot be bound to processors, the thread's.
  package var cpu: Int
  /// Whether the thread was bound to that processor.
  package var bound: Bool
  /// How long the processor was watched, in nanoseconds: the sum of all gaps.
  package var watched: Int64
  /// The shortest gap in nanoseconds.
  package var shortest: Int64
  /// The median gap in nanoseconds; exact below 4 µs, else the lower end of its bin.
  package var median: Int64
  /// The longest gap in nanoseconds.
  package var longest: Int64
  /// Gaps by length: element `i` counts those of `2^i ..< 2^(i+1)` ns, and element 0 also those of 0 ns.
  package var histogram: [Int64]
  /// Gaps above 10 µs.
  package var over10us: Int64
  /// Gaps above 100 µs.
  package var over100us: Int64
  /// Gaps above 1 ms.
  package var over1ms: Int64

  /// Creates the figures of one processor.
  package init(
    cpu: Int, bound: Bool, watched: Int64, shortest: Int64, median: Int64, longest: Int64, histogram: [Int64],
    over10us: Int64, over100us: Int64, over1ms: Int64
  ) {
    self.cpu = cpu
    self.bound = bound
    self.watched = watched
    self.shortest = shortest
    self.median = median
    self.longest = longest
    self.histogram = histogram
    self.over10us = over10us
    self.over100us = over100us
    self.over1ms = over1ms
  }

  /// The number of gaps.
  package var gaps: Int64 { histogram.reduce(0, +) }
}

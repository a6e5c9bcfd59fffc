/// What three clocks showed at one moment, in nanoseconds.
package struct ClockReading: Hashable, Sendable {
  /// The monotonic clock, which stands still while the system sleeps.
  package var monotonic: Int64
  /// The boot-time clock, which does not.
  package var boot: Int64
  /// The wall clock, since 1970, which is set.
  package var wall: Int64
  /// How long the reading took: the clocks are true to each other to half of it.
  package var width: Int64

  /// Creates a reading.
  package init(monotonic: Int64, boot: Int64, wall: Int64, width: Int64 = 0) {
    self.monotonic = monotonic
    self.boot = boot
    self.wall = wall
    self.width = width
  }

  /// Makes it one of another monotonic time, between which nothing happened to the clocks.
  mutating func move(to time: Int64) {
    let passed = time - monotonic
    (monotonic, boot, wall) = (time, boot &+ passed, wall &+ passed)
  }

  /// Wall time minus monotonic time.
  package var wallOffset: Int64 { wall &- monotonic }
}

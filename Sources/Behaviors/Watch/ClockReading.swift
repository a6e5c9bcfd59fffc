import CPlatform
import Timing

/// What three clocks showed at one moment, in nanoseconds.
package struct ClockReading: Hashable, Sendable {
  /// The monotonic clock, which stands still while the system sleeps.
  package var monotonic: Int64
  /// The boot-time clock, which does not.
  package var boot: Int64
  /// The wall clock, which is set.
  package var wall: Int64

  /// Creates a reading.
  package init(monotonic: Int64, boot: Int64, wall: Int64) {
    self.monotonic = monotonic
    self.boot = boot
    self.wall = wall
  }

  /// Reads the clocks `attempts` times and keeps the reading that took the shortest time.
  package static func now(attempts: Int = 5) -> ClockReading {
    var best = ClockReading(monotonic: 0, boot: 0, wall: 0)
    var shortest = Int64.max
    for _ in 0..<attempts {
      let before = platform_monotonic_ns()
      let reading = ClockReading(monotonic: before, boot: platform_boot_ns(), wall: platform_wall_ns())
      let took = platform_monotonic_ns() - before
      if took < shortest { (best, shortest) = (reading, took) }
    }
    return best
  }
}

/// Something that happened to the clocks between two readings.
package struct ClockEvent: Hashable, Sendable, Codable {
  /// What happened.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The system slept.
    case sleep
    /// The wall clock was set.
    case step
  }

  /// What happened.
  package var kind: Kind
  /// How long it slept, or by how much the clock was set: negative when backwards. Nanoseconds.
  package var length: Int64
  /// The monotonic times between which it happened, in nanoseconds.
  package var after: Int64
  /// The end of that span.
  package var before: Int64

  /// Creates an event.
  package init(kind: Kind, length: Int64, after: Int64, before: Int64) {
    self.kind = kind
    self.length = length
    self.after = after
    self.before = before
  }
}

extension ClockEvent {
  /// The smallest sleep or step that is told from the time a reading takes, in nanoseconds.
  package static let smallest: Int64 = 2_000_000
  /// How fast a wall clock may be slewed before that counts as a step: 500 ppm, the limit of `adjtimex`.
  static let slewPerMillion: Int64 = 500

  /// What happened between successive readings, in order.
  ///
  /// A sleep is what the boot-time clock gained on the monotonic clock; a step is what the wall clock gained on the
  /// boot-time clock, less what a slew of 500 ppm can have made of it.
  package static func detected(in readings: some Sequence<ClockReading>) -> [ClockEvent] {
    var events: [ClockEvent] = []
    var last: ClockReading?
    for reading in readings {
      if let last { events += detected(from: last, to: reading) }
      last = reading
    }
    return events
  }

  static func detected(from last: ClockReading, to reading: ClockReading) -> [ClockEvent] {
    var events: [ClockEvent] = []
    func add(_ kind: Kind, _ length: Int64) {
      events.append(ClockEvent(kind: kind, length: length, after: last.monotonic, before: reading.monotonic))
    }
    let slept = (reading.boot - last.boot) - (reading.monotonic - last.monotonic)
    if slept >= smallest { add(.sleep, slept) }
    let stepped = (reading.wall - last.wall) - (reading.boot - last.boot)
    let slew = (reading.boot - last.boot) / 1_000_000 * slewPerMillion
    if stepped.magnitude >= UInt64(max(0, smallest + slew)) { add(.step, stepped) }
    return events
  }
}

import Text

/// Something that happened to the clocks between two readings of them.
package struct ClockEvent: Hashable, Sendable, Codable {
  /// What happened.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The system slept. The monotonic clock stood still meanwhile.
    case sleep
    /// The wall clock was set.
    case set = "clock_set"
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

  /// The event with its times counted from another moment, such as a run's epoch.
  package func since(_ moment: Int64) -> ClockEvent {
    ClockEvent(kind: kind, length: length, after: after - moment, before: before - moment)
  }
}

extension ClockEvent {
  private enum CodingKeys: String, CodingKey {
    case after = "after_ns"
    case before = "before_ns"
    case by = "by_ns"
    case length = "length_ns"
  }

  /// A sleep has a length, a step is by so much: that tells them apart.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let by = try fields.decodeIfPresent(Int64.self, forKey: .by)
    self.init(
      kind: by == nil ? .sleep : .set, length: try by ?? fields.decode(Int64.self, forKey: .length),
      after: try fields.decode(Int64.self, forKey: .after),
      before: try fields.decode(Int64.self, forKey: .before))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(after, forKey: .after)
    try fields.encode(before, forKey: .before)
    try fields.encode(length, forKey: kind == .set ? .by : .length)
  }
}

extension ClockEvent {
  /// The smallest sleep or step that is told from what a reading of the clocks costs, in nanoseconds.
  package static let smallest: Int64 = 300_000
  /// How fast a wall clock may be slewed, in parts per million: the limit of `adjtime`. On Linux the monotonic clock is
  /// slewed along.
  static let slewPerMillion: Int64 = 500

  /// What happened between two readings, in order.
  ///
  /// A sleep is what the boot-time clock gained on the monotonic clock; a step is what the wall clock gained on the
  /// boot-time clock, less what a slew of 500 ppm can have made of it.
  package static func detected(from last: ClockReading, to reading: ClockReading) -> [ClockEvent] {
    var events: [ClockEvent] = []
    func add(_ kind: Kind, _ length: Int64) {
      events.append(ClockEvent(kind: kind, length: length, after: last.monotonic, before: reading.monotonic))
    }
    let least = smallest + last.width + reading.width
    let passed = reading.monotonic - last.monotonic
    let slept = (reading.boot - last.boot) - passed
    if slept >= least { add(.sleep, slept) }
    let stepped = (reading.wall - last.wall) - (reading.boot - last.boot)
    let slew = passed / 1_000_000 * slewPerMillion
    if stepped.magnitude >= UInt64(max(0, least + slew)) { add(.set, stepped) }
    return events
  }
}

extension ClockEvent {
  /// The event in a JSON document.
  package var json: JSONValue {
    .object([
      ("kind", .string(kind.rawValue)), ("after_ns", .integer(after)), ("before_ns", .integer(before)),
      (kind == .set ? "by_ns" : "length_ns", .integer(length)),
    ])
  }
}

/// What a timer's callback stores, and nothing more: 32 bytes, no derived value.
public struct Firing: Hashable, Sendable {
  /// The first clock read in the handler, nanoseconds of the monotonic clock.
  public var callback: Int64
  /// What the mechanism says of the slot; read by ``SlotEvidence``.
  public var evidence: Int64
  /// How long the load then held the handler, in nanoseconds.
  public var handler: Int64
  /// The timer's index, from 0; ``block`` marks a block of the loop's load instead of a callback.
  public var source: Int32
  /// How many deadlines the callback stands for, at least 1 (Dispatch: `source.data`; others: 1).
  public var fired: Int32

  /// The source of a record that is a block of load: `callback` is its start, `handler` its length.
  public static let block: Int32 = -1

  /// Creates a record.
  public init(
    callback: Int64, evidence: Int64, fired: Int32 = 1, handler: Int64 = 0, source: Int32 = 0
  ) {
    self.callback = callback
    self.evidence = evidence
    self.handler = handler
    self.source = source
    self.fired = fired
  }

  /// A block of load that held the loop from `start` to `end`.
  public static func block(from start: Int64, to end: Int64) -> Firing {
    Firing(callback: start, evidence: 0, handler: end - start, source: block)
  }
}

/// How a mechanism names the slot of a callback. The slot never comes from the callback's own time.
public enum SlotEvidence: Hashable, Sendable {
  /// The slot itself: the running sum of what earlier callbacks fired (Dispatch), or the index of a
  /// loop that keeps the schedule itself.
  case slot
  /// The mechanism's own time for the slot, in nanoseconds after its time for slot 0 (`Timer.fireDate`).
  case fireTime
}

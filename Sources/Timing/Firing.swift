/// What a timer's callback stores, and nothing more: 32 bytes, no derived value.
package struct Firing: Hashable, Sendable {
  /// The first clock read in the handler, nanoseconds of the monotonic clock.
  package var callback: Int64
  /// What the mechanism says of the slot; read by ``SlotEvidence``.
  package var evidence: Int64
  /// How long the load then held the handler, in nanoseconds.
  package var handler: Int64
  /// The timer's index, from 0; ``block`` marks a block of the loop's load instead of a callback.
  package var source: Int32
  /// How many deadlines the callback stands for, at least 1 (Dispatch: `source.data`; others: 1).
  package var fired: Int32

  /// The source of a record that is a block of load: `callback` is its start, `handler` its length.
  package static let block: Int32 = -1

  /// Records that the recorder had no room for, told in one record before the next that it keeps.
  ///
  /// `source` is negative and below ``block``; ``lostSource`` tells the timer.
  /// - Parameters:
  ///   - source: the timer's index.
  ///   - fired: the deadlines that the lost callbacks stood for.
  ///   - busy: how long the lost records say that the loop was held, in nanoseconds.
  package static func lost(source: Int32, fired: Int64, busy: Int64) -> Firing {
    Firing(callback: 0, evidence: fired, handler: busy, source: block - 1 - source)
  }

  /// The timer whose callbacks were lost; `nil` for any other record.
  package var lostSource: Int32? { source < Firing.block ? Firing.block - 1 - source : nil }

  /// Creates a record.
  package init(
    callback: Int64, evidence: Int64, fired: Int32 = 1, handler: Int64 = 0, source: Int32 = 0
  ) {
    self.callback = callback
    self.evidence = evidence
    self.handler = handler
    self.source = source
    self.fired = fired
  }

  /// A block of load that held the loop from `start` to `end`.
  package static func block(from start: Int64, to end: Int64) -> Firing {
    Firing(callback: start, evidence: 0, handler: end - start, source: block)
  }
}

/// How a mechanism names the slot of a callback. The slot never comes from the callback's own time.
package enum SlotEvidence: Hashable, Sendable {
  /// The slot itself: the running sum of what earlier callbacks fired (Dispatch), or the index of a
  /// loop that keeps the schedule itself.
  case slot
  /// The mechanism's own date for the slot, in nanoseconds since 1970 of the wall clock (`Timer.fireDate`). Foundation
  /// works it out when the callback before has returned, from the monotonic time that it keeps to: it means that time
  /// only together with how the two clocks stood to each other then.
  case fireDate
}

/// Whether callbacks come before their deadlines, as far as the machine let it be seen.
///
/// A late callback tells nothing: on a busy machine a timer that fires early is late as well. What tells is a callback
/// less than half an interval from its deadline. One of a timer that fires half an interval early lies before the
/// deadline as often as after it, so that a dozen of them after it rule such a timer out but for one time in 4,000.
struct Earliness: Sendable {
  /// The least lateness in intervals; `nil` without callbacks.
  let earliest: Double?
  /// How many callbacks came early.
  let early: Int
  /// How many came in time and less than half an interval late.
  let telling: Int
  private let needed: Int

  /// How many callbacks in time tell that none is early.
  static let enough = 12

  /// Counts.
  /// - Parameters:
  ///   - lateness: that of each callback, in intervals.
  ///   - needed: how many early callbacks prove a timer early: one, but two where a slot may be named wrong.
  init(_ lateness: some Sequence<Double>, needed: Int = 1) {
    self.needed = needed
    earliest = lateness.min()
    early = lateness.reduce(0) { $0 + ($1 < -Pace.earliness ? 1 : 0) }
    telling = lateness.reduce(0) { $0 + (-Pace.earliness <= $1 && $1 < 0.5 - 2 * Pace.earliness ? 1 : 0) }
  }

  /// Whether more callbacks would tell no more.
  var isSettled: Bool { early >= needed || telling >= Self.enough }

  /// Whether the timer is never early.
  func isNone() throws(Disturbed) -> Bool {
    if early >= needed { return false }
    guard early == 0, telling >= Self.enough else {
      throw Disturbed(
        "of the callbacks \(early) came early and \(telling) in time: too few on a machine this busy to tell")
    }
    return true
  }

  /// For evidence.
  var text: String { "the earliest \(decimal(earliest ?? .nan)) intervals after its" }
}

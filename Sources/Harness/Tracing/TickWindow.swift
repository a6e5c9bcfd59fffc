import Timing

/// The newest callbacks of a run that may stop early. Unchecked: one thread at a time uses it, as the ledger's.
final class TickWindow: @unchecked Sendable {
  private var ticks: [Tick] = []

  /// How many callbacks before the late one are kept.
  static let before = 10

  /// Adds callbacks in order.
  func add(_ more: [Tick]) {
    ticks += more.suffix(TickWindow.capacity)
    ticks.removeFirst(max(0, ticks.count - TickWindow.capacity))
  }

  private static var capacity: Int { before + 1 + CallbackTap.callbacksAfter }

  /// The report on the first of them that met the condition; `nil` when none did.
  func report(
    _ planned: PlannedRun, _ condition: StopCondition, story: (Tick) -> SchedulerStory?
  ) -> StopReport? {
    let limit = condition.lateness.count
    guard let index = ticks.firstIndex(where: { $0.isMeasured && $0.lateness > limit }) else { return nil }
    return StopReport(
      planned: planned, condition: condition, window: ticks, index: index, story: story(ticks[index]))
  }
}

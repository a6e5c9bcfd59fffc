import Timers
import Timing

extension RunOptions {
  /// What is to be measured; and one sentence for each kind of combination that has no meaning.
  func plan() throws -> (plan: Plan, omitted: [String]) {
    let matrix = Matrix(
      timers: timers ?? ["runloop", "dispatch"], intervals: intervals ?? [.ms(10)],
      leeways: leeways ?? [.fixed(.zero)], loads: loads ?? [.idle], counts: counts ?? [1])
    let (cells, omitted) = matrix.cells { id in
      TimerKind.named(id)?.traits ?? TimerTraits(takesLeeway: false, hasLoop: false)
    }
    guard !cells.isEmpty else {
      throw UsageError(
        description: "nothing to measure: " + omitted.joined(separator: "; "), command: "run")
    }
    let plan = Plan(
      cells: cells, repetitions: repetitions ?? 1,
      length: count.map { .count($0) } ?? .duration(duration ?? .s(2)),
      warmup: warmup ?? (count == nil ? .ms(200) : .zero),
      seed: seed ?? UInt64(bitPattern: MonotonicClock.now()))
    return (plan, omitted)
  }
}

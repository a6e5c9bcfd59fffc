import Text
import Timing

/// What went wrong with runs of some cells.
extension Finding {
  /// The code of the finding on runs that failed.
  package static let failedRuns = "failed_runs"

  static func ofRuns(_ summaries: [CellSummary]) -> [Finding] {
    failures(summaries)
      + [unbegun(summaries), interrupted(summaries), unfinished(summaries)].compactMap(\.self)
      + pauses(summaries) + [dropped(summaries), pending(summaries)].compactMap(\.self)
  }

  private static func failures(_ summaries: [CellSummary]) -> [Finding] {
    summaries.filter { !$0.failures.isEmpty }.map { failed in
      let why = failed.failures.compactMap(\.problem).first.map { " (\($0))" } ?? ""
      return Finding(
        .warning, code: failedRuns,
        "\(Numbers.counted(failed.failures.count, "run")) of \(failed.cell) failed\(why)",
        remedy: "their callbacks are in no figure; mend the cause and measure again")
    }
  }

  private static func unbegun(_ summaries: [CellSummary]) -> Finding? {
    let unbegun = summaries.filter { $0.unbegun > 0 }
    guard !unbegun.isEmpty else { return nil }
    let count = unbegun.reduce(0) { $0 + $1.unbegun }
    return Finding(
      .warning, code: "never_begun",
      "\(Numbers.counted(count, "planned run")) never began: \(names(unbegun))",
      remedy: "measure again for them")
  }

  private static func interrupted(_ summaries: [CellSummary]) -> Finding? {
    let interrupted = summaries.filter { $0.facts.interrupted > 0 }
    guard !interrupted.isEmpty else { return nil }
    return Finding(
      .warning, code: "interrupted", "interrupted while measuring \(names(interrupted))",
      remedy: "these cells hold fewer callbacks than planned")
  }

  private static func unfinished(_ summaries: [CellSummary]) -> Finding? {
    let unfinished = summaries.filter { $0.facts.unfinished > 0 }
    guard !unfinished.isEmpty else { return nil }
    return Finding(
      .warning, code: "unfinished", "the recording breaks off in \(names(unfinished))",
      remedy: "what it holds is used; measure again for the rest")
  }

  private static func pauses(_ summaries: [CellSummary]) -> [Finding] {
    summaries.filter { !$0.facts.pauses.isEmpty }.map { paused in
      let pauses = paused.facts.pauses.map { pause in
        switch pause.kind {
        case .stopped:
          "the process was stopped for up to \(Numbers.time(pause.length)) at \(Numbers.time(pause.at))"
        }
      }
      return Finding(
        .warning, code: "paused", "\(paused.cell): \(listed(pauses, rest: "more times"))",
        remedy: "the lateness and the missed slots of that time are not the timer's; measure again")
    }
  }

  private static func dropped(_ summaries: [CellSummary]) -> Finding? {
    let dropped = summaries.reduce(Int64(0)) { $0.addingSaturated($1.facts.dropped) }
    guard dropped > 0 else { return nil }
    return Finding(
      .warning, code: "dropped",
      "\(Numbers.counted(dropped, "callback")) found the recorder full and \(dropped == 1 ? "is" : "are") in no figure",
      remedy: "measure for a shorter time, with longer intervals or fewer timers")
  }

  private static func pending(_ summaries: [CellSummary]) -> Finding? {
    let stranded = summaries.filter { $0.facts.stranded > 0 && $0.facts.pauses.isEmpty }
    guard !stranded.isEmpty else { return nil }
    let count = stranded.reduce(Int64(0)) { $0.addingSaturated($1.facts.stranded) }
    return Finding(
      .warning, code: "pending",
      "\(Numbers.counted(count, "deadline")) had passed unserved when the runs ended: \(names(stranded))",
      remedy: "the timer was behind at that moment; these deadlines are in no quantile")
  }
}

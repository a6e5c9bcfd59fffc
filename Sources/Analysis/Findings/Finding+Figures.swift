import Text
import Timing

/// What the figures of some cells cannot tell, or tell otherwise than one would think.
extension Finding {
  static func ofFigures(_ summaries: [CellSummary]) -> [Finding] {
    [
      noCallbacks(summaries), histograms(summaries), achievedIntervals(summaries), gridOffsets(summaries),
    ].compactMap(\.self)
      + shortLoads(summaries) + loadProblems(summaries) + [fewSamples(summaries)].compactMap(\.self)
  }

  private static func noCallbacks(_ summaries: [CellSummary]) -> Finding? {
    let empty = summaries.filter { $0.callbacks.count == 0 && $0.runs > 0 && $0.failures.isEmpty }
    guard !empty.isEmpty else { return nil }
    return Finding(
      .warning, code: "no_callbacks", "no callback was measured of \(names(empty))",
      remedy: "measure longer than the interval and the warm-up")
  }

  private static func histograms(_ summaries: [CellSummary]) -> Finding? {
    let coarse = summaries.filter(\.isFromHistogram)
    guard !coarse.isEmpty else { return nil }
    return Finding(
      .note, code: "histogram", "the quantiles are those of histograms, within 1%: \(names(coarse))",
      remedy:
        "MAD, TDEV, MTIE, the causes of a trace and whether a difference is beyond chance need every row")
  }

  private static func achievedIntervals(_ summaries: [CellSummary]) -> Finding? {
    let off = summaries.filter(\.pace.achievedIntervalIsOff)
    guard !off.isEmpty else { return nil }
    let list = off.map { "every \(Numbers.time($0.pace.achievedInterval)) of \($0.cell)" }
    return Finding(
      .warning, code: "achieved_interval",
      "callbacks come farther apart than asked for: \(listed(list))",
      remedy: "the interval is too short for these timers here; see the missed and merged deadlines")
  }

  private static func gridOffsets(_ summaries: [CellSummary]) -> Finding? {
    let shifted = summaries.filter { !$0.facts.gridOffsets.isEmpty }
    guard !shifted.isEmpty else { return nil }
    let offsets = shifted.flatMap(\.facts.gridOffsets)
    let most = offsets.max { $0.magnitude < $1.magnitude }
    return Finding(
      .warning, code: "grid_offset",
      "Foundation armed the timer off its deadlines in \(Numbers.counted(offsets.count, "run")), by up to "
        + "\(Numbers.time(most)): \(names(shifted))",
      remedy: "all lateness of these runs is shifted by as much; measure again on a quieter machine")
  }

  /// A finding for each load that took less than it was asked to.
  private static func shortLoads(_ summaries: [CellSummary]) -> [Finding] {
    let short = summaries.filter { summary in
      // Each callback took its time; how many came is for the timer to answer for.
      guard summary.cell.load.kind != .handler, let asked = summary.facts.requestedOccupancy,
        let had = summary.facts.achievedOccupancy
      else { return false }
      return had < 0.9 * asked
    }
    return Dictionary(grouping: short, by: \.cell.load).values
      .sorted { $0[0].cell < $1[0].cell }
      .compactMap { alike in
        guard let asked = alike[0].facts.requestedOccupancy, let had = alike[0].facts.achievedOccupancy else {
          return nil
        }
        return Finding(
          .warning, code: "load_short",
          "\(shortfall(of: alike[0].cell.load, had: had, asked: asked)): \(names(alike))",
          remedy: "the figures are of a lighter load than their label says")
      }
  }

  /// What a load achieved, in its own unit.
  private static func shortfall(of load: CellLoad, had: Double, asked: Double) -> String {
    switch load.kind {
    case .cpu:
      "the spinning threads got \(Numbers.fixed(had, 2)) CPUs instead of \(Numbers.fixed(asked, 0))"
    case .timers:
      "the other timers called back \(Numbers.fixed(had, 2)) times an interval instead of "
        + Numbers.fixed(asked, 0)
    case .loop, .handler, .idle, .exec, nil:
      "the load held the loop \(Numbers.percent(had)) of the time instead of \(Numbers.percent(asked))"
    }
  }

  private static func loadProblems(_ summaries: [CellSummary]) -> [Finding] {
    summaries.filter { !$0.facts.loadProblems.isEmpty }.map { summary in
      Finding(
        .warning, code: "load_problem",
        "\(summary.cell): \(summary.facts.loadProblems.joined(separator: "; "))")
    }
  }

  private static func fewSamples(_ summaries: [CellSummary]) -> Finding? {
    let few = summaries.filter { $0.callbacks.count > 0 && $0.callbacks.count < Quantile.p999.samplesNeeded }
    guard !few.isEmpty else { return nil }
    let cells = few.count == summaries.count ? "" : " in \(Numbers.counted(few.count, "cell"))"
    return Finding(
      .note, code: "few_samples", "p99 is withheld below 100 callbacks, p99.9 below 1,000\(cells)",
      remedy: "measure longer (--duration) or more often (--repetitions)")
  }
}

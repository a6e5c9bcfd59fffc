import Timing

extension Note {
  /// The code of the note on runs that failed.
  package static let failedRuns = "failed_runs"

  /// What a reader of `summaries`, measured in `environment`, has to know; warnings first.
  /// - Parameter separation: why they are not pooled with figures of the same machine.
  package static func notes(
    on summaries: [CellSummary], in environment: Environment, separation: Separation? = nil
  ) -> [Note] {
    let notes =
      ofPooling(separation) + ofRuns(summaries) + ofClocks(summaries) + ofFigures(summaries)
      + ofMachine(environment)
      + ofLeeway(summaries, environment)
      + ofRealtime(summaries, environment) + ofTracing(summaries)
    return notes.filter { $0.weight == .warning } + notes.filter { $0.weight == .remark }
  }

  /// Why the recordings are not pooled with others of their machine.
  private static func ofPooling(_ separation: Separation?) -> [Note] {
    guard let separation else { return [] }
    return [
      Note(
        code: "kept_apart", weight: .remark, text: separation.description,
        remedy: "recordings are repetitions of one another where nothing differs that can move a figure")
    ]
  }

  /// The cells by name, no more than three of them.
  static func names(_ summaries: [CellSummary]) -> String {
    let names = summaries.prefix(3).map(\.cell.description).joined(separator: "; ")
    return summaries.count > 3 ? "\(names); and \(summaries.count - 3) more" : names
  }

  static func plural(_ count: Int64, _ one: String, _ many: String? = nil) -> String {
    "\(Numbers.count(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  private static func ofRuns(_ summaries: [CellSummary]) -> [Note] {
    var notes: [Note] = []
    for failed in summaries where !failed.failures.isEmpty {
      let why = failed.failures.compactMap(\.problem).first.map { " (\($0))" } ?? ""
      let count = plural(Int64(failed.failures.count), "run")
      notes.append(
        Note(
          code: Note.failedRuns, weight: .warning, text: "\(count) of \(failed.cell) failed\(why)",
          remedy: "their callbacks are in no figure; mend the cause and measure again"))
    }
    let unbegun = summaries.filter { $0.unbegun > 0 }
    if !unbegun.isEmpty {
      let count = unbegun.reduce(0) { $0 + $1.unbegun }
      notes.append(
        Note(
          code: "never_begun", weight: .warning,
          text: "\(plural(Int64(count), "run")) that were planned never began: \(names(unbegun))",
          remedy: "measure again for them"))
    }
    let interrupted = summaries.filter { $0.facts.interrupted > 0 }
    if !interrupted.isEmpty {
      notes.append(
        Note(
          code: "interrupted", weight: .warning, text: "interrupted while measuring \(names(interrupted))",
          remedy: "these cells hold fewer callbacks than planned"))
    }
    let unfinished = summaries.filter { $0.facts.unfinished > 0 }
    if !unfinished.isEmpty {
      notes.append(
        Note(
          code: "unfinished", weight: .warning, text: "the recording breaks off in \(names(unfinished))",
          remedy: "what it holds is used; measure again for the rest"))
    }
    for paused in summaries where !paused.facts.pauses.isEmpty {
      let pauses = paused.facts.pauses.prefix(3).map { pause in
        switch pause.kind {
        case .stopped:
          "the process was stopped for up to \(Numbers.time(pause.length)) at \(Numbers.time(pause.at))"
        }
      }
      let more = paused.facts.pauses.count - pauses.count
      notes.append(
        Note(
          code: "paused", weight: .warning,
          text: "\(paused.cell): " + pauses.joined(separator: "; ")
            + (more > 0 ? "; and \(more) more times" : ""),
          remedy: "the lateness and the missed slots of that time are not the timer's; measure again"))
    }
    let dropped = summaries.reduce(Int64(0)) { $0.addingSaturated($1.facts.dropped) }
    if dropped > 0 {
      notes.append(
        Note(
          code: "dropped", weight: .warning,
          text: "\(plural(dropped, "callback")) found the recorder full and are in no figure",
          remedy: "measure for a shorter time, with longer intervals or fewer timers"))
    }
    let stranded = summaries.filter { $0.facts.stranded > 0 && $0.facts.pauses.isEmpty }
    if !stranded.isEmpty {
      let count = stranded.reduce(Int64(0)) { $0.addingSaturated($1.facts.stranded) }
      notes.append(
        Note(
          code: "pending", weight: .warning,
          text: "\(plural(count, "deadline")) had passed unserved when the runs ended: \(names(stranded))",
          remedy: "the timer was behind at that moment; these deadlines are in no quantile"))
    }
    return notes
  }

  private static func ofFigures(_ summaries: [CellSummary]) -> [Note] {
    var notes: [Note] = []
    let empty = summaries.filter { $0.callbacks.count == 0 && $0.runs > 0 && $0.failures.isEmpty }
    if !empty.isEmpty {
      notes.append(
        Note(
          code: "no_callbacks", weight: .warning, text: "no callback was measured of \(names(empty))",
          remedy: "measure longer than the interval and the warm-up"))
    }
    let coarse = summaries.filter(\.isFromHistogram)
    if !coarse.isEmpty {
      notes.append(
        Note(
          code: "histogram", weight: .remark,
          text: "the quantiles are those of histograms, within 1%: \(names(coarse))",
          remedy:
            "MAD, TDEV, MTIE, the causes of a trace and whether a difference is beyond chance need every row")
      )
    }
    let off = summaries.filter(\.pace.achievedIntervalIsOff)
    if !off.isEmpty {
      let list = off.prefix(3).map { "every \(Numbers.time($0.pace.achievedInterval)) of \($0.cell)" }
      notes.append(
        Note(
          code: "achieved_interval", weight: .warning,
          text: "callbacks come farther apart than asked for: " + list.joined(separator: "; ")
            + (off.count > 3 ? "; and \(off.count - 3) more" : ""),
          remedy: "the interval is too short for these timers here; see the missed and merged deadlines"))
    }
    let shifted = summaries.filter { !$0.facts.gridOffsets.isEmpty }
    if !shifted.isEmpty {
      let offsets = shifted.flatMap(\.facts.gridOffsets)
      let most = offsets.max { $0.magnitude < $1.magnitude }
      notes.append(
        Note(
          code: "grid_offset", weight: .warning,
          text:
            "Foundation armed the timer off its deadlines in \(plural(Int64(offsets.count), "run")), by up to "
            + "\(Numbers.time(most)): \(names(shifted))",
          remedy: "all lateness of these runs is shifted by as much; measure again on a quieter machine"))
    }
    let short = summaries.filter { summary in
      // Each callback took its time; how many came is for the timer to answer for.
      guard !summary.cell.load.hasPrefix("handler:") else { return false }
      guard let asked = summary.facts.requestedOccupancy, let had = summary.facts.achievedOccupancy else {
        return false
      }
      return had < 0.9 * asked
    }
    for first in short where first.cell == short.first(where: { $0.cell.load == first.cell.load })?.cell {
      guard let asked = first.facts.requestedOccupancy, let had = first.facts.achievedOccupancy else {
        continue
      }
      let alike = short.filter { $0.cell.load == first.cell.load }
      notes.append(
        Note(
          code: "load_short", weight: .warning,
          text: "\(shortfall(of: first.cell.load, had: had, asked: asked)): \(names(alike))",
          remedy: "the figures are of a lighter load than their label says"))
    }
    for summary in summaries where !summary.facts.loadProblems.isEmpty {
      notes.append(
        Note(
          code: "load_problem", weight: .warning,
          text: "\(summary.cell): \(summary.facts.loadProblems.joined(separator: "; "))", remedy: nil))
    }
    let few = summaries.filter { $0.callbacks.count > 0 && $0.callbacks.count < Quantile.p999.samplesNeeded }
    if !few.isEmpty {
      let cells = few.count == summaries.count ? "" : " in \(plural(Int64(few.count), "cell"))"
      notes.append(
        Note(
          code: "few_samples", weight: .remark,
          text: "p99 is withheld below 100 callbacks, p99.9 below 1,000\(cells)",
          remedy: "measure longer (--duration) or more often (--repetitions)"))
    }
    return notes
  }

  /// What a load achieved, in its own unit.
  private static func shortfall(of load: String, had: Double, asked: Double) -> String {
    if load.hasPrefix("cpu:") {
      return "the spinning threads got \(Numbers.fixed(had, 2)) CPUs instead of \(Numbers.fixed(asked, 0))"
    }
    if load.hasPrefix("timers:") {
      return "the other timers called back \(Numbers.fixed(had, 2)) times an interval instead of "
        + Numbers.fixed(asked, 0)
    }
    return "the load held the loop \(Numbers.percent(had)) of the time instead of \(Numbers.percent(asked))"
  }
}

import Text
import Timing

/// Both views of a cell side by side, and what is told in sentences.
struct CellDetails {
  let summary: CellSummary
  private let overhead: FloorOverhead?

  /// The details of `summary`, with the floors of the same recordings.
  init(_ summary: CellSummary, floors: Floors) {
    self.summary = summary
    overhead = FloorOverhead(summary, over: floors)
  }

  var heading: String {
    "\(summary.cell) — \(summary.runs) \(summary.runs == 1 ? "run" : "runs")"
  }

  var table: TextTable {
    let views = [summary.callbacks, summary.response, summary.latency]
    let names =
      ["n", "early", "min"] + summary.callbacks.quantiles.map(\.quantile.description) + [
        "max", "mean", "sd", "mad",
      ]
    let columns = views.map(Self.column)
    var table = TextTable(columns: [
      TextTable.Column(title: "", cells: names.map { "  " + $0 }, alignsLeft: true),
      TextTable.Column(title: "callbacks", cells: columns[0]),
      TextTable.Column(title: "of interval", cells: shares, expendability: 1),
      TextTable.Column(title: "response", cells: columns[1]),
    ])
    if summary.latency != summary.callbacks {
      table.columns.append(TextTable.Column(title: "latency", cells: columns[2], expendability: 2))
    }
    return table
  }

  private static func column(_ figures: Distribution) -> [String] {
    let quantiles = figures.quantiles.map { figure in
      figure.value.map { Numbers.time($0) }
        ?? (figures.count == 0 ? Numbers.unknown : "needs \(Numbers.count(figure.quantile.samplesNeeded))")
    }
    return [Numbers.count(figures.count), Numbers.count(figures.early), Numbers.time(figures.min)] + quantiles
      + [
        Numbers.time(figures.max), Numbers.time(figures.mean), Numbers.time(figures.standardDeviation),
        Numbers.time(figures.medianAbsoluteDeviation),
      ]
  }

  private var shares: [String] {
    let figures = summary.callbacks
    func share(_ value: Double?) -> String {
      value.map { Numbers.percent($0 / Double(max(1, summary.cell.interval.count))) } ?? ""
    }
    return ["", "", share(figures.min.map { Double($0) })]
      + figures.quantiles.map { share($0.value.map { Double($0) }) }
      + [
        share(figures.max.map { Double($0) }), share(figures.mean), share(figures.standardDeviation),
        share(figures.medianAbsoluteDeviation.map { Double($0) }),
      ]
  }

  var sentences: [String] {
    [floor, slots, pace, drift, causes, leeway, process].compactMap { $0 } + why.compactMap { $0 }
  }

  private var floor: String? {
    guard let overhead else { return nil }
    return "over the floor (\(overhead.floor)): p50 \(Numbers.time(overhead[.p50])), "
      + "p99 \(Numbers.time(overhead[.p99]))"
  }

  private var slots: String? {
    let slots = summary.slots
    var text = "slots \(Numbers.count(slots.total)): \(Numbers.count(slots.missed)) missed"
    if slots.missed > 0 { text += " (\(Numbers.percent(slots.missedShare)))" }
    text += ", \(Numbers.count(slots.merged)) merged"
    if summary.facts.pending > 0 {
      text += ", \(Numbers.count(summary.facts.pending)) more pending at the end"
    }
    if summary.facts.dropped > 0 { text += "; \(Numbers.count(summary.facts.dropped)) callbacks dropped" }
    return text
  }

  private var pace: String? {
    let pace = summary.pace
    guard let achieved = pace.achievedInterval else { return nil }
    var text = "jitter p50 \(Numbers.time(pace.jitterP50)), p99 \(Numbers.time(pace.jitterP99))"
    text += "; achieved interval \(Numbers.time(achieved))"
    if pace.achievedIntervalIsOff { text += " where \(summary.cell.interval) was asked for" }
    if let callbacks = pace.callbacksPerCluster, summary.cell.timers > 1 {
      text += "; \(Numbers.fixed(callbacks, 2)) callbacks per wakeup"
    }
    return text
  }

  private var drift: String? {
    guard let ppm = summary.pace.countDrift.ppm else { return nil }
    var phase = summary.phaseDrift == nil ? Numbers.unknown : Numbers.drift(summary.phaseDrift) + " ppm"
    if let untold = summary.phaseDrift?.untold { phase += " (\(untold))" }
    let count = "\(Numbers.time(summary.pace.countDrift.total)) (\(Numbers.ppm(ppm)) ppm)"
    return "phase drift \(phase); count drift \(count)"
  }

  private var causes: String? {
    let causes = summary.causes
    guard let blocked = causes.blockedShare, let latency = causes.latencyShare,
      blocked != 0 || causes.handlerShare ?? 0 != 0
    else { return nil }
    return
      "of the lateness \(Numbers.percent(blocked)) blocked by the loop's own work, \(Numbers.percent(latency))"
      + " latency; handlers took \(Numbers.percent(causes.handlerShare)) of the time"
  }

  private var why: [String] {
    guard let why = summary.why else { return [] }
    func sentence(_ place: String, _ breakdown: LatenessBreakdown?) -> String? {
      guard let breakdown else { return nil }
      let parts = LatenessPart.allCases.map { "\($0.rawValue) \(Numbers.time(breakdown.parts[$0]))" }
      return "\(place): \(Numbers.time(breakdown.lateness)) late = " + parts.joined(separator: " + ")
        + "; mostly \(breakdown.dominant.rawValue)"
    }
    var traced = "the trace explains \(Numbers.percent(why.attributedShare)) of the callbacks"
    if why.lostEvents > 0 { traced += "; \(Numbers.count(why.lostEvents)) kernel events were lost" }
    return [traced, sentence("around p50", why.median), sentence("the worst 1%", why.worst)].compactMap { $0 }
  }

  private var leeway: String? {
    guard let leeway = summary.causes.leeway, leeway.usedP50 != nil else { return nil }
    return "leeway used p50 \(Numbers.percent(leeway.usedP50)), p99 \(Numbers.percent(leeway.usedP99));"
      + " \(Numbers.count(leeway.violations)) callbacks later than it allows"
  }

  private var process: String? {
    guard let cpu = summary.facts.cpuPerCallback else { return nil }
    var text = "the process took \(Numbers.time(cpu)) of CPU time"
    if let switches = summary.facts.switchesPerCallback {
      text += " and \(Numbers.significant(switches)) context switches"
    }
    text += " per callback"
    if let memory = summary.facts.peakMemory {
      text += ", and at most \(Numbers.fixed(Double(memory) / 1e6, 0)) MB"
    }
    return text
  }
}

import Text
import Timing

extension SummaryReport {
  private static let views = ["callbacks", "response", "latency"]
  static let cellColumns = ["label", "timer", "interval_ns", "leeway_ns", "load", "timers"]

  /// A row for each cell and view, and for each averaging time of a cell (view `stability`).
  ///
  /// Figures of the whole cell stand in each of its view rows.
  var csv: String {
    let quantiles = Set(sections.flatMap { $0.summaries.flatMap { $0.callbacks.quantiles.map(\.quantile) } })
      .sorted()
    let header =
      Self.cellColumns + ["view", "runs", "n", "early", "min_ns"]
      + quantiles.map { $0.description.replacing(".", with: "_") + "_ns" }
      + ["max_ns", "mean_ns", "sd_ns", "mad_ns"] + Self.cellFigureColumns
      + ["averaging_ns", "tdev_ns", "tdev_terms", "mtie_ns"]
    var text = "# timer-bench summary 1\n" + CSV.line(header)
    for section in sections {
      for summary in section.summaries {
        let cell = summary.cell.csvFields(section.dataset.label)
        for (view, figures) in zip(Self.views, [summary.callbacks, summary.response, summary.latency]) {
          let fields = cell + [view, String(summary.runs)] + figures.csvFields(quantiles) + summary.csvFields
          text += CSV.line(fields + ["", "", "", ""])
        }
      }
      for stability in section.stabilities {
        let cell = stability.cell.csvFields(section.dataset.label) + ["stability"]
        let blank = Array(repeating: "", count: header.count - cell.count - 4)
        for point in stability.points { text += CSV.line(cell + blank + point.csvFields) }
      }
    }
    return text
  }

  private static let cellFigureColumns = [
    "slots", "missed", "merged", "pending", "dropped", "jitter_p50_ns", "jitter_p99_ns",
    "achieved_interval_ns",
    "drift_ppm", "drift_low_ppm", "drift_high_ppm", "count_drift_ns", "callbacks_per_cluster",
    "blocked_share",
    "handler_share", "achieved_occupancy", "leeway_violations",
  ]
}

extension Cell {
  func csvFields(_ label: String) -> [String] {
    [label, timer, String(interval.count), CSV.integer(leeway?.count), load.label, String(timers)]
  }
}

extension StabilityPoint {
  fileprivate var csvFields: [String] {
    [String(averaging), CSV.number(timeDeviation), String(terms), String(maximumTimeIntervalError)]
  }
}

extension Distribution {
  fileprivate func csvFields(_ names: [Quantile]) -> [String] {
    [String(count), String(early), CSV.integer(min)] + names.map { CSV.integer(self[$0]) }
      + [
        CSV.integer(max), CSV.number(mean), CSV.number(standardDeviation),
        CSV.integer(medianAbsoluteDeviation),
      ]
  }
}

extension CellSummary {
  fileprivate var csvFields: [String] {
    [
      String(slots.total), String(slots.missed), String(slots.merged), String(facts.pending),
      String(facts.dropped),
      CSV.integer(pace.jitterP50), CSV.integer(pace.jitterP99), CSV.integer(pace.achievedInterval),
      CSV.number(phaseDrift?.ppm), CSV.number(phaseDrift?.interval?.lowerBound),
      CSV.number(phaseDrift?.interval?.upperBound), String(pace.countDrift.total),
      CSV.number(pace.callbacksPerCluster), CSV.number(causes.blockedShare), CSV.number(causes.handlerShare),
      CSV.number(facts.achievedOccupancy), CSV.integer(causes.leeway?.violations),
    ]
  }
}

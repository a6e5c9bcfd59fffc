import Foundation
import Text
import Timing

extension SummaryReport {
  /// The figures as metrics: times in seconds, counts with the `_total` of counters, the lateness as a histogram.
  ///
  /// The counts are those of the recordings and begin anew with each of them, at `_created`.
  package func metrics(_ format: MetricsFormat) -> String {
    let cells = sections.flatMap(MetricsCell.all)
    var text = MetricsText(format)
    text.add(
      "timer_bench_lateness_seconds", .histogram, unit: "seconds",
      help: "Callback less deadline, one value a callback.", cells.flatMap(\.lateness))
    text.add(
      "timer_bench_lateness_quantile_seconds", .gauge, unit: "seconds",
      help: "The smallest lateness that the share of all callbacks does not exceed.",
      cells.flatMap(\.quantiles))
    text.add(
      "timer_bench_lateness_max_seconds", .gauge, unit: "seconds", help: "The greatest lateness.",
      cells.compactMap { cell in cell.gauge(cell.summary.callbacks.max.map(MetricsText.seconds)) })
    text.add(
      "timer_bench_response_p99_seconds", .gauge, unit: "seconds",
      help: "The 99th percentile of the time from each deadline to its answer.",
      cells.compactMap { cell in cell.gauge(cell.summary.response[.p99].map(MetricsText.seconds)) })
    let counts: [(String, String, (CellSummary) -> Int64)] = [
      ("early_callbacks", "Callbacks before their deadline.", { $0.callbacks.early }),
      ("slots", "Deadlines that are accounted for.", { $0.slots.total }),
      ("missed_slots", "Deadlines that got no callback.", { $0.slots.missed }),
      ("merged_slots", "Deadlines that the callback of an earlier one stood for.", { $0.slots.merged }),
      ("dropped_callbacks", "Callbacks that found no room in the recorder.", { $0.facts.dropped }),
      ("failed_runs", "Runs that failed.", { Int64($0.failures.count) }),
      ("unbegun_runs", "Runs that were planned and never began.", { Int64($0.unbegun) }),
    ]
    for (name, help, count) in counts {
      text.add(
        "timer_bench_\(name)", .counter, help: help, cells.flatMap { $0.counter(count($0.summary)) })
    }
    text.add(
      "timer_bench_phase_drift_ratio", .gauge, unit: "ratio", help: "Slope of lateness against deadline.",
      cells.compactMap { cell in cell.gauge(cell.summary.phaseDrift.map { "\($0.ppm / 1e6)" }) })
    text.add(
      "timer_bench_machine", .info, help: "What was measured, and on what.", sections.map(\.machineInfo))
    text.add(
      "timer_bench_started_timestamp_seconds", .gauge, unit: "seconds", help: "When the recording began.",
      sections.compactMap { section in
        section.dataset.environment.startedSeconds.map {
          .init(labels: [("machine", section.dataset.label)], value: $0)
        }
      })
    text.end()
    return text.text
  }
}

extension SummaryReport.Section {
  fileprivate var machineInfo: MetricsText.Sample {
    let keys: [Environment.Key] = [
      .toolVersion, .os, .osVersion, .kernel, .architecture, .cpuModel, .cpuCount, .cpuGovernor, .clockSource,
      .preemption, .virtualization, .swiftVersion, .build,
    ]
    let facts = keys.map { (name: $0.rawValue, value: dataset.environment[$0] ?? "") }
    return .init(suffix: "_info", labels: [("machine", dataset.label)] + facts, value: "1")
  }
}

extension Environment {
  /// When the recording began, in seconds since 1970; `nil` where it does not tell.
  fileprivate var startedSeconds: String? {
    self[.started].flatMap { try? Date($0, strategy: .iso8601) }.map { "\(Int64($0.timeIntervalSince1970))" }
  }
}

/// A cell and what its samples are called.
private struct MetricsCell {
  let summary: CellSummary
  let callbacks: Histogram
  let labels: [(name: String, value: String)]
  /// When its counts began.
  let created: String?

  static func all(_ section: SummaryReport.Section) -> [MetricsCell] {
    let samples = Dictionary(
      section.dataset.cells.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    return section.summaries.map { summary in
      let cell = summary.cell
      return MetricsCell(
        summary: summary, callbacks: samples[cell].map(\.lateness) ?? Histogram(),
        labels: [
          ("machine", section.dataset.label), ("timer", cell.timer), ("interval", cell.interval.description),
          ("leeway", cell.leeway?.description ?? ""), ("load", cell.load.label), ("timers", "\(cell.timers)"),
        ],
        created: section.dataset.environment.startedSeconds)
    }
  }

  func gauge(_ value: String?) -> MetricsText.Sample? { value.map { .init(labels: labels, value: $0) } }

  func counter(_ value: Int64) -> [MetricsText.Sample] {
    [.init(suffix: "_total", labels: labels, value: "\(value)")] + creation
  }

  private var creation: [MetricsText.Sample] {
    created.map { [.init(suffix: "_created", labels: labels, value: $0)] } ?? []
  }

  var quantiles: [MetricsText.Sample] {
    summary.callbacks.quantiles.compactMap { figure in
      figure.value.map {
        .init(
          labels: labels + [("share", "\(figure.quantile.share)")], value: MetricsText.seconds($0))
      }
    }
  }

  /// The buckets, which end where bins of the histograms do, so that their counts are exact wherever they come from:
  /// two an octave, from 1 µs to 1.6 s.
  private static let bounds: [Int64] = (10...30).flatMap { octave -> [Int64] in
    [(1 << octave) - 1, (3 << (octave - 1)) - 1]
  }

  var lateness: [MetricsText.Sample] {
    guard callbacks.count > 0 else { return [] }
    var bins = callbacks.bins[...]
    var upTo = Int64(0)
    var samples = Self.bounds.map { bound -> MetricsText.Sample in
      while let first = bins.first, first.bin.range.upperBound <= bound {
        upTo += first.count
        bins.removeFirst()
      }
      return bucket(MetricsText.seconds(bound), upTo)
    }
    samples.append(bucket("+Inf", callbacks.count))
    samples.append(.init(suffix: "_count", labels: labels, value: "\(callbacks.count)"))
    // A sum that early callbacks make smaller is none that may be told (OpenMetrics, "Histogram").
    if callbacks.early == 0 {
      samples.append(.init(suffix: "_sum", labels: labels, value: "\(Double(callbacks.sum) / 1e9)"))
    }
    return samples + creation
  }

  private func bucket(_ bound: String, _ count: Int64) -> MetricsText.Sample {
    .init(suffix: "_bucket", labels: labels + [("le", bound)], value: "\(count)")
  }
}

extension CellSamples {
  /// The lateness of all measured callbacks.
  fileprivate var lateness: Histogram {
    CellDigest(self).callbacks
  }
}

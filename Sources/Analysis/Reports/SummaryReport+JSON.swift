import Text
import Timing

extension SummaryReport {
  /// Version 1 of the summary's JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("format", .string("timer-bench summary")), ("version", .integer(1)),
      ("quantile_rule", .string("inverted_cdf")), ("sections", .array(sections.map(\.json))),
    ])
  }
}

extension SummaryReport.Section {
  fileprivate var json: JSONValue {
    let floors = Floors(among: summaries)
    let stability = Dictionary(
      stabilities.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    return .object([
      ("label", .string(dataset.label)), ("files", .array(dataset.files.map { .string($0) })),
      ("environment", dataset.environment.json),
      ("cells", .array(summaries.map { cell($0, floors, stability[$0.cell]) })),
      ("gates", .array(gates.map(\.json))),
      ("recommendations", .array(recommendations.map { .string($0.description) })),
      ("load_response", .array(LoadResponse.all(summaries).map(\.json))),
      ("notes", .array(notes.map(\.json))),
    ])
  }

  private func cell(_ summary: CellSummary, _ floors: Floors, _ stability: Stability?) -> JSONValue {
    var members = summary.jsonMembers
    members.append(("overhead", FloorOverhead(summary, over: floors)?.json ?? .null))
    if let stability {
      members.append(("stability", .array(stability.points.map(\.json))))
    }
    return .object(members)
  }
}

extension Environment {
  var json: JSONValue { .object(facts.map { ($0.key, .string($0.value)) }) }
}

extension Cell {
  var jsonMembers: [(String, JSONValue)] {
    [
      ("timer", .string(timer)), ("interval_ns", .integer(interval.count)),
      ("leeway_ns", .integer(leeway?.count)), ("load", .string(load.label)), ("timers", .integer(timers)),
    ]
  }
}

extension FloorOverhead {
  fileprivate var json: JSONValue {
    .object([
      ("floor", .object(floor.jsonMembers)), ("p50_ns", .integer(self[.p50])),
      ("p99_ns", .integer(self[.p99])),
    ])
  }
}

extension StabilityPoint {
  var json: JSONValue {
    .object([
      ("slots", .integer(slots)), ("averaging_ns", .integer(averaging)), ("tdev_ns", .number(timeDeviation)),
      ("tdev_terms", .integer(terms)), ("mtie_ns", .integer(maximumTimeIntervalError)),
    ])
  }
}

extension Distribution {
  var json: JSONValue {
    .object([
      ("n", .integer(count)), ("early", .integer(early)), ("min_ns", .integer(min)),
      (
        "quantiles",
        .array(
          quantiles.map {
            .object([
              ("name", .string($0.quantile.description)), ("p", .number($0.quantile.share)),
              ("value_ns", .integer($0.value)), ("samples_needed", .integer($0.quantile.samplesNeeded)),
            ])
          })
      ),
      ("max_ns", .integer(max)), ("mean_ns", .number(mean)), ("sd_ns", .number(standardDeviation)),
      ("mad_ns", .integer(medianAbsoluteDeviation)),
    ])
  }
}

extension CellSummary {
  var jsonMembers: [(String, JSONValue)] {
    cell.jsonMembers + [
      ("runs", .integer(runs)), ("from_histogram", .bool(isFromHistogram)),
      ("failed_runs", .integer(failures.count)), ("unbegun_runs", .integer(unbegun)),
      ("callbacks", callbacks.json),
      ("response", response.json), ("latency", latency.json), ("slots", slots.json), ("pace", pace.json),
      ("phase_drift", phaseDrift?.json ?? .null), ("causes", causes.json), ("facts", facts.json),
      ("why", why?.json ?? .null),
    ]
  }
}

extension SlotFigures {
  fileprivate var json: JSONValue {
    .object([
      ("total", .integer(total)), ("fired", .integer(fired)), ("missed", .integer(missed)),
      ("missed_share", .number(missedShare)), ("merged", .integer(merged)),
      ("warmup_callbacks", .integer(warmup)), ("event_callbacks", .integer(eventful)),
      ("event_slots", .integer(eventfulSlots)),
    ])
  }
}

extension PaceFigures {
  fileprivate var json: JSONValue {
    .object([
      ("jitter_p50_ns", .integer(jitterP50)), ("jitter_p99_ns", .integer(jitterP99)),
      ("achieved_interval_ns", .integer(achievedInterval)),
      ("achieved_interval_is_off", .bool(achievedIntervalIsOff)),
      ("count_drift_ns", .integer(countDrift.total)), ("count_drift_ppm", .number(countDrift.ppm)),
      ("count_drift_per_run_ns", .array(countDrift.perRun.map { .integer($0) })),
      ("wakeup_clusters", .integer(clusters)), ("callbacks_per_cluster", .number(callbacksPerCluster)),
    ])
  }
}

extension PhaseDrift {
  var json: JSONValue {
    .object([
      ("ppm", .number(ppm)), ("low_ppm", .number(interval?.lowerBound)),
      ("high_ppm", .number(interval?.upperBound)), ("untold", .string(untold?.description)),
    ])
  }
}

extension CauseFigures {
  fileprivate var json: JSONValue {
    .object([
      ("blocked_share", .number(blockedShare)), ("latency_share", .number(latencyShare)),
      ("handler_share", .number(handlerShare)), ("leeway_used_p50", .number(leeway?.usedP50)),
      ("leeway_used_p99", .number(leeway?.usedP99)),
      ("leeway_violations", .integer(leeway?.violations)),
    ])
  }
}

extension WhyFigures {
  fileprivate var json: JSONValue {
    .object([
      ("attributed", .integer(attributed)), ("attributed_share", .number(attributedShare)),
      ("lost_events", .integer(lostEvents)), ("p50", median.json), ("worst_1_percent", worst?.json ?? .null),
    ])
  }
}

extension LatenessBreakdown {
  fileprivate var json: JSONValue {
    .object(
      [("n", .integer(count)), ("lateness_ns", .number(lateness))]
        + LatenessPart.allCases.map { ("\($0.rawValue)_ns", .number(parts[$0])) }
        + [("handover_ns", .number(handover)), ("dominant", .string(dominant.rawValue))])
  }
}

extension FactFigures {
  fileprivate var json: JSONValue {
    .object([
      ("pending", .integer(pending)), ("dropped", .integer(dropped)), ("lost", .integer(lost)),
      (
        "pauses",
        .array(
          pauses.map {
            .object([
              ("kind", .string($0.kind.rawValue)), ("at_ns", .integer($0.at)),
              ("length_ns", .integer($0.length)),
            ])
          })
      ),
      ("clock_events", .array(clockEvents.map(\.json))),
      ("interrupted_runs", .integer(interrupted)),
      ("unfinished_runs", .integer(unfinished)), ("requested_occupancy", .number(requestedOccupancy)),
      ("achieved_occupancy", .number(achievedOccupancy)),
      ("load_problems", .array(loadProblems.map { .string($0) })),
      ("effective_leeway_ns", .integer(effectiveLeeway)), ("cpu_per_callback_ns", .number(cpuPerCallback)),
      ("switches_per_callback", .number(switchesPerCallback)), ("max_rss_bytes", .integer(peakMemory)),
    ])
  }
}

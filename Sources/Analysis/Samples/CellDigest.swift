/// The digests of all runs of a cell together.
struct CellDigest {
  let callbacks: Histogram
  /// One value a deadline.
  let response: Histogram
  /// `nil` where nothing was blocked.
  let latency: Histogram?
  let jitter: Histogram
  let intervalErrors: Histogram
  let blocked: Double
  let violations: Int64

  /// Adds up the runs.
  init(_ samples: CellSamples) {
    let counts = samples.counts
    let digests = samples.runs.filter { !$0.isCounted }.map { $0.digest ?? RunDigest($0) }
    func sum(_ counted: Histogram, _ part: (RunDigest) -> Histogram) -> Histogram {
      digests.reduce(into: counted) { $0.add(part($1)) }
    }
    let lateness = counts.lateness.histogram
    callbacks = sum(lateness, \.lateness)
    response =
      !counts.responses.isEmpty || digests.contains { $0.responses != nil }
      ? sum(counts.responses.bins(of: counts.lateness)) { $0.responses ?? $0.lateness } : callbacks
    latency =
      counts.latency != nil || digests.contains { $0.latency.count > 0 }
      ? sum(counts.latency?.histogram ?? lateness) { $0.latency.count > 0 ? $0.latency : $0.lateness } : nil
    jitter = sum(counts.jitter.histogram, \.jitter)
    intervalErrors = sum(counts.intervalErrors, \.intervalErrors)
    blocked = samples.blocked
    let counted = samples.runs.filter(\.isCounted).compactMap(\.digest)
    violations = (digests + counted).reduce(0) { $0.addingSaturated($1.violations) }
  }
}

extension CellSamples {
  /// The blocked part of all lateness, in nanoseconds.
  var blocked: Double {
    runs.reduce(0) { sum, run in
      sum
        + (run.digest?.blocked
          ?? run.tracks.reduce(0.0) { $0 + $1.blocked.reduce(0.0) { $0 + Double($1) } })
    }
  }
}

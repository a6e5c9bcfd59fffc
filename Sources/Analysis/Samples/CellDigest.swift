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

  /// Adds up the runs; `nil` while the callbacks of all of them are kept one by one.
  init?(_ samples: CellSamples) {
    guard samples.runs.contains(where: { $0.digest != nil }) else { return nil }
    let digests = samples.runs.map { $0.digest ?? RunDigest($0) }
    func sum(_ part: (RunDigest) -> Histogram) -> Histogram {
      digests.reduce(into: Histogram()) { $0.add(part($1)) }
    }
    callbacks = sum(\.lateness)
    response =
      digests.contains { $0.responses != nil } ? sum { $0.responses ?? $0.lateness } : callbacks
    latency =
      digests.contains { $0.latency.count > 0 }
      ? sum { $0.latency.count > 0 ? $0.latency : $0.lateness } : nil
    jitter = sum(\.jitter)
    intervalErrors = sum(\.intervalErrors)
    blocked = digests.reduce(0) { $0 + $1.blocked }
    violations = digests.reduce(0) { $0.addingSaturated($1.violations) }
  }
}

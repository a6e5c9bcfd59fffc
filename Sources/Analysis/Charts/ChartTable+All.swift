extension ChartTable {
  /// A chart of a recording.
  private struct Kind: Sendable {
    var name: String
    var table: @Sendable (ChartSource) -> ChartTable?
    /// What is the case where it would say nothing; `nil` where nobody would expect it then.
    var nothing: String?
  }

  /// All charts of a recording; a new one is a table, a script and a line here.
  private static let all = [
    Kind(name: "drift", table: drift),
    Kind(
      name: "coalescing", table: coalescing,
      nothing: "no deadline was missed or merged, and no cell has several timers"),
    Kind(name: "percentiles", table: percentiles),
    Kind(name: "load", table: load, nothing: "only the idle machine was measured"),
    Kind(name: "stability", table: stability, nothing: "the recording does not hold every callback"),
    Kind(name: "why", table: why),
  ]

  /// The tables of a recording, and of each chart that would say nothing why that is.
  package static func all(of source: ChartSource) -> (tables: [ChartTable], omitted: [String]) {
    let made = all.concurrentMap { $0.table(source) }
    let omitted = zip(all, made).compactMap { kind, table in
      table == nil ? kind.nothing.map { "\(kind.name) is not drawn: \($0)" } : nil
    }
    return (made.compactMap(\.self), omitted)
  }
}

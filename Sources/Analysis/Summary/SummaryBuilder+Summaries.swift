extension SummaryBuilder {
  /// The summary of every cell so far, in the cells' order.
  /// - Parameter quantiles: quantiles to give besides ``Quantile/standard``.
  package func summaries(quantiles: [Quantile] = []) -> [CellSummary] {
    samples().map { CellSummary($0, quantiles: quantiles) }
  }
}

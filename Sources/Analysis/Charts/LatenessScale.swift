import Foundation

/// The axis of lateness that some cells share: straight within ±`knee`, beyond it logarithmic, so that microseconds show
/// beside a stall and the sign stays; straight throughout where `knee` is 0.
struct LatenessScale: Hashable, Sendable {
  /// The ends of the data, 0 among them, in nanoseconds.
  private(set) var low: Int64 = 0
  private(set) var high: Int64 = 0
  private var bulk: Int64?

  init() {}

  /// The scale for all callbacks of some cells.
  /// - Parameter bulk: which of the cells' bulks counts, the farther of their quartiles from zero: `min` where the
  ///   smallest has to be seen, `max` where the largest does.
  init(_ cells: some Sequence<CellSummary>, bulk: (Int64, Int64) -> Int64) {
    for cell in cells {
      for value in [cell.callbacks.min, cell.callbacks.max].compactMap(\.self) { include(value) }
      let quartiles = [cell.callbacks[.p25], cell.callbacks.curve.first { $0.share >= 0.75 }?.value]
        .compactMap(\.self)
      guard let most = quartiles.map({ $0.distance(from: 0) }).max() else { continue }
      self.bulk = self.bulk.map { bulk($0, most) } ?? most
    }
  }

  /// The scale for some values, of which the smallest has to be seen.
  init(_ values: some Sequence<Int64>) {
    for value in values {
      include(value)
      bulk = min(bulk ?? .max, value.distance(from: 0))
    }
  }

  private mutating func include(_ value: Int64) {
    low = min(low, value)
    high = max(high, value)
  }

  /// Where the straight part ends, a power of ten; 0 where the extremes are not far from the bulk.
  var knee: Int64 {
    let usual = max(bulk ?? 0, 1_000)
    guard Double(max(high, low.distance(from: 0))) > 12 * Double(usual) else { return 0 }
    var knee = Int64(1)
    while knee <= usual / 20 { knee *= 10 }
    return knee
  }

  /// The scale as columns of a table.
  var values: [(column: String, value: String)] {
    [("low_ns", "\(low)"), ("high_ns", "\(high)"), ("knee_ns", "\(knee)")]
  }

  /// The place of a value on an axis from 0, the low end, to 1.
  func place(_ value: Int64) -> Double {
    let (from, to) = (scaled(low), scaled(high))
    return to > from ? (scaled(value) - from) / (to - from) : 0
  }

  private func scaled(_ value: Int64) -> Double {
    let knee = knee
    guard knee > 0 else { return Double(value) }
    let distance = log10(1 + Double(value.distance(from: 0)) / Double(knee))
    return value < 0 ? -distance : distance
  }
}

import Foundation

/// The values of a sorted sample at which a percentile curve visibly steps, each with how many values it stands for.
///
/// The curve on an axis of 1/(1-p) and the usual quantiles are those of the whole sample; between the kept ranks it
/// steps at most one part in ``resolution`` of the axis away from where it should.
struct QuantileSteps {
  /// A value and how many of the sample lie above the previous step, up to it.
  struct Step: Hashable {
    var value: Int64
    var weight: Int64
  }

  /// How many parts each half of the axis has.
  static let resolution = 600
  /// How many of the smallest and of the largest values are all kept.
  static let exactEnds = 200

  /// The steps, from the smallest value; their weights add up to the size of the sample.
  let steps: [Step]

  /// Thins a sample that is in ascending order.
  init(sorted values: [Int64]) {
    let count = values.count
    guard count > 2 * Self.resolution + 2 * Self.exactEnds else {
      steps = values.map { Step(value: $0, weight: 1) }
      return
    }
    var ranks = Set(1...Self.exactEnds).union((count - Self.exactEnds + 1)...count)
    for part in 1...Self.resolution {
      let fraction = Double(part) / Double(Self.resolution)
      ranks.insert(rank(fraction, of: count))
      ranks.insert(rank(1 - pow(10, -fraction * log10(Double(count))), of: count))
    }
    for digits in 1...15 { ranks.insert(rank(1 - pow(10, -Double(digits)), of: count)) }
    for share in [0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999] { ranks.insert(rank(share, of: count)) }
    var previous = 0
    steps = ranks.sorted().map { rank in
      defer { previous = rank }
      return Step(value: values[rank - 1], weight: Int64(rank - previous))
    }
  }
}

/// The rank of the observed value that is the quantile of `share`: the first whose share of the sample reaches it.
private func rank(_ share: Double, of count: Int) -> Int {
  min(count, max(1, Int((share * Double(count) - 1e-6).rounded(.up))))
}

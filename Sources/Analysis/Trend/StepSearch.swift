import Timing

/// Finds the places at which series step from one level to another.
///
/// For each place that leaves ``fewest`` values on either side, the ranks before it are held against those after it by the
/// standardised rank sum; the statistic of a series is the largest of these without its sign (maximally selected rank
/// statistics: Lausen and Schumacher, Biometrics 48, 1992; Pettitt, "A non-parametric approach to the change-point problem",
/// Applied Statistics 28, 1979, is the same without standardising). Ranks, since a recording of a busy hour must not hide or
/// make a step.
///
/// How large it gets by chance is found by shuffling the order of the recordings (Antoch and Hušková, "Permutation tests in
/// change point analysis", Statistics and Probability Letters 53, 2001), all series in the same way: what is counted is how
/// often the largest of all series is as large (Westfall and Young, "Resampling-Based Multiple Testing", 1993, single-step
/// maxT). So the rate of false alarms is that of all figures of all cells together, however they depend on one another.
///
/// A series that steps is cut there, and both parts are searched again (binary segmentation: Vostrikova, "Detecting disorder
/// in multidimensional random processes", Soviet Mathematics Doklady 24, 1981), each round at the same rate.
struct StepSearch {
  /// How often any series may seem to step where none does, in each round.
  var rate = 0.01
  /// How often the order is shuffled.
  var draws = 1_999
  /// The seed of the shuffles.
  var seed = UInt64(1)
  /// The fewest values on either side of a step: of fewer there is no telling.
  static let fewest = 3

  /// A step of a series.
  struct Step: Hashable {
    var series: Int
    /// The first value of the new level.
    var place: Int
    /// The values of the old level and of the new one, up to the next steps.
    var before: Range<Int>
    var after: Range<Int>
    /// The probability of any such step by chance, among all series looked at together.
    var chance: Double
  }

  /// A part of a series that may hold a step.
  private struct Part {
    var series: Int
    var range: Range<Int>
    /// The places of its values, and their ranks less the mean rank.
    var places: [Int]
    var ranks: [Double]
    /// The largest statistic.
    var largest: Double
  }

  /// The steps of series of equal length, `nil` where a value is missing; by series and place.
  func steps(in series: [[Double?]]) -> [Step] {
    var found: [(series: Int, place: Int, chance: Double)] = []
    var open = series.indices.map { (series: $0, range: 0..<series[$0].count) }
    var random = SplitMix64(seed: seed)
    while !open.isEmpty {
      let parts = open.compactMap { part(of: series[$0.series], $0.series, $0.range) }
      let chances = chances(of: parts, &random)
      let stepping = zip(parts, chances).filter { $0.1 <= rate }
      open = []
      for (part, chance) in stepping {
        let place = Self.place(of: part, among: stepping.map(\.0))
        found.append((part.series, place, chance))
        open.append((part.series, part.range.lowerBound..<place))
        open.append((part.series, place..<part.range.upperBound))
      }
    }
    return found.map { step in
      let places = found.filter { $0.series == step.series }.map(\.place)
      let from = places.filter { $0 < step.place }.max() ?? 0
      let to = places.filter { $0 > step.place }.min() ?? series[step.series].count
      return Step(
        series: step.series, place: step.place, before: from..<step.place, after: step.place..<to,
        chance: step.chance)
    }.sorted { ($0.series, $0.place) < ($1.series, $1.place) }
  }

  /// `nil` for a part with too few values, or with no two that differ.
  private func part(of values: [Double?], _ series: Int, _ range: Range<Int>) -> Part? {
    let places = range.filter { values[$0] != nil }
    guard places.count >= 2 * Self.fewest else { return nil }
    let ranks = Self.centredRanks(places.compactMap { values[$0] })
    guard ranks.contains(where: { $0 != 0 }) else { return nil }
    let statistics = Self.statistics(ranks)
    return Part(
      series: series, range: range, places: places, ranks: ranks, largest: statistics.max() ?? 0)
  }

  /// How often the largest statistic of all parts is as large as each one's when the order is shuffled.
  private func chances(of parts: [Part], _ random: inout SplitMix64) -> [Double] {
    guard !parts.isEmpty else { return [] }
    var reached = Array(repeating: 0, count: parts.count)
    for _ in 0..<draws {
      var orders: [Range<Int>: [Int]] = [:]
      var largest = 0.0
      for part in parts {
        let order = orders[part.range] ?? part.range.shuffled(using: &random)
        orders[part.range] = order
        // The values of a series that has gaps come in the order of the places that it has.
        let ranks: [Double]
        if part.places.count == part.range.count {
          ranks = order.map { part.ranks[$0 - part.range.lowerBound] }
        } else {
          let rank = Dictionary(uniqueKeysWithValues: zip(part.places, part.ranks))
          ranks = order.compactMap { rank[$0] }
        }
        largest = max(largest, Self.statistics(ranks).max() ?? 0)
      }
      // Sums of the same ranks in another order differ in their last bits.
      for index in parts.indices where largest >= parts[index].largest - 1e-9 { reached[index] += 1 }
    }
    return reached.map { Double($0 + 1) / Double(draws + 1) }
  }

  /// Where a part steps. Recordings are what changes, mostly for several figures at once: so it is the place at which the
  /// statistics of all parts of this range that step are largest together, unless the part's own best place is better
  /// beyond chance: by more than the 95 % point of χ² with one degree of freedom.
  private static func place(of part: Part, among all: [Part]) -> Int {
    let own = squares(of: part)
    let together = all.filter { $0.range == part.range && $0.places == part.places }.map(squares)
    let sums = own.indices.map { index in together.reduce(0) { $0 + $1[index] } }
    let shared = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    let best = own.indices.max { own[$0] < own[$1] } ?? 0
    return part.places[(own[best] - own[shared] <= 3.841 ? shared : best) + fewest]
  }

  private static func squares(of part: Part) -> [Double] { statistics(part.ranks).map { $0 * $0 } }

  /// The standardised rank sums, without their signs, for a step after `fewest`, `fewest` + 1, … values. The variance is that
  /// of a sum drawn without replacement, which allows for ties.
  static func statistics(_ centred: [Double]) -> [Double] {
    let count = centred.count
    guard count >= 2 * fewest else { return [] }
    let variance = centred.reduce(0) { $0 + $1 * $1 } / Double(count * (count - 1))
    var sum = 0.0
    var statistics: [Double] = []
    for (index, rank) in centred.enumerated().dropLast(fewest) {
      sum += rank
      let before = index + 1
      guard before >= fewest else { continue }
      statistics.append(abs(sum) / (Double(before * (count - before)) * variance).squareRoot())
    }
    return statistics
  }

  /// The ranks of values less their mean; equal values share the mean of their ranks.
  static func centredRanks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = Array(repeating: 0.0, count: values.count)
    var first = 0
    while first < order.count {
      let last = order[first...].prefix { values[$0] == values[order[first]] }.endIndex
      for index in order[first..<last] { ranks[index] = Double(first + last - order.count) / 2 }
      first = last
    }
    return ranks
  }
}

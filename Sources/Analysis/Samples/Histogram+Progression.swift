extension Histogram {
  /// Adds equally spaced values; takes no longer for many of them than for as many as there are bins.
  mutating func add(_ progression: Progression) {
    guard progression.count > 64 else {
      for index in 0..<Swift.max(0, progression.count) {
        add(progression.lowest.addingSaturated(index.multipliedSaturated(by: progression.step)))
      }
      return
    }
    var counted = Int64(0)
    for number in Bin(of: progression.lowest).number...Bin(of: progression.highest).number {
      guard let bin = Bin(number: number) else { continue }
      let below = progression.count(atMost: bin.range.upperBound)
      add(binOf: bin, times: below - counted)
      counted = below
    }
    includeMoments(of: progression)
  }

  /// Adds all that is known of equally spaced values but in which bins they are.
  mutating func includeMoments(of progression: Progression) {
    guard progression.count > 0 else { return }
    let (count, lowest, step) = (
      Int128(progression.count), Int128(progression.lowest), Int128(progression.step)
    )
    let distances = step &* (count &* (count - 1) / 2)
    include(
      from: progression.lowest, through: progression.highest, count: progression.count,
      sum: lowest &* count &+ distances, squares: Self.squares(progression))
  }

  /// The sum of the squares; `nil` beyond 2¹²³.
  private static func squares(_ progression: Progression) -> UInt128? {
    let (n, low, step) = (Double(progression.count), Double(progression.lowest), Double(progression.step))
    let most = Swift.max(low * low, Double(progression.highest) * Double(progression.highest))
    guard n * most < 1e37, n * n * n * step * step < 1e37 else { return nil }
    let (count, lowest, distance) = (
      Int128(progression.count), Int128(progression.lowest), Int128(progression.step)
    )
    let linear = lowest * distance * count * (count - 1)
    let square = distance * distance * ((count - 1) * count * (2 * count - 1) / 6)
    return UInt128(lowest * lowest * count + linear + square)
  }
}

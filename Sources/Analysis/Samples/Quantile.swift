import Timing

/// A quantile `p` in whole parts of 100,000, so that ranks are exact: p99.9 is 99,900 parts.
///
/// The value of a quantile is always an observed one: the smallest `x` with `F(x) ≥ p`, the element of
/// rank `⌈p·n⌉` (Hyndman and Fan, "Sample quantiles in statistical packages", 1996, definition 1;
/// numpy's `inverted_cdf`).
package struct Quantile: Hashable, Sendable {
  /// The share in parts of 100,000, 0 … 99,999.
  package let parts: Int64

  /// The quantile of `parts` in 100,000; `nil` outside 0 … 99,999.
  package init?(parts: Int64) {
    guard (0..<100_000).contains(parts) else { return nil }
    self.parts = parts
  }

  private init(known parts: Int64) { self.parts = parts }

  package static let p1 = Quantile(known: 1_000)
  package static let p50 = Quantile(known: 50_000)
  package static let p90 = Quantile(known: 90_000)
  package static let p99 = Quantile(known: 99_000)
  package static let p999 = Quantile(known: 99_900)
  package static let p9999 = Quantile(known: 99_990)

  /// The quantiles that every summary holds, in order.
  package static let standard = [p1, p50, p90, p99, p999, p9999]

  /// The share as a fraction of 1.
  package var share: Double { Double(parts) / 100_000 }

  /// The rank, from 1, of the element that is this quantile of `count` elements; at least 1.
  package func rank(of count: Int64) -> Int64 {
    Int64(max(1, (Int128(parts) * Int128(count) + 99_999) / 100_000))
  }

  /// How many samples a quantile needs to be more than a guess: above the median `⌈1/(1−p)⌉`, else 1.
  package var samplesNeeded: Int64 {
    parts > 50_000 ? (100_000 + (100_000 - parts) - 1) / (100_000 - parts) : 1
  }
}

extension Quantile: Comparable {
  package static func < (left: Quantile, right: Quantile) -> Bool { left.parts < right.parts }
}

extension Quantile: CustomStringConvertible {
  /// The usual name: `p50`, `p99.9`.
  package var description: String {
    let (whole, rest) = parts.quotientAndRemainder(dividingBy: 1_000)
    guard rest > 0 else { return "p\(whole)" }
    var decimals = String(String(rest + 1_000).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "p\(whole).\(decimals)"
  }

  /// Parses `p50` or `p99.9`, three decimals at most; `nil` when it is none.
  package init?(name: some StringProtocol) {
    guard name.hasPrefix("p") else { return nil }
    let pieces = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), (1...2).contains(pieces[0].count),
      pieces.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      pieces.count == 1 || pieces[1].count <= 3
    else { return nil }
    let decimals = (pieces.count == 2 ? String(pieces[1]) : "") + "000"
    guard let parts = Int64(pieces[0] + decimals.prefix(3)) else { return nil }
    self.init(parts: parts)
  }
}

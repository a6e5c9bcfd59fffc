/// A probability by itself, and as one of a family that is looked at together.
package struct ChanceInFamily: Hashable, Sendable {
  /// The probability by itself.
  package let single: Double
  /// The smallest rate of false discoveries at which it counts as one, among its family.
  package let adjusted: Double
}

/// The control of the false discovery rate: of all that is called a difference, no more than a share is due to chance, in
/// the mean; where nothing differs, the probability of calling anything a difference is no more than that share.
///
/// Benjamini and Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57, 1995.
/// Figures of a cell, cells of a recording and columns beside one base depend on one another positively: a machine that
/// was slow for a while was slow in all of them. Under such dependence the procedure holds its rate (Benjamini and
/// Yekutieli, "The control of the false discovery rate in multiple testing under dependency", Annals of Statistics 29, 2001,
/// theorem 1.2; for two-sided tests Reiner-Benaim, "FDR control by the BH procedure for two-sided correlated tests",
/// Biometrical Journal 49, 2007). Their correction for any dependence whatever would divide the rate by 1 + ½ + … + 1/m,
/// which is 4 for 36 figures, for a dependence that none of these can have.
enum FalseDiscovery {
  /// The family's probabilities with their adjusted values, in the same order; `nil` is no member of the family.
  static func adjusted(_ chances: [Double?]) -> [ChanceInFamily?] {
    let members = chances.indices.filter { chances[$0] != nil }.sorted {
      (chances[$0] ?? 1, $0) < (chances[$1] ?? 1, $1)
    }
    var adjusted: [ChanceInFamily?] = Array(repeating: nil, count: chances.count)
    var least = 1.0
    for (rank, member) in members.enumerated().reversed() {
      let chance = chances[member] ?? 1
      least = min(least, chance * Double(members.count) / Double(rank + 1))
      adjusted[member] = ChanceInFamily(single: chance, adjusted: least)
    }
    return adjusted
  }
}

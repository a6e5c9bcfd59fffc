import Timing

/// A fact of the environment in which two recordings differ, and which can move a figure.
package struct EnvironmentDifference: Hashable, Sendable {
  /// The fact's key.
  package let key: String
  /// The value on the base's side; `nil` when unknown.
  package let base: String?
  /// The value on the other side; `nil` when unknown.
  package let other: String?
  /// Why the figures cannot be compared as they are; `nil` for a difference that may be what is compared.
  package let warning: String?
  /// Whether recordings that differ in it are no repetitions of one another.
  package let keepsApart: Bool
}

extension EnvironmentDifference {
  /// The facts in which `base` and `other` differ and that can move a figure: those that spoil a comparison in front,
  /// then in the order of the files, the state of the moment last.
  package static func between(_ base: Environment, _ other: Environment) -> [EnvironmentDifference] {
    var differences: [EnvironmentDifference] = []
    for key in Environment.Key.allCases where key.role != .bookkeeping {
      let (left, right) = (base[key], other[key])
      guard !key.areAlike(left, right) else { continue }
      differences.append(
        EnvironmentDifference(
          key: key.rawValue, base: left, other: right, warning: warning(key, left, right),
          keepsApart: key.role != .state))
    }
    for key in unknownKeys(base, other) where base[key] != other[key] {
      differences.append(
        EnvironmentDifference(
          key: key, base: base[key], other: other[key], warning: nil, keepsApart: true))
    }
    return differences.filter { $0.warning != nil }
      + differences.filter { $0.warning == nil && $0.keepsApart }
      + differences.filter { $0.warning == nil && !$0.keepsApart }
  }

  /// Facts of other versions of the program: what they do to the figures is not known, so they may.
  private static func unknownKeys(_ base: Environment, _ other: Environment) -> [String] {
    var seen: Set<String> = []
    return (base.facts + other.facts).map(\.key).filter {
      Environment.role(of: $0) == nil && seen.insert($0).inserted
    }
  }

  private static func warning(_ key: Environment.Key, _ base: String?, _ other: String?) -> String? {
    guard let base, let other else { return nil }
    switch key {
    case .build: return "a \(base) build against a \(other) build: measure both as release builds"
    case .clock, .clockSource:
      return "measured with different clocks, \(base) and \(other): use the same clock on both"
    default: return nil
    }
  }
}

extension EnvironmentDifference: CustomStringConvertible {
  /// `key: base | other`.
  package var description: String { "\(key): \(base ?? "unknown") | \(other ?? "unknown")" }
}

import Text

/// The load of a cell: its label, and what that says.
///
/// A label that this version does not know, as another may have written it, is kept as it is. Two loads are the same
/// when their labels are.
package struct CellLoad: Sendable {
  /// The label, as the CSV holds it.
  package let label: String
  /// What the label says; `nil` for one of another version.
  package let known: Load?

  /// A load of this version.
  package init(_ load: Load) {
    label = "\(load)"
    known = load
  }

  /// The load of a label.
  package init(label: String) {
    self.label = label
    known = try? Load(parsing: label)
  }

  /// Nothing.
  package static let idle = CellLoad(.idle)

  /// What kind of load it is, `nil` for one of another version.
  package var kind: Load.Kind? { known?.kind }

  /// The label on one line of a terminal.
  package var printable: String { label.printable }
}

extension CellLoad: Hashable {
  package static func == (left: CellLoad, right: CellLoad) -> Bool { left.label == right.label }
  package func hash(into hasher: inout Hasher) { hasher.combine(label) }
}

extension CellLoad: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral label: String) { self.init(label: label) }

  package var description: String { label }
}

extension CellLoad: Comparable {
  /// The idle machine first, then by label, numbers in it by value: `loop:5%` before `loop:10%`.
  package static func < (left: CellLoad, right: CellLoad) -> Bool {
    guard left != right else { return false }
    if (left == .idle) != (right == .idle) { return left == .idle }
    return left.label.comesBefore(right.label)
  }
}

extension String {
  /// Whether a label stands before another one: by characters, but numbers in them by value.
  fileprivate func comesBefore(_ other: String) -> Bool {
    for (left, right) in zip(parts, other.parts) where left != right {
      guard left.first?.isDigit == true, right.first?.isDigit == true else { return left < right }
      let (first, second) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
      if first == second { return left.count > right.count }
      return first.count == second.count ? first < second : first.count < second.count
    }
    return parts.count < other.parts.count
  }

  /// Runs of digits and what lies between them.
  private var parts: [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isDigit == first.isDigit }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

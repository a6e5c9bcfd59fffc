import Text

/// Where two reports differ: only that.
package struct BehaviorComparison: Hashable, Sendable {
  /// One behaviour that was observed differently, or in one report only.
  package struct Difference: Hashable, Sendable {
    /// The behaviour's name.
    package var id: String
    /// The claim.
    package var claim: String
    /// What the base saw; `nil` when it did not check.
    package var base: Observation.Result?
    /// The base's evidence.
    package var baseEvidence: String?
    /// What the other saw; `nil` when it did not check.
    package var other: Observation.Result?
    /// The other's evidence.
    package var otherEvidence: String?
  }

  /// The differences, in the base's order, then what only the other has.
  package let differences: [Difference]
  /// How many behaviours both have, seen alike.
  package let alike: Int

  /// Compares the observed results of two reports; evidence alone makes no difference.
  package init(base: BehaviorReport, other: BehaviorReport) {
    let others = Dictionary(other.results.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(base.results.map(\.id))
    var pairs: [(left: BehaviorResult?, right: BehaviorResult?)] = base.results.map { ($0, others[$0.id]) }
    pairs += other.results.filter { !known.contains($0.id) }.map { (nil, $0) }
    let differences = pairs.compactMap { left, right -> Difference? in
      guard left?.observed != right?.observed, let either = left ?? right else { return nil }
      return Difference(
        id: either.id, claim: either.claim, base: left?.observed, baseEvidence: left?.evidence,
        other: right?.observed, otherEvidence: right?.evidence)
    }
    self.differences = differences
    alike = pairs.count - differences.count
  }
}

extension BehaviorComparison {
  /// A table for a terminal of 80 columns.
  package func table() -> String {
    var lines: [String] = []
    for difference in differences {
      lines.append(difference.id.printable)
      lines += wrapped(difference.claim, indent: 4)
      lines += wrapped(side(difference.base, difference.baseEvidence), first: "    base: ", indent: 10)
      lines += wrapped(side(difference.other, difference.otherEvidence), first: "    other: ", indent: 11)
    }
    lines.append(
      "\(Numbers.counted(differences.count, "difference")), \(Numbers.counted(alike, "behaviour")) alike")
    return lines.map { $0 + "\n" }.joined()
  }

  /// A Markdown table.
  package func markdown() -> String {
    var text = Markdown.head(["id", "base", "other", "base's evidence", "other's evidence"])
    for difference in differences {
      text += Markdown.row([
        Markdown.code(difference.id), difference.base?.rawValue ?? "", difference.other?.rawValue ?? "",
        Markdown.escaped(difference.baseEvidence ?? ""), Markdown.escaped(difference.otherEvidence ?? ""),
      ])
    }
    return text
      + "\n\(Numbers.counted(differences.count, "difference")), \(Numbers.counted(alike, "behaviour")) alike.\n"
  }

  /// One JSON object with the differences; see `docs/json.md`.
  package var json: String {
    let differences = differences.map { difference in
      JSONValue.object([
        ("id", .string(difference.id)), ("claim", .string(difference.claim)),
        ("base", .string(difference.base?.rawValue)), ("base_evidence", .string(difference.baseEvidence)),
        ("other", .string(difference.other?.rawValue)), ("other_evidence", .string(difference.otherEvidence)),
      ])
    }
    return JSONValue.object([
      ("format", .string("timer-bench behaviors comparison 1")), ("differences", .array(differences)),
    ]).text
  }

  /// A CSV of the differences.
  package func csv() -> String {
    var text = CSV.line(["id", "claim", "base", "base_evidence", "other", "other_evidence"])
    for difference in differences {
      let fields = [
        difference.id, difference.claim, difference.base?.rawValue ?? "", difference.baseEvidence ?? "",
        difference.other?.rawValue ?? "", difference.otherEvidence ?? "",
      ]
      text += CSV.line(fields)
    }
    return text
  }
}

private func side(_ result: Observation.Result?, _ evidence: String?) -> String {
  guard let result else { return "not checked" }
  return "\(result.rawValue) — \(evidence ?? "")"
}

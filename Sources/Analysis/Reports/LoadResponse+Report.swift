import Text
import Timing

extension LoadResponse {
  /// The response as JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("interval_ns", .integer(interval.count)), ("timers", .integer(Int64(timers))),
      ("load", .string(kind.name)),
      (
        "lines",
        .array(
          lines.filter { $0.points.contains { $0.amount > 0 } }.map { line in
            .object([
              ("timer", .string(line.timer)), ("leeway_ns", .integer(line.leeway?.count)),
              ("holds_to", .number(line.holdsTo)), ("breaks_at", .number(line.breaksAt)),
            ])
          })
      ),
    ])
  }

  /// Where its timers break, in one sentence; `nil` where that cannot be told.
  var sentence: String? {
    let verdicts = lines.filter { !verdict(on: $0).isEmpty }.map { line in
      let leeway = line.leeway.map { $0.count > 0 ? " leeway \($0)" : "" } ?? ""
      return "\(line.timer.printable)\(leeway) \(verdict(on: line))"
    }
    guard !verdicts.isEmpty else { return nil }
    let several = timers > 1 ? ", \(timers) timers" : ""
    return
      "every \(interval), \(kind.name.printable)\(several): \(verdicts.joined(separator: "; ")) (more than "
      + "\(Numbers.percent(Self.mostLeftOut)) of the deadlines left out)"
  }
}

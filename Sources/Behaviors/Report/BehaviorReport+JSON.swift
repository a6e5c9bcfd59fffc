import Text
import Timing

extension BehaviorReport {
  /// One JSON object: `environment`, `status`, `behaviors` and `needs`; see `docs/json.md`.
  package var json: String {
    JSONValue.object([
      ("format", .string("timer-bench behaviors 1")),
      ("environment", .object(environment.facts.map { ($0.key, .string($0.value)) })),
      ("status", .string(status.rawValue)), ("behaviors", .array(results.map(\.json))),
      ("needs", .array(Need.derived(from: results).map(\.json))),
    ]).text
  }
}

extension BehaviorResult {
  fileprivate var json: JSONValue {
    .object([
      ("id", .string(id)), ("timer", .string(timer)), ("claim", .string(claim)),
      ("expected", .string(expected?.rawValue)), ("observed", .string(observed.rawValue)),
      ("evidence", .string(evidence)), ("reference", .string(reference)),
    ])
  }
}

extension Need {
  fileprivate var json: JSONValue {
    .object([
      ("need", .string(need)), ("use", .string(use)), ("because", .array(because.map { .string($0) })),
    ])
  }
}

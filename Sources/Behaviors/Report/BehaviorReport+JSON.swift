import Foundation
import Text
import Timing

extension BehaviorReport {
  /// One JSON object: `environment`, `status`, `behaviors` and `needs`. What is unknown is left out.
  package func json() throws -> String {
    var environment: [String: String] = [:]
    for fact in self.environment.facts where fact.value != nil { environment[fact.key] = fact.value }
    let document = Document(
      environment: environment, status: status.rawValue, behaviors: results,
      needs: Need.derived(from: results))
    return try JSON.pretty(document)
  }
}

private struct Document: Encodable {
  let format = "timer-bench behaviors 1"
  let environment: [String: String]
  let status: String
  let behaviors: [BehaviorResult]
  let needs: [Need]
}

import Text
import Timing

/// The results of one invocation and where they were seen: what a behaviours file holds.
package struct BehaviorReport: Hashable, Sendable {
  /// How a report ended.
  package enum Status: String, Hashable, Sendable {
    /// Every experiment gave an answer.
    case complete
    /// At least one gave none.
    case failed
    /// The file breaks off: it has no last line.
    case truncated
  }

  /// The machine, the system and the program.
  package var environment: Environment
  /// One row a behaviour.
  package var results: [BehaviorResult]
  /// How it ended.
  package var status: Status

  /// Creates a report of results; its status follows from them.
  package init(environment: Environment, results: [BehaviorResult]) {
    self.init(
      environment: environment, results: results,
      status: results.contains { $0.observed == .failedToRun } ? .failed : .complete)
  }

  /// Creates a report from its parts.
  package init(environment: Environment, results: [BehaviorResult], status: Status) {
    self.environment = environment
    self.results = results
    self.status = status
  }

  /// How often each result was observed, in a sentence.
  package var tally: String {
    let counts = Observation.Result.allCases.compactMap { result -> String? in
      let count = results.filter { $0.observed == result }.count
      return count > 0 ? "\(result.rawValue) \(count)" : nil
    }
    let surprising = results.filter(\.isSurprising).count
    let unexpected = surprising == 0 ? "all as documented or known" : "\(surprising) not as expected"
    return "\(Numbers.counted(results.count, "behaviour")): \(counts.joined(separator: ", ")); \(unexpected)"
  }
}

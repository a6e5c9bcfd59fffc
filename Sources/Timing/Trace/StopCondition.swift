/// What ends a run early: the first measured callback that is later than a limit.
package struct StopCondition: Hashable, Sendable {
  /// Lateness above this ends the run.
  package var lateness: Nanoseconds

  /// Creates a condition.
  package init(lateness: Nanoseconds) {
    self.lateness = lateness
  }
}

extension StopCondition: CustomStringConvertible {
  /// As it is written: `lateness>5ms`.
  package var description: String { "lateness>\(lateness)" }

  /// Parses `lateness>TIME`.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    let form = "write lateness>TIME, in quotes for the shell, such as 'lateness>5ms'"
    let pieces = text.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      .map { piece in String(piece.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    guard pieces.count == 2 else { throw ParseError(form) }
    guard pieces[0] == "lateness" else { throw ParseError("a run stops on lateness only: \(form)") }
    do throws(DurationError) {
      lateness = try Nanoseconds(parsing: pieces[1])
    } catch {
      throw ParseError("\(error): \(form)")
    }
    guard lateness.count > 0 else { throw ParseError("the limit has to be above 0: \(form)") }
  }
}

/// What is to be told of a run that a ``StopCondition`` ended.
package struct StopReport: Hashable, Sendable {
  /// The run.
  package var planned: PlannedRun
  /// The condition.
  package var condition: StopCondition
  /// The callbacks around the one that met the condition, in order.
  package var window: [Tick]
  /// The index of that callback in the window.
  package var index: Int
  /// What the scheduler did before it; `nil` for a run that was not traced.
  package var story: SchedulerStory?

  /// Creates a report; `index` has to be one of `window`.
  package init(
    planned: PlannedRun, condition: StopCondition, window: [Tick], index: Int, story: SchedulerStory?
  ) {
    precondition(window.indices.contains(index), "a report is about a callback of its window")
    self.planned = planned
    self.condition = condition
    self.window = window
    self.index = index
    self.story = story
  }

  /// The callback that met the condition.
  package var tick: Tick { window[index] }
}

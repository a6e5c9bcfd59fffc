/// The timers that experiments are run against: the system's, or in tests deliberately wrong ones.
package struct Subjects: Sendable {
  /// Timers on run loops.
  package var loop: LoopSubject
  /// Dispatch timer sources.
  package var source: SourceSubject
  /// The owners of both and the overlap policies.
  package var owner: OwnerSubject
  /// How experiments that may trap, or that stop the process, get a process of their own; `nil` when they cannot.
  package var child: ChildCommand?
  /// What may set the clocks; `nil` where that would disturb.
  package var clocks: ClockControl?

  /// Creates the set.
  package init(
    loop: LoopSubject = .system, source: SourceSubject = .system, owner: OwnerSubject = .timers,
    child: ChildCommand? = nil, clocks: ClockControl? = nil
  ) {
    self.loop = loop
    self.source = source
    self.owner = owner
    self.child = child
    self.clocks = clocks
  }
}

/// The timers that experiments are run against: the system's, or in tests deliberately wrong ones.
public struct Subjects: Sendable {
  /// Timers on run loops.
  public var loop: LoopSubject
  /// Dispatch timer sources.
  public var source: SourceSubject
  /// The owners of both and the overlap policies.
  public var owner: OwnerSubject
  /// How experiments that may trap, or that stop the process, get a process of their own; `nil` when they cannot.
  public var child: ChildCommand?

  /// Creates the set.
  public init(
    loop: LoopSubject = .system, source: SourceSubject = .system, owner: OwnerSubject = .timers,
    child: ChildCommand? = nil
  ) {
    self.loop = loop
    self.source = source
    self.owner = owner
    self.child = child
  }
}

extension Behavior {
  /// Every behaviour, in the order in which lists show them.
  public static let all: [Behavior] = [
    runLoopCreation, runLoopModes, runLoopThreads, runLoopLifetime, runLoopOwnership, runLoopAccuracy,
    runLoopTolerance, dispatchActivation, dispatchOwner, dispatchCancelling, dispatchSuspending,
    dispatchOverlap,
    dispatchLeeway, dispatchClocks, intervals, smallestInterval, stopped, overlapPolicies,
  ].flatMap { $0 }

  /// The behaviour with an identifier; `nil` when there is none.
  public static func named(_ id: String) -> Behavior? {
    all.first { $0.id == id }
  }
}

extension Behavior {
  /// Every behaviour, in the order in which lists show them.
  package static let all: [Behavior] = [
    runLoopCreation, runLoopModes, runLoopThreads, runLoopLifetime, runLoopOwnership, runLoopAccuracy,
    runLoopTolerance, dispatchActivation, dispatchOwner, dispatchCancelling, dispatchSuspending,
    dispatchOverlap,
    dispatchLeeway, dispatchClocks, intervals, smallestInterval, stopped, dispatchReleasing, overlapPolicies,
    bags,
  ].flatMap { $0 }

  /// The behaviours that apply to one of these families, in the same order.
  package static func all(of families: Set<Family>) -> [Behavior] {
    all.filter { !families.isDisjoint(with: $0.families) }
  }

  /// The behaviour with an identifier; `nil` when there is none.
  package static func named(_ id: String) -> Behavior? {
    all.first { $0.id == id }
  }
}

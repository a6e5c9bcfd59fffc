/// What a thread that waits for deadlines does before its first wait: nothing, unless a run asks for more, such as
/// real-time scheduling.
///
/// A mechanism whose threads are its own calls it on each of them. One that runs on threads of Dispatch or of Swift
/// tasks cannot, for they go on to do other work.
package struct ThreadSetup: Sendable {
  private let setUp: @Sendable () -> (@Sendable () -> Void)

  /// Creates a setup.
  /// - Parameter setUp: changes the calling thread, and returns what changes it back.
  package init(_ setUp: @escaping @Sendable () -> (@Sendable () -> Void)) {
    self.setUp = setUp
  }

  /// Leaves threads as they are.
  package static let none = ThreadSetup { {} }

  /// Sets up the calling thread for good: it ends with the timer.
  func applyToOwnThread() {
    _ = setUp()
  }

  /// Sets up the calling thread while `body` runs.
  func apply<Result>(during body: () -> Result) -> Result {
    let giveBack = setUp()
    defer { giveBack() }
    return body()
  }
}

import Testing

@testable import Harness

/// Which signal is the wish to end in order, and which the wish to end now.
@Suite struct InterruptionTests {
  private static let moment = Interruption.moment

  @Test func `a signal is taken while somebody looks, and ends the program otherwise`() {
    let interruption = Interruption()
    #expect(!interruption.take(15, at: 0))
    #expect(interruption.signal == nil)
    interruption.hold()
    #expect(interruption.take(15, at: 1))
    #expect(interruption.signal == 15)
    let released = Interruption()
    released.hold()
    released.release()
    #expect(!released.take(2, at: 0))
  }

  @Test(arguments: [
    (after: Int64(0), ends: false), (1_000, false), (5_000_000, false), (2_000_000_000, true),
  ])
  func `a second signal is impatience only after a moment`(after: Int64, ends: Bool) {
    let interruption = Interruption()
    interruption.hold()
    #expect(interruption.take(15, at: 7))
    #expect(interruption.take(1, at: 7 + after) == !ends)
    // The first one stays the reason.
    #expect(interruption.signal == 15)
  }

  @Test func `the echo of a signal does not end what has been saved meanwhile`() {
    let interruption = Interruption()
    interruption.hold()
    #expect(interruption.take(2, at: 0))
    interruption.release()
    #expect(interruption.take(2, at: 3_000_000))
    #expect(!interruption.take(2, at: Self.moment + 1))
  }
}

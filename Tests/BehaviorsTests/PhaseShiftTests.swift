import Testing

@testable import Behaviors

@Suite struct PhaseShiftTests {
  @Test(
    arguments: [
      // Kept; armed late as a whole; one date named wrong, before or after; across the wrap.
      ([0, 0, 0, 0], [0, 0, 0, 0, 0], 0),
      ([0.2, 0.2, 0.2, 0.2], [0.2, 0.2, 0.2], 0),
      ([0, 0.3, 0, 0], [0, 0, 0], 0),
      ([0, 0, 0, 0], [0, 0.4, 0, 0, 0], 0),
      ([0.49, 0.49, -0.49], [-0.49, 0.49, 0.49], 0.02),
      // Shifted once; shifted by every callback; nothing to compare.
      ([0, 0, 0, 0], [0.3, 0.3, 0.3], 0.3),
      ([0, 0, 0, 0], [0, 0.3, -0.4, -0.1, 0.2, 0.5], 0.3),
      ([0, 0, 0], [], 0.5),
      ([], [0, 0, 0], 0.5),
    ] as [([Double], [Double], Double)])
  func `a phase is kept unless most dates moved`(before: [Double], after: [Double], size: Double) {
    let shift = PhaseShift(before: before, after: after)
    #expect(abs(shift.size - size) < 0.021)
    #expect(shift.isNone == (size < 0.1))
  }

  @Test func `a grid that is far from where it was asked for disturbs; a grid that moves does not`() {
    #expect(throws: Disturbed.self) { try PhaseShift(before: [0.4, 0.4, 0.4], after: []).requireArmed() }
    #expect(throws: Never.self) { try PhaseShift(before: [0.1, 0.1, 0.1], after: []).requireArmed() }
    #expect(throws: Never.self) { try PhaseShift(before: [0.3, -0.4, -0.1, 0.2], after: []).requireArmed() }
  }
}

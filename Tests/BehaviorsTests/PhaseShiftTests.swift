import Testing

@testable import Behaviors

/// Dates counted by hand.
@Suite struct PhaseShiftTests {
  private func twelve(_ phase: Double, _ others: Double...) -> [Double] {
    others + Array(repeating: phase, count: 12 - others.count)
  }

  @Test func `a phase is kept unless most dates moved`() throws {
    // Kept; armed late as a whole; dates named wrong, before or after; across the wrap.
    for (before, after) in [
      (twelve(0), twelve(0)), (twelve(0.2), twelve(0.2)), (twelve(0, 0.3, -0.2, 0.4), twelve(0)),
      (twelve(0), twelve(0, 0.4)), (twelve(0.49), twelve(-0.49)), (twelve(0), twelve(0.04)),
    ] {
      #expect(try PhaseShift(before: before, after: after).isNone())
    }
    // Shifted once, by little and by much; by every callback, so that no dates or two are alike.
    for (before, after) in [
      (twelve(0), twelve(0.3)), (twelve(0), twelve(-0.06)), (twelve(0.49), twelve(-0.41)),
      (twelve(0), (0..<12).map { Double($0) * 0.3 - (Double($0) * 0.3).rounded() }),
      (twelve(0, 0.3, -0.2, 0.4, 0.15), twelve(0)),
    ] {
      #expect(try !PhaseShift(before: before, after: after).isNone())
    }
  }

  @Test(arguments: [
    ([0, 0, 0], [0, 0, 0]), (Array(repeating: 0, count: 12), Array(repeating: 0, count: 11)),
  ])
  func `too few dates prove no grid, but a shift`(before: [Double], after: [Double]) throws {
    #expect(throws: Disturbed.self) { try PhaseShift(before: before, after: after).isNone() }
    #expect(try !PhaseShift(before: before, after: after.map { $0 + 0.3 }).isNone())
    #expect(try !PhaseShift(before: before, after: []).isNone())
    #expect(try !PhaseShift(before: [], after: after).isNone())
  }

  @Test func `a grid that is far from where it was asked for disturbs; a grid that moves does not`() {
    #expect(throws: Disturbed.self) { try PhaseShift(before: twelve(0.4), after: []).requireArmed() }
    #expect(throws: Never.self) { try PhaseShift(before: twelve(0.1), after: []).requireArmed() }
    #expect(throws: Never.self) { try PhaseShift(before: [0.3, -0.4, -0.1, 0.2], after: []).requireArmed() }
  }
}

import Testing

@testable import Text

/// Worked out by hand.
@Suite struct NumbersTests {
  @Test(
    arguments: [
      (0, "0"), (850, "850ns"), (62_148, "62.1µs"), (999_499, "999µs"), (999_500, "1.00ms"),
      (-1_240_000, "-1.24ms"), (20_000_000_000, "20.0s"), (12.34, "12.3ns"), (.nan, "–"),
    ] as [(Double, String)])
  func `a time has three digits in the unit that fits`(nanoseconds: Double, text: String) {
    #expect(Numbers.time(nanoseconds) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (-850, "-850ns"), (126_598, "126.598µs"), (1_000_002, "1.000002ms"),
      (1_000_002_000, "1.000002000s"),
    ] as [(Int64, String)])
  func `an exact time loses no nanosecond`(nanoseconds: Int64, text: String) {
    #expect(Numbers.exactTime(nanoseconds) == text)
  }

  @Test(
    arguments: [(1.5, "1.5"), (2, "2"), (-0.004, "0"), (0.126, "0.13"), (100, "100"), (-1.005e3, "-1005")]
      as [(Double, String)])
  func `a short number ends in no zero behind the point`(value: Double, text: String) {
    #expect(Numbers.short(value, 2) == text)
  }

  @Test func `a count has its noun`() {
    #expect(Numbers.counted(1, "callback") == "1 callback")
    #expect(Numbers.counted(1_234_567, "callback") == "1,234,567 callbacks")
    #expect(Numbers.counted(0, "entry", "entries") == "0 entries")
    #expect(Numbers.count(.min) == "-9,223,372,036,854,775,808")
  }
}

import Testing
import Timing

@Suite struct NanosecondsTests {
  @Test(
    arguments: [
      ("1.5ms", 1_500_000), ("1ns", 1), ("10us", 10_000), ("0", 0), ("0ms", 0), ("0.0s", 0),
      ("2h", 7_200_000_000_000), ("1m", 60_000_000_000), ("0.5ns", 1), ("1.0004us", 1_000),
      ("1.0005us", 1_001), ("9223372036s", 9_223_372_036_000_000_000), ("007ms", 7_000_000),
      ("0.1s", 100_000_000), ("0.00000000000000000001h", nil), ("0.1ns", nil),
    ] as [(String, Int64?)])
  func `a duration parses to whole nanoseconds, halves up, or rounds to nothing`(
    text: String, nanoseconds: Int64?
  ) throws {
    if let nanoseconds {
      #expect(try Nanoseconds(parsing: text).count == nanoseconds)
    } else {
      #expect(throws: DurationError.roundsToZero) { try Nanoseconds(parsing: text) }
    }
  }

  @Test(
    arguments: [
      ("-1ms", .negative), ("nan", .malformed), ("inf", .malformed), ("1e400s", .malformed), ("10", .noUnit),
      ("1msx", .unknownUnit("msx")), (",5ms", .malformed), ("300y", .unknownUnit("y")), ("", .malformed),
      ("9223372036854775807s", .tooLarge), ("99999999999999999999ns", .tooLarge), ("1.ms", .malformed),
      (".5ms", .malformed), ("1.2.3ms", .malformed), ("0x10ms", .malformed), ("1 ms", .malformed),
      ("+1ms", .malformed), ("١ms", .malformed), ("9223372036.9s", .tooLarge),
    ] as [(String, DurationError)])
  func `what is not a duration says why`(text: String, error: DurationError) {
    #expect(throws: error) { try Nanoseconds(parsing: text) }
  }

  @Test(
    arguments: [
      (0, "0ns"), (1, "1ns"), (999, "999ns"), (1_000, "1us"), (1_500_000, "1.5ms"), (1_000_001, "1000.001us"),
      (15_625_000, "15.625ms"), (60_000_000_000, "60s"), (-2_500, "-2.5us"), (1_050_000, "1.05ms"),
      (.min, "-9223372036854775.808us"),
    ] as [(Int64, String)])
  func `a duration prints exactly in its largest fitting unit`(nanoseconds: Int64, text: String) {
    #expect(Nanoseconds(nanoseconds).description == text)
  }
}

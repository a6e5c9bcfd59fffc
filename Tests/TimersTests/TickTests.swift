import CPlatform
import Testing

struct TickTests {
  /// 125/3 nanoseconds a tick on Apple silicon; the expected values by hand: 3/125 of the nanoseconds, rounded up.
  @Test(arguments: [
    (0, 0, 0), (1, 1, 42), (41, 1, 42), (42, 2, 84), (83, 2, 84), (84, 3, 125), (125, 3, 125), (126, 4, 167),
    (1_000_000, 24_000, 1_000_000), (16_666_667, 400_001, 16_666_709),
  ])
  func `a deadline between two ticks of Apple silicon is the later one`(
    time: Int64, ticks: UInt64, onTick: Int64
  ) {
    let tick = platform_tick(numerator: 125, denominator: 3)
    #expect(platform_ticks(time, tick) == ticks)
    #expect(platform_on_tick(time, tick) == onTick)
    // What a system makes of it that rounds down.
    #expect(UInt64(onTick) * 3 / 125 == ticks)
  }

  @Test(arguments: [0, 1, 1_234_567, .max] as [Int64])
  func `where a tick is a nanosecond nothing is rounded`(time: Int64) {
    let tick = platform_tick(numerator: 1, denominator: 1)
    #expect(platform_ticks(time, tick) == UInt64(time))
    #expect(platform_on_tick(time, tick) == time)
  }
}

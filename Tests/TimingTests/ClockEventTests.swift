import Foundation
import Testing
import Timing

private let ms: Int64 = 1_000_000

/// Readings every 100 ms, the clocks shifted by what happens at the second of four readings.
private func readings(slept: Int64 = 0, stepped: Int64 = 0, drift: Double = 0) -> [ClockReading] {
  (0..<4).map { index in
    let time = Int64(index) * 100 * ms
    let has = index >= 2
    let boot = time + (has ? slept : 0)
    return ClockReading(
      monotonic: 5_000 * ms + time, boot: 7_000 * ms + boot,
      wall: 9_000 * ms + boot + (has ? stepped : 0) + Int64(drift * Double(time)), width: 1_000)
  }
}

private func record(_ readings: [ClockReading]) -> ClockRecord {
  var record = ClockRecord(readings[0])
  for reading in readings.dropFirst() { record.add(reading) }
  return record
}

private func event(_ kind: ClockEvent.Kind, _ length: Int64) -> ClockEvent {
  ClockEvent(kind: kind, length: length, after: 5_100 * ms, before: 5_200 * ms)
}

@Suite struct ClockEventTests {
  @Test(
    arguments: [
      (0, 0, 0, []),
      // The limit of a slew, and half of it backwards.
      (0, 0, 500e-6, []),
      (0, 0, -250e-6, []),
      (0, 1_000 * ms, 0, [event(.set, 1_000 * ms)]),
      (0, -3 * ms, 0, [event(.set, -3 * ms)]),
      (0, ms, 0, [event(.set, ms)]),
      (0, -ms, 0, [event(.set, -ms)]),
      // Four years.
      (0, 126_230_400_000 * ms, 0, [event(.set, 126_230_400_000 * ms)]),
      (60_000 * ms, 0, 0, [event(.sleep, 60_000 * ms)]),
      (2_000 * ms, -500 * ms, 0, [event(.sleep, 2_000 * ms), event(.set, -500 * ms)]),
      (ms, 0, 0, [event(.sleep, ms)]),
      (200_000, 200_000, 0, []),
    ] as [(Int64, Int64, Double, [ClockEvent])])
  func `sleeps and steps are told from time that passes and from a slew`(
    slept: Int64, stepped: Int64, drift: Double, events: [ClockEvent]
  ) {
    let found = record(readings(slept: slept, stepped: stepped, drift: drift)).events
    #expect(found == events)
  }

  @Test func `a reader that was held up sees no event`() {
    let late = [0, 100, 4_100, 4_200].map { time -> ClockReading in
      let time = Int64(time) * ms
      return ClockReading(monotonic: time, boot: time, wall: time + 1_000)
    }
    #expect(record(late).events.isEmpty)
  }

  @Test func `an event survives the file: a step is by so much, a sleep has a length`() throws {
    let events = [event(.set, -3 * ms), event(.sleep, 60_000 * ms)]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(events)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"after_ns":5100000000,"before_ns":5200000000,"by_ns":-3000000},"#
        + #"{"after_ns":5100000000,"before_ns":5200000000,"length_ns":60000000000}]"#)
    #expect(try JSONDecoder().decode([ClockEvent].self, from: data) == events)
  }
}

@Suite struct ClockRecordTests {
  @Test func `between two readings that differ the distance can have been that of either`() {
    let record = record(readings(stepped: 2_000 * ms))
    let before = 4_000 * ms
    #expect(record.wallOffsets(from: 5_050 * ms, through: 5_050 * ms) == [before])
    #expect(record.wallOffsets(from: 5_250 * ms, through: 5_250 * ms) == [before + 2_000 * ms])
    #expect(Set(record.wallOffsets(from: 5_150 * ms, through: 5_150 * ms)) == [before, before + 2_000 * ms])
    #expect(record.wallOffsets(from: .min, through: .max).contains(before))
    #expect(record.wallOffset(at: 5_010 * ms) == before)
    #expect(record.wallOffset(at: 9_000 * ms) == before + 2_000 * ms)
  }

  @Test func `in a slew the distance lies on the way, and after one of two events it is by that one`() {
    let slewed = record(readings(drift: 400e-6))
    // 40 µs in 100 ms.
    #expect(slewed.wallOffsets(from: 5_150 * ms, through: 5_150 * ms).contains(4_000 * ms + 60_000))
    let both = record(readings(slept: 2_000 * ms, stepped: -500 * ms))
    #expect(
      Set(both.wallOffsets(from: 5_150 * ms, through: 5_150 * ms))
        == [4_000 * ms, 6_000 * ms, 3_500 * ms, 5_500 * ms])
  }

  @Test func `a row belongs to an event that may have happened between its deadline and its callback`() {
    let record = record(readings(slept: 60_000 * ms))
    func touches(_ deadline: Int64, _ callback: Int64, wall: Bool = false) -> Bool {
      record.touches(deadline: deadline * ms, callback: callback * ms, wallDeadlines: wall)
    }
    #expect(!touches(5_050, 5_099))
    #expect(touches(5_050, 5_100))
    #expect(touches(5_150, 5_151))
    #expect(touches(5_200, 5_280))
    #expect(!touches(5_201, 5_280))
    // The deadlines of a timer on the wall clock have moved for good.
    #expect(!touches(5_050, 5_099, wall: true))
    #expect(touches(5_201, 5_280, wall: true))
  }

  @Test func `what is forgotten takes no event with it, and the newest relation stays`() {
    var record = record(readings(stepped: 2_000 * ms))
    record.forget(before: 6_000 * ms)
    #expect(record.events.count == 1)
    #expect(record.wallOffsets(from: 6_000 * ms, through: 6_000 * ms) == [6_000 * ms])
    #expect(record.touches(deadline: 7_000 * ms, callback: 7_001 * ms, wallDeadlines: true))
    #expect(!record.touches(deadline: 7_000 * ms, callback: 7_001 * ms, wallDeadlines: false))
  }

  @Test func `events beyond a hundred are counted`() {
    var record = ClockRecord(ClockReading(monotonic: 0, boot: 0, wall: 0))
    for index in Int64(1)...300 {
      record.add(ClockReading(monotonic: index * 100 * ms, boot: index * 100 * ms, wall: index * 200 * ms))
    }
    #expect(record.events.count == ClockRecord.mostEvents)
    #expect(record.eventCount == 300)
  }
}

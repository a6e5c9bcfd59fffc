import Foundation
import Testing
import Timing

/// A run-loop timer between clocks that are set and sleep at random: the truth is what the simulated mechanism did, told
/// apart from everything that the accounting sees.
@Suite struct ClockScheduleTests {
  static let seeds = Array(UInt64(1)...200)

  @Test(arguments: seeds) func `every callback is on its own slot`(seed: UInt64) throws {
    let simulation = ClockSimulation(seed: seed, notified: seed % 2 == 0)
    let run = simulation.run()
    #expect(run.truth.count >= 40)
    let found = try account(run)
    #expect(found.map(\.slot) == run.truth)
    var next: Int64 = 0
    for (tick, slot) in zip(found, run.truth) {
      #expect(tick.missed == slot - next)
      next = slot + 1
    }
  }

  @Test(arguments: seeds) func `every step and sleep is found where it was, with its size`(seed: UInt64) {
    let run = ClockSimulation(seed: seed, notified: seed % 2 == 0).run()
    var record = ClockRecord(run.readings[0])
    for reading in run.readings.dropFirst() { record.add(reading) }
    // Between two readings several steps are one, and cancel out; each window is held against what happened in it.
    for event in record.events {
      let inside = run.events.filter { $0.kind == event.kind && $0.at > event.after && $0.at <= event.before }
      #expect(inside.reduce(0) { $0 + $1.length } == event.length)
    }
    for kind in [ClockEvent.Kind.set, .sleep] {
      let (happened, found) = (
        run.events.filter { $0.kind == kind }, record.events.filter { $0.kind == kind }
      )
      #expect(happened.reduce(0) { $0 + $1.length } == found.reduce(0) { $0 + $1.length })
    }
  }

  private func account(_ run: ClockSimulation.Run) throws -> [Tick] {
    var accounting = Accounting(
      schedules: [run.schedule], evidence: .fireDate, begun: run.readings[0].monotonic, warmupEnd: .min)
    var record = ClockRecord(run.readings[0])
    var rest = run.readings.dropFirst()
    var ticks: [Tick] = []
    // The harness collects once a second, and reads the clocks after it has taken the records out.
    for batch in run.batches {
      while let next = rest.first, next.monotonic <= batch.end {
        record.add(next)
        rest.removeFirst()
      }
      accounting.begin(batch.firings, clocks: record)
      for firing in batch.firings { ticks.append(try #require(try accounting.enter(firing))) }
      record.forget(before: accounting.unsettledSince)
    }
    return ticks
  }
}

/// Two clocks, what happens to them, and Foundation's timer on them as swift-corelibs-foundation keeps it: a grid on the
/// monotonic clock, of which each fire date is worked out from both clocks when the callback before has returned.
struct ClockSimulation {
  struct Event {
    var kind: ClockEvent.Kind
    var at: Int64
    var length: Int64
  }

  struct Batch {
    var firings: [Firing]
    var end: Int64
  }

  struct Run {
    var schedule: Schedule
    var events: [Event]
    var readings: [ClockReading]
    var batches: [Batch]
    var truth: [Int64]
  }

  private var random: SplitMix64
  /// Whether the kernel tells of a change, as on Linux; otherwise readings come at their pace only.
  private let notified: Bool

  init(seed: UInt64, notified: Bool) {
    random = SplitMix64(seed: seed)
    self.notified = notified
  }

  private static let intervals: [Int64] = [500_000, 1_000_000, 10_000_000, 50_000_000, 1_000_000_000]
  private static let steps: [Int64] = [
    1_000_000, 1_000_000, 7_300_000, 50_000_000, 530_000_000, 2_000_000_000, 3_600_000_000_000,
    126_230_400_000_000_000,
  ]

  func run() -> Run {
    var random = random
    let start: Int64 = 77_000_000_000
    let interval = Self.intervals.randomElement(using: &random) ?? 1
    let length = min(200 * interval, 60 * 1_000_000_000) + 3_000_000_000
    // Some happen before the first deadline, some close together.
    var events: [Event] = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let at = start + Int64.random(in: 1_000..<length, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        return Event(
          kind: .sleep, at: at, length: Int64.random(in: 1_000_000...90_000_000_000, using: &random))
      }
      let size = Self.steps.randomElement(using: &random) ?? 0
      return Event(kind: .set, at: at, length: Bool.random(using: &random) ? size : -size)
    }
    events.sort { $0.at < $1.at }

    func sum(_ kinds: [ClockEvent.Kind], _ time: Int64) -> Int64 {
      events.reduce(0) { $0 + ($1.at <= time && kinds.contains($1.kind) ? $1.length : 0) }
    }
    let offset: Int64 = 1_790_000_000_000_000_000
    func boot(_ time: Int64) -> Int64 { time + 5_000_000_000 + sum([.sleep], time) }
    func wall(_ time: Int64) -> Int64 { time + offset + sum([.sleep, .set], time) }
    func reading(_ time: Int64) -> ClockReading {
      ClockReading(monotonic: time, boot: boot(time), wall: wall(time), width: 300)
    }

    // The keeper's readings, at its pace with some lateness, and after a change where the kernel tells.
    let period = min(max(interval, 100_000_000), 1_000_000_000)
    var times = [start]
    while let last = times.last, last < start + length + 2 * period {
      times.append(last + period + Int64.random(in: 0...20_000_000, using: &random))
    }
    if notified { times += events.map { $0.at + Int64.random(in: 20_000...15_000_000, using: &random) } }

    // The timer. What it arms lies some microseconds before the grid.
    let schedule = Schedule(first: start + max(interval, 20_000_000), interval: interval)
    let skew = -Int64.random(in: 0...8_000, using: &random)
    var fire = schedule.first + skew
    var date = wall(start + 500) + (schedule.first - (start + 500))
    var now = start + 1_000
    var firings: [Firing] = []
    var truth: [Int64] = []
    while now < start + length {
      var callback = max(now, fire) + Int64.random(in: 15_000...80_000, using: &random)
      // A late one, by up to four intervals; a sleep holds up what is due meanwhile.
      if Int.random(in: 0..<12, using: &random) == 0 {
        callback += Int64.random(in: 0...(4 * interval), using: &random)
      }
      for event in events where event.kind == .sleep && event.at >= fire && event.at <= callback {
        callback += 80_000_000
      }
      let handler =
        Int.random(in: 0..<10, using: &random) == 0 ? Int64.random(in: 0...interval, using: &random) : 0
      firings.append(Firing(callback: callback, evidence: dated(date), handler: handler))
      truth.append((fire - skew - schedule.first) / interval)
      // The next on the grid after now, and its date by both clocks.
      now = callback + handler + Int64.random(in: 300...2_000, using: &random)
      while fire <= now { fire += interval }
      date = wall(now) + (fire - now)
    }

    // Collected once a second, each time with a reading after the last record.
    var batches: [Batch] = []
    var rest = firings[...]
    while let first = rest.first {
      let part = rest.prefix { $0.callback < first.callback + 1_000_000_000 }
      let returned = part.last.map { $0.callback + $0.handler } ?? 0
      rest = rest.dropFirst(part.count)
      times.append(returned + 5_000)
      batches.append(Batch(firings: Array(part), end: returned + 5_000))
    }
    let readings = times.sorted().filter { $0 <= max(start, batches.last?.end ?? start) }.map { reading($0) }
    return Run(
      schedule: schedule, events: events.filter { $0.at <= readings[readings.count - 1].monotonic },
      readings: readings, batches: batches, truth: truth)
  }

  /// A date as `Timer.fireDate` holds it: a double of the seconds since 2001.
  private func dated(_ nanoseconds: Int64) -> Int64 {
    let seconds =
      Double(nanoseconds / 1_000_000_000 - 978_307_200) + Double(nanoseconds % 1_000_000_000) / 1e9
    let whole = seconds.rounded(.down)
    return (Int64(whole) + 978_307_200) * 1_000_000_000 + Int64(((seconds - whole) * 1e9).rounded())
  }
}

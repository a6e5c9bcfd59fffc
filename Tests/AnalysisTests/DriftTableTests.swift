import Testing
import Timing

@testable import Analysis

extension ChartTable {
  /// The rows of a kind, each by its columns.
  func rows(_ kind: String) -> [[String: String]] {
    let lines = csv.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().filter { $0[0] == kind }.map { fields in
      Dictionary(uniqueKeysWithValues: zip(lines.first ?? [], fields))
    }
  }

  /// One column of the rows of a kind.
  func column(_ name: String, of kind: String) -> [String] { rows(kind).map { $0[name] ?? "" } }
}

extension ChartSource {
  /// The source of some runs.
  init(_ runs: [Run], name: String = "x.csv", environment: Environment = Environment()) {
    var trace = CallbackTrace(runs: runs.count)
    for run in runs {
      trace.begin(run.planned)
      trace.add(run.ticks)
    }
    let cells = SummaryBuilder(runs).samples()
    self.init(
      name: name, dataset: Dataset(label: "box", file: name, environment: environment, cells: cells),
      trace: trace)
  }
}

/// Ticks of a timer at 1 ms that is late at random, now and then early, and now and then misses or merges slots.
func randomTicks(_ count: Int, seed: UInt64, missing: UInt64 = 200) -> [Tick] {
  var random = SplitMix64(seed: seed)
  var slot: Int64 = 0
  return (0..<count).map { _ in
    let missed = random.next() % missing == 0 ? Int64(random.next() % 5) + 1 : 0
    let fired = random.next() % missing == 0 ? Int64(random.next() % 3) + 1 : 1
    slot += missed
    defer { slot += fired }
    let late = Int64(random.next() % 900_000) - 20_000
    return Tick(
      slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late, fired: fired, missed: missed)
  }
}

@Suite struct DriftTableTests {
  /// By hand: slots 0, 1, then 2 and 3 missed, 4, then one callback for 5 and 6, then 7.
  private let ticks = [
    Tick(slot: 0, deadline: 0, callback: 100), Tick(slot: 1, deadline: 1_000_000, callback: 1_000_200),
    Tick(slot: 4, deadline: 4_000_000, callback: 4_000_300, missed: 2),
    Tick(slot: 5, deadline: 5_000_000, callback: 6_500_000, fired: 2),
    Tick(slot: 7, deadline: 7_000_000, callback: 7_000_050),
  ]

  @Test func `callbacks, gaps and the count's lag are those of a hand count`() {
    let table = ChartTable.drift(ChartSource([Run(ticks: ticks)]))
    #expect(
      table.column("time_s", of: "callback") == [
        "0.0000001", "0.0010002", "0.0040003", "0.0065", "0.00700005",
      ])
    #expect(table.column("lateness_ns", of: "callback") == ["100", "200", "300", "1500000", "50"])
    #expect(table.column("behind_ns", of: "callback") == ["100", "200", "2000300", "3500000", "3000050"])
    // Half an interval before the first deadline without a callback to half of one after the last.
    #expect(table.rows("missed").map { [$0["from_s"], $0["to_s"]] } == [["0.0015", "0.0035"]])
    #expect(table.rows("merged").map { [$0["from_s"], $0["to_s"]] } == [["0.0055", "0.0065"]])
    #expect(table.column("note", of: "panel") == ["5 callbacks\\054 2 missed\\054 1 merged"])
    #expect(table.column("label", of: "panel") == ["dispatch 1ms leeway 0 idle"])
    #expect(table.column("color", of: "callback") == Array(repeating: "dispatch", count: 5))
    #expect(table.column("slot", of: "callback") == ["0", "1", "4", "5", "7"])
    #expect(table.column("run", of: "callback") == Array(repeating: "0", count: 5))
    #expect(
      table.column("cause", of: "callback") == ["", "", "2 missed before it", "stands for 2 deadlines", ""])
  }

  /// By hand: of 300 ns late, 20 in arming, 30 in the kernel, 200 in waking and 50 in the framework.
  @Test func `a callback's cause is the greatest part of its lateness, or else its busy loop`() {
    let parts = Attribution(armed: 1_020, expired: 1_050, woken: 1_060, running: 1_250)
    let traced = Tick(slot: 1, deadline: 1_000, callback: 1_300, attribution: parts)
    #expect(traced.cause == "mostly wakeup: 200ns")
    let busy = Tick(slot: 1, deadline: 1_000, callback: 1_300, blocked: 250)
    #expect(busy.cause == "the loop was busy for 250ns")
    #expect(Tick(slot: 1, deadline: 1_000, callback: 1_300).cause == "")
  }

  @Test(arguments: [1 as UInt64, 2, 3])
  func `the count's lag grows by the count drift of the summary`(seed: UInt64) throws {
    let ticks = randomTicks(5_000, seed: seed)
    var lag = CountLag(interval: 1_000_000)
    let behind = ticks.map { lag.add($0) }
    let drift = try summary(Run(ticks: ticks)).pace.countDrift.total
    #expect(try #require(behind.last) - behind[0] == drift)
  }

  @Test(arguments: [1 as UInt64, 2, 3])
  func `no outlier is lost, whatever the number of callbacks`(seed: UInt64) {
    let ticks = randomTicks(60_000, seed: seed)
    let table = ChartTable.drift(ChartSource([Run(ticks: ticks)]))
    let shown = Set(table.column("lateness_ns", of: "callback").compactMap { Int64($0) })
    let all = ticks.map(\.lateness).sorted()
    #expect(all.suffix(16).allSatisfy(shown.contains) && shown.contains(all[0]))
    #expect(shown.count < 20_000)
  }

  @Test(
    arguments: [(1, 100), (2, 1), (999, 100), (20_000, 100), (40_000, 500), (40_000, 7)], [1 as UInt64, 2, 3])
  func `no column loses its earliest or latest callback`(size: (count: Int, columns: Int), seed: UInt64) {
    let ticks = randomTicks(size.count, seed: seed)
    var envelope = CallbackEnvelope(columns: size.columns)
    for tick in ticks { envelope.add(tick, behind: 0, interval: 1_000_000) }
    let width = envelope.width
    func column(_ callback: Int64) -> Int64 { max(0, callback - ticks[0].callback) / width }
    let all = Dictionary(grouping: ticks) { column($0.callback) }.mapValues { $0.map(\.lateness) }
    let points = envelope.points
    let shown = Dictionary(grouping: points) { column($0.callback) }.mapValues { $0.map(\.lateness) }
    #expect(all.keys.allSatisfy { all[$0]?.min() == shown[$0]?.min() && all[$0]?.max() == shown[$0]?.max() })
    #expect(shown.keys.allSatisfy { all[$0] != nil })
    #expect(points.allSatisfy { ticks[Int($0.order)].callback == $0.callback })
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.order < $1.order })
    #expect(points.count < 2 * size.columns * 4 + 40)
  }

  @Test func `every gap is in the picture, also of a run too long to show each`() throws {
    let ticks = randomTicks(200_000, seed: 7, missing: 5_000)
    let table = ChartTable.drift(ChartSource([Run(ticks: ticks)]))
    let gaps = table.rows("missed").compactMap { row in
      Double(row["from_s"] ?? "").flatMap { from in Double(row["to_s"] ?? "").map { from...$0 } }
    }
    for tick in ticks where tick.missed > 0 {
      let middle = Double(tick.deadline) / 1e9 - Double(tick.missed) * 0.0005
      #expect(gaps.contains { $0.contains(middle) })
    }
    #expect(gaps.count < 200)
  }

  /// 120 days from the deadline of slot 0; a double holds nanoseconds up to 104.
  @Test func `times of 120 days keep every nanosecond`() {
    let far = Int64(120 * 86_400) * 1_000_000_000 + 1
    let ticks = [0, far].map { Tick(slot: $0 / 1_000_000, deadline: $0, callback: $0 + 7) }
    let table = ChartTable.drift(ChartSource([Run(ticks: ticks)]))
    #expect(table.column("time_s", of: "callback") == ["0.000000007", "10368000.000000008"])
    #expect(table.column("lateness_ns", of: "callback") == ["7", "7"])
  }

  @Test func `timers under the same conditions stand side by side, floors last, on one scale`() {
    var runs: [Run] = []
    for timer in ["nanosleep", "runloop", "dispatch"] {
      let (leeway, late): (Nanoseconds?, Int64) = (
        timer == "nanosleep" ? nil : .zero, timer == "dispatch" ? 2_000_000 : 20_000
      )
      for load in timer == "nanosleep" ? ["idle"] : ["idle", "loop:50%"] {
        runs.append(
          Run(
            .test(timer: timer, leeway: leeway, load: load),
            lateness: Array(repeating: 10_000, count: 15) + [late]))
      }
    }
    let panels = ChartTable.drift(ChartSource(runs)).rows("panel")
    let places = panels.map { "\($0["label"] ?? "") \($0["row"] ?? "") \($0["column"] ?? "")" }
    #expect(
      places == [
        "nanosleep 1ms idle 1 3", "dispatch 1ms leeway 0 idle 1 1", "runloop 1ms leeway 0 idle 1 2",
        "dispatch 1ms leeway 0 loop:50% 2 1", "runloop 1ms leeway 0 loop:50% 2 2",
      ])
    #expect(panels.allSatisfy { $0["high_ns"] == "2000000" && $0["knee_ns"] == "1000" })
  }

  @Test func `more cells than a page holds are left out aloud`() {
    let runs = (1...70).map { Run(.test(load: "cpu:\($0)"), lateness: [1, 2]) }
    let table = ChartTable.drift(ChartSource(runs))
    #expect(table.rows("panel").count == 64)
    #expect(table.omissions == ["The first 64 of 70 cells are shown"])
    #expect(table.column("label", of: "omission") == table.omissions)
  }

  @Test func `a pause is an event`() {
    var facts = RunFacts.fine
    facts.pauses = [RunPause(kind: .stopped, at: 1_500_000, length: 9)]
    let table = ChartTable.drift(ChartSource([Run(lateness: [1, 2, 3], facts: facts)]))
    #expect(table.rows("event").map { [$0["at_s"], $0["label"]] } == [["0.0015", "stopped 9ns"]])
  }

  @Test func `names of events cover neither each other nor the next panel`() {
    // 10 pixels a unit of time: a name of ten letters takes 60, and 5 beside it.
    let marks = EventMarks(
      [(0, "ten letter"), (5, "ten letter"), (8, "ten letter"), (58, "ten letter")],
      place: { Double($0) / 60 }, width: 600
    ).marks
    #expect(marks.map(\.line) == [0, 1, 0, 0])
    #expect(marks.map { ($0.begin * 600).rounded() } == [5, 55, 85, 515])
  }
}

@Suite struct ChartTextTests {
  @Test(arguments: [
    ("plain ünï", "plain ünï"), ("a, b", "a\\054 b"), ("say \"hi\"", "say \\042hi\\042"),
    ("back\\n", "back\\134n"),
    ("=1+1", "\\075\\061+1"), (" x ", "\\040x\\040"), ("1,234", "1\\054\\062\\063\\064"),
    ("1,289", "1\\054\\06289"),
    ("a\nb", "a\\134nb"), ("\u{1b}[2J", "\\134u{1b}[2J"), ("", ""),
  ])
  func `a text is written so that gnuplot reads it back`(text: String, field: String) {
    #expect(ChartText.field(text) == field)
  }

  @Test(arguments: [
    (0 as Int64, "0"), (1, "0.000000001"), (-1_500_000_000, "-1.5"), (.max, "9223372036.854775807"),
    (.min, "-9223372036.854775808"),
  ])
  func `seconds are exact`(nanoseconds: Int64, text: String) {
    #expect(ChartText.seconds(nanoseconds) == text)
  }

  @Test func `texts that are cut still differ`() {
    let long = String(repeating: "x", count: 100)
    let texts = [
      "a\(long)fast", "a\(long)slow", "short", long + "1" + long, long + "2" + long, long + "1" + long,
    ]
    let fitted = ChartText.fitted(texts, to: 30)
    #expect(fitted.allSatisfy { $0.count <= 30 })
    #expect(fitted[2] == "short" && fitted[0].hasSuffix("fast") && fitted[1].hasSuffix("slow"))
    #expect(fitted[3] == fitted[5] && Set(fitted).count == 5)
  }
}

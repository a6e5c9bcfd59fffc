import Timing

@testable import Results

/// A recording of invented callbacks, as text: what a timer could have done, with its facts counted along.
struct MadeRecording {
  var name: String
  var cell: Cell
  var rows = 40
  var warmup = 0
  /// How many of every 8 callbacks come after slots that were missed or stand for several.
  var stalls: UInt64 = 1
  var merges = false
  var blocks = false
  var handler: Int64 = 0
  /// Every so many callbacks one is lost; 0 for none.
  var losesEvery = 0
  var isTraced = false
  /// The fact of a file that leaves rows out.
  var rowsKept: String?
  /// What of the recording the file holds.
  var extent = Extent.whole
  /// How long the run goes on after the last callback, in intervals.
  var quiet: Int64 = 2

  enum Extent {
    case whole
    /// The first part of a rotated set, which ends within the first run.
    case firstPart
    /// The part that goes on with it.
    case laterPart
    /// A file that breaks off in the second run, within a line or behind one.
    case cut(withinLine: Bool)
  }

  /// Two runs and the end line, as far as the file holds them.
  func text(seed: UInt64) throws -> String {
    let whole = try wholeText(seed: seed)
    var lines = whole.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let first = (lines.firstIndex { $0.hasPrefix("run,") } ?? 0) + 1
    let middle = first + rows / 3
    func part(_ number: Int, _ rows: some Collection<Substring>) -> String {
      let head = ["# timer-bench ticks 1", "# part: \(number)"] + lines[1..<first]
      let count = rows.count { !$0.hasPrefix("#") }
      return (head + rows + ["# end rows=\(count) status=complete"]).map { $0 + "\n" }.joined()
    }
    switch extent {
    case .whole: return whole
    case .firstPart: return part(1, lines[first..<middle])
    case .laterPart: return part(2, lines[middle...].dropLast())
    case .cut(let withinLine):
      lines = lines.dropLast(rows / 4)
      let text = lines.map { $0 + "\n" }.joined()
      return withinLine ? String(text.dropLast(9)) : text
    }
  }

  /// Two runs and the end line.
  private func wholeText(seed: UInt64) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.path("made.csv")
    var random = SplitMix64(seed: seed)
    var environment = Environment()
    environment["machine"] = "made"
    if let rowsKept { environment[.rowsKept] = rowsKept }
    let planned = (0..<2).map { PlannedRun(index: $0, cell: cell, repetition: $0) }
    let writer = try TickWriter(
      to: .file(path), environment: environment, runs: planned, traced: isTraced)
    for run in planned {
      let (ticks, facts) = run.index == 0 ? simulate(&random) : simulate(&random)
      try writer.begin(run)
      try writer.append(
        rowsKept == nil ? ticks : ticks.enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
      try writer.finish(facts)
    }
    try writer.close(status: .complete)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func simulate(_ random: inout SplitMix64) -> ([Tick], RunFacts) {
    let (interval, timers) = (cell.interval.count, Int64(cell.timers))
    var next = [Int64](repeating: 0, count: cell.timers)
    var ticks: [Tick] = []
    var (free, last, dropped, lost, missedSum, firedSum) = (
      Int64.min, Int64(0), Int64(0), Int64(0), Int64(0), Int64(0)
    )
    func origin(_ source: Int) -> Int64 { Int64(source) * interval / timers }
    for count in 0..<rows {
      let source =
        next.indices.min { origin($0) + next[$0] * interval < origin($1) + next[$1] * interval } ?? 0
      var missed: Int64 = 0
      var fired: Int64 = 1
      if random.next() % 8 < stalls {
        if merges { fired += Int64(random.next() % 3) } else { missed = Int64(random.next() % 3) }
      }
      let slot = next[source] + missed
      let deadline = origin(source) + slot * interval
      let late = Int64(random.next() % 60_000) - 5_000 + (fired - 1) * interval
      let callback = max(deadline + late, free)
      next[source] = slot + fired
      let held = handler > 0 ? handler + Int64(random.next() % 5_000) : 0
      (free, last) = (callback + held, callback)
      if losesEvery > 0, count % losesEvery == losesEvery - 1 {
        dropped += 1
        lost += fired + missed
        continue
      }
      let blocked = blocks || handler > 0 ? min(max(callback - deadline, 0), Int64(random.next() % 4_000)) : 0
      let attribution =
        isTraced && count % 3 > 0
        ? Attribution(
          armed: deadline, expired: callback - 900, woken: callback - 500, running: callback - 200)
        : nil
      ticks.append(
        Tick(
          source: Int32(source), warmup: count < warmup, slot: slot, deadline: deadline, callback: callback,
          handler: held, fired: fired, missed: missed, blocked: blocked, attribution: attribution))
      missedSum += missed
      firedSum += fired
    }
    let end = last + quiet * interval + interval / 3
    var pending: Int64 = 0
    for source in next.indices {
      var slot = next[source]
      while origin(source) + slot * interval <= end { (slot, pending) = (slot + 1, pending + 1) }
    }
    var facts = RunFacts(
      status: .complete, epoch: 1_000, end: end, slots: firedSum + missedSum + lost + pending,
      fired: firedSum,
      missed: missedSum, pending: pending, callbacks: Int64(ticks.count),
      warmup: Int64(ticks.count { $0.warmup }), dropped: dropped)
    facts.lost = dropped > 0 ? lost : nil
    facts.cpu = 5_000
    return (ticks, facts)
  }
}

extension MadeRecording {
  /// One of every shape that a recording can have.
  static var all: [MadeRecording] {
    let idle = Cell(timer: "nanosleep", interval: .ms(1), leeway: nil, load: "idle")
    let loop = Cell(timer: "dispatch", interval: .ms(1), leeway: .us(100), load: "loop:20%/2ms")
    let several = Cell(timer: "runloop", interval: .us(997), leeway: .zero, load: "idle", timers: 3)
    let handler = Cell(timer: "dispatch", interval: .ms(1), leeway: .zero, load: "handler:100us")
    return [
      MadeRecording(name: "plain", cell: idle),
      MadeRecording(name: "merged", cell: loop, warmup: 7, stalls: 3, merges: true, blocks: true),
      MadeRecording(name: "several timers", cell: several, rows: 60, warmup: 4, stalls: 2),
      MadeRecording(name: "handler", cell: handler, stalls: 2, handler: 100_000),
      MadeRecording(name: "lost", cell: several, rows: 60, stalls: 2, losesEvery: 9),
      MadeRecording(name: "traced", cell: idle, stalls: 2, isTraced: true),
      MadeRecording(name: "worst only", cell: idle, rowsKept: "rows around the worst callbacks"),
      MadeRecording(name: "first part", cell: several, rows: 60, stalls: 2, extent: .firstPart),
      MadeRecording(name: "later part", cell: several, rows: 60, stalls: 2, extent: .laterPart),
      MadeRecording(
        name: "later part, merged", cell: loop, rows: 50, stalls: 3, merges: true, blocks: true,
        extent: .laterPart),
      MadeRecording(name: "cut", cell: several, rows: 60, stalls: 2, extent: .cut(withinLine: false)),
      MadeRecording(
        name: "cut within a line", cell: loop, stalls: 3, merges: true, blocks: true,
        extent: .cut(withinLine: true)),
    ]
  }
}

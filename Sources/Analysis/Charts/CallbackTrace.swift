import Text
import Timing

/// The callbacks of a recording that pictures can show, chosen while it is read: for each run those of its
/// ``CallbackEnvelope``, and where several timers run at once all of its first intervals. Memory is constant a run.
package struct CallbackTrace: Sendable {
  private let columns: Int
  private(set) var runs: [RunTrace] = []
  private var seen: Set<Cell> = []

  /// Begins a trace of so many runs: the fewer, the wider the pictures.
  package init(runs: Int = 1) {
    columns = runs <= 2 ? 900 : runs <= 8 ? 480 : 340
  }

  /// Whether no run has begun.
  package var isEmpty: Bool { runs.isEmpty }

  /// Begins the next run; its callbacks follow.
  package mutating func begin(_ run: PlannedRun) {
    runs.append(
      RunTrace(run, columns: columns, hasRaster: run.cell.timers > 1 && seen.insert(run.cell).inserted))
  }

  /// Adds the next callback of the run that was begun last; those of the warm-up are not drawn.
  package mutating func add(_ tick: Tick) {
    guard !tick.warmup, !runs.isEmpty else { return }
    runs[runs.count - 1].add(tick)
  }

  /// Adds the next callbacks of the run that was begun last.
  package mutating func add(_ ticks: [Tick]) {
    for tick in ticks { add(tick) }
  }

  /// Adds the runs of another recording's trace.
  package mutating func add(_ other: CallbackTrace) {
    runs += other.runs
  }

  /// The runs of a cell that called back.
  func runs(of cell: Cell) -> [RunTrace] { runs.filter { $0.planned.cell == cell && !$0.isEmpty } }
}

/// What is kept of one run.
struct RunTrace: Sendable {
  /// A callback of a raster: which timer's, when it was due and when it came, in intervals since the run's first callback.
  struct Mark: Hashable, Sendable {
    var source: Int32
    var deadline: Double
    var callback: Double
  }

  /// How many intervals a raster shows.
  static let rasterIntervals = 4.0
  /// How many timers it shows: of more, every second, third, … is there.
  static let rasterTimers: Int32 = 1_000

  let planned: PlannedRun
  private(set) var envelope: CallbackEnvelope
  private(set) var raster: [Mark] = []
  private let hasRaster: Bool
  private var lag: CountLag
  private var start: Int64?

  init(_ planned: PlannedRun, columns: Int, hasRaster: Bool) {
    self.planned = planned
    self.hasRaster = hasRaster
    envelope = CallbackEnvelope(columns: columns)
    lag = CountLag(interval: planned.cell.interval.count)
  }

  var isEmpty: Bool { start == nil }

  mutating func add(_ tick: Tick) {
    let interval = planned.cell.interval.count
    let first = start ?? tick.callback
    start = first
    envelope.add(tick, behind: lag.add(tick), interval: interval)
    guard hasRaster, tick.source % (Int32(clamping: planned.cell.timers) / Self.rasterTimers + 1) == 0 else {
      return
    }
    func intervals(_ time: Int64) -> Double {
      Double(time.subtractingSaturated(first)) / Double(max(1, interval))
    }
    guard intervals(tick.callback) <= Self.rasterIntervals else { return }
    raster.append(
      Mark(source: tick.source, deadline: intervals(tick.deadline), callback: intervals(tick.callback)))
  }
}

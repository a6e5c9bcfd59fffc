import Analysis
import Foundation
import Harness
import Results
import Synchronization
import Text
import Timing

/// Takes the runner's events: rows to the file, figures to the summary, signs of life to the terminal.
final class RunSession: Sendable {
  struct Result {
    var status: Recording.Status
    var cells: [CellSamples]
    var goals: GoalWatch?
    var stops: [StopReport]
    var rows: Int64
    var files: [String]
    var writeError: FileError?
  }

  fileprivate struct State {
    var writer: RecordingWriter
    var builder: SummaryBuilder
    var worst: WorstRows?
    var goals: GoalWatch?
    var live = LiveFigures()
    var nextCheckpoint = State.firstCheckpoint
    var stops: [StopReport] = []
    var progress: ProgressLine
    var writeError: FileError?
    var disk: DiskWatch
    let interruption: Interruption

    /// When the figures of a run whose rows are left out are first written, in nanoseconds of the run.
    static let firstCheckpoint: Int64 = 1_000_000_000

    /// How long a full disk is waited for at the end.
    static let patience = Duration.seconds(10)

    /// Figures go on when the file cannot: the first error is kept for the end.
    mutating func write(_ body: (RecordingWriter) throws(FileError) -> Void) {
      guard writeError == nil else { return }
      do throws(FileError) {
        try body(writer)
        disk.look(at: writer, progress)
      } catch {
        writeError = error
        // Nobody is left to measure for.
        if case .system(_, _, EPIPE, _) = error { interruption.interrupt(signal: SIGPIPE) }
      }
    }
  }

  private let state: Mutex<State>
  private let keepsWorstOnly: Bool

  /// The callbacks of a cell that are kept in memory for its figures; with more there are histograms.
  static let callbackLimit = 2_000_000

  /// - Parameters:
  ///   - plan: the runs that are to be measured.
  ///   - interruption: what ends the measurement when the reader of its output has ended.
  ///   - goals: how narrowly figures are to be told.
  ///   - worstOnly: whether the file gets histograms and the rows around the worst callbacks instead of all rows.
  init(
    writer: sending RecordingWriter, plan: [PlannedRun], terminal: Terminal, progress: ProgressLine,
    interruption: Interruption, goals: GoalWatch?, worstOnly: Bool
  ) {
    keepsWorstOnly = worstOnly
    var builder = SummaryBuilder(limit: worstOnly ? 0 : RunSession.callbackLimit)
    builder.plan(plan)
    state = Mutex(
      State(
        writer: writer, builder: builder, goals: goals, progress: progress,
        disk: DiskWatch(terminal: terminal),
        interruption: interruption))
  }

  func handle(_ event: RunnerEvent) {
    state.withLock { state in
      switch event {
      case .began(let planned):
        state.progress.begin(planned)
        state.builder.begin(planned)
        state.live = LiveFigures()
        state.worst = keepsWorstOnly ? WorstRows() : nil
        state.nextCheckpoint = State.firstCheckpoint
        state.write { writer throws(FileError) in try writer.begin(planned) }
      case .ticks(let ticks): state.take(ticks)
      case .remaining(let nanoseconds):
        state.progress.remaining(
          nanoseconds, trouble: state.disk.isFull ? "THE DISK IS FULL" : nil, figures: state.live.text)
      case .stopped(let report): state.stops.append(report)
      case .finished(let planned, let facts):
        state.writeWorst()
        state.write { writer throws(FileError) in try writer.finish(facts) }
        state.builder.finish(facts)
        let isGood = facts.status != .failed
        state.goals?.add(isGood ? state.builder.latestRun(of: planned.cell) : nil, of: planned.cell)
      }
    }
  }

  /// Ends the file; every event has come.
  func close(status: Recording.Status) {
    state.withLock { state in
      state.progress.clear()
      if state.disk.isFull { state.disk.tellPatience(State.patience) }
      state.write { writer throws(FileError) in try writer.close(status: status, patience: State.patience) }
      let lost = state.writer.losses.reduce(0) { $0 + $1.rows.rows }
      if lost > 0, state.writeError == nil {
        state.writeError = .rowsLost(path: state.writer.names[0], rows: lost)
      }
    }
  }

  /// The cells whose figures are not told as narrowly as they are to be, the farthest from it first.
  var wanting: [Cell] { state.withLock { $0.goals?.wanting ?? [] } }

  /// What came of it all; may take seconds after many callbacks.
  func result(status: Recording.Status) -> Result {
    state.withLock { state in
      Result(
        status: status, cells: state.builder.samples(), goals: state.goals, stops: state.stops,
        rows: state.writer.rows,
        files: state.writer.names, writeError: state.writeError)
    }
  }
}

extension RunSession.State {
  fileprivate mutating func take(_ ticks: [Tick]) {
    for tick in ticks {
      builder.add(tick)
      live.add(tick)
    }
    guard worst != nil else {
      return write { writer throws(FileError) in try writer.append(ticks) }
    }
    for tick in ticks { worst?.add(tick) }
    // Should the program die, no more than the last second, or 1/600 of a longer run, is in no figure.
    guard let time = ticks.last?.callback, time >= nextCheckpoint else { return }
    nextCheckpoint = time + max(Self.firstCheckpoint, time / 600)
    writeHistogram()
  }

  /// Writes what is kept of a run whose rows are left out.
  fileprivate mutating func writeWorst() {
    guard let rows = worst?.rows else { return }
    write { writer throws(FileError) in try writer.append(rows) }
    writeHistogram()
    worst = nil
  }

  private mutating func writeHistogram() {
    guard let digest = builder.currentDigest, let json = try? JSON.line(digest) else { return }
    write { writer throws(FileError) in try writer.append(histogram: json) }
  }
}

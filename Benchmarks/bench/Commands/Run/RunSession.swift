import Analysis
import Harness
import Results
import Synchronization
import Timing

/// Takes the runner's events: rows to the file, figures to the summary, signs of life to the terminal.
final class RunSession: Sendable {
  struct Result {
    var status: Recording.Status
    var cells: [CellSamples]
    var stops: [StopReport]
    var rows: Int64
    var writeError: FileError?
  }

  private struct State {
    var writer: TickWriter
    var builder = SummaryBuilder()
    var stops: [StopReport] = []
    var progress: ProgressLine
    var writeError: FileError?

    /// Figures go on when the file cannot: the first error is kept for the end.
    mutating func write(_ body: (TickWriter) throws(FileError) -> Void) {
      guard writeError == nil else { return }
      do throws(FileError) { try body(writer) } catch { writeError = error }
    }
  }

  private let state: Mutex<State>

  init(writer: sending TickWriter, progress: ProgressLine) {
    state = Mutex(State(writer: writer, progress: progress))
  }

  func handle(_ event: RunnerEvent) {
    state.withLock { state in
      switch event {
      case .began(let planned):
        state.progress.begin(planned)
        state.builder.begin(planned)
        state.write { writer throws(FileError) in try writer.begin(planned) }
      case .ticks(let ticks):
        state.write { writer throws(FileError) in
          try writer.append(ticks)
          try writer.flush()
        }
        for tick in ticks { state.builder.add(tick) }
      case .remaining(let nanoseconds): state.progress.remaining(nanoseconds)
      case .stopped(let report): state.stops.append(report)
      case .finished(_, let facts):
        state.write { writer throws(FileError) in try writer.finish(facts) }
        state.builder.finish(facts)
      }
    }
  }

  func finish(status: Recording.Status) -> Result {
    state.withLock { state in
      state.progress.clear()
      state.write { writer throws(FileError) in try writer.close(status: status) }
      return Result(
        status: status, cells: state.builder.samples(), stops: state.stops, rows: state.writer.rows,
        writeError: state.writeError)
    }
  }
}

import Results
import Text
import Timing

/// Tells at once that the disk is full, that there is room again, and what was lost meanwhile.
struct DiskWatch {
  private let terminal: Terminal
  private var since: ContinuousClock.Instant?
  private var isLosing = false
  private var toldLosses = 0

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  /// Whether rows wait for room.
  var isFull: Bool { since != nil }

  /// Looks at what came of the last write; what is new is said in place of the progress line.
  mutating func look(at writer: RecordingWriter, _ progress: ProgressLine) {
    let file = writer.names[writer.names.count - 1]
    if writer.isHeldUp, since == nil {
      since = ContinuousClock.now
      progress.clear()
      terminal.note(
        "Warning: \(file): the disk is full. Measuring goes on, up to \(TickWriter.standardRoom >> 20) MiB of rows wait "
          + "in memory, and writing is tried again every second. -> Free some space.")
    }
    if writer.isLosing, !isLosing {
      progress.clear()
      terminal.note(
        "Warning: \(file): the memory for waiting rows is used up as well: rows are lost from now on.")
    }
    isLosing = writer.isLosing
    for (run, rows) in writer.losses.dropFirst(toldLosses) {
      progress.clear()
      terminal.note(
        "Warning: \(file): \(rows.rows) rows of run \(run.index) (\(run.cell)) are lost, from \(seconds(rows.first)) to "
          + "\(seconds(rows.last)) of it.")
    }
    toldLosses = writer.losses.count
    if !writer.isHeldUp, let since {
      self.since = nil
      progress.clear()
      let length = (ContinuousClock.now - since) / .seconds(1)
      terminal.note(
        "\(file): the disk has room again after \(Numbers.fixed(length.rounded(.up), 0)) s; "
          + (isLosing || !writer.losses.isEmpty ? "what waited in memory is written." : "nothing is lost."))
    }
  }

  /// Says how long the end is put off.
  func tellPatience(_ patience: Duration) {
    terminal.note("The disk is full: waiting for room, \(patience.components.seconds) s at most.")
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    Numbers.short(Double(nanoseconds) / 1e9, 1) + " s"
  }
}

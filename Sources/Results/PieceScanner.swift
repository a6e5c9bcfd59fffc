import Dispatch
import Foundation
import Synchronization
import Timing

/// Scans the rows of a run in pieces of the file, ahead of the reader and on all cores.
///
/// A piece holds the rows that begin in its bytes, as far as ``RowScanner`` takes them. Nothing of it counts before the
/// reader has held each row against the ones before, and whatever does not fit is read again with care. The reader scans
/// pieces too while the next one is not ready, so that nothing waits for a thread that the system does not give.
final class PieceScanner: Sendable {
  /// The rows of a piece.
  struct Piece: Sendable {
    var ticks: [Tick] = []
    /// Where in the file the first of them begins; −1 where that cannot be told.
    var first = -1
    /// Where the row begins that comes after them.
    var end = -1
  }

  private struct State {
    /// How many pieces somebody works on or has worked on, and how many the reader took.
    var begun = 0
    var taken = 0
    var done: [Int: Piece] = [:]
    /// Threads that wait for the reader to take pieces.
    var waiting = 0
    var isEnded = false
  }

  private enum Step {
    case take(Piece, waking: Int)
    case scan(Int)
    case wait
    case end
  }

  /// The bytes of a piece: its rows stay in a core's cache on their way.
  static let size = 1 << 16

  private let file: InputFile
  private let scanner: RowScanner
  private let start: Int
  private let end: Int
  private let count: Int
  private let ahead: Int
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  /// Begins with the row at `start` of a file of `end` bytes.
  init(_ file: InputFile, _ scanner: RowScanner, from start: Int, to end: Int) {
    (self.file, self.scanner, self.start, self.end) = (file, scanner, start, end)
    count = max(0, (end - start + Self.size - 1) / Self.size)
    let cores = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))
    ahead = 2 * cores
    for _ in 1..<min(cores, max(count, 1)) {
      let helper = Thread { self.help() }
      helper.name = "scanner"
      helper.stackSize = 1 << 19
      helper.start()
    }
  }

  /// The next piece in order; `nil` after the last.
  func next() -> Piece? {
    while true {
      let step = state.withLock { state -> Step in
        if let piece = state.done.removeValue(forKey: state.taken) {
          state.taken += 1
          defer { state.waiting = 0 }
          return .take(piece, waking: state.waiting)
        }
        if state.taken == count { return .end }
        return begin(&state) ?? .wait
      }
      switch step {
      case .take(let piece, let waiting):
        for _ in 0..<waiting { room.signal() }
        return piece
      case .scan(let index): finish(index)
      case .wait: filled.wait()
      case .end: return nil
      }
    }
  }

  /// Lets the other threads end.
  func stop() {
    let waiting = state.withLock { state in
      state.isEnded = true
      return state.waiting
    }
    for _ in 0..<waiting { room.signal() }
  }

  private func help() {
    while true {
      let step = state.withLock { state -> Step in
        if state.isEnded || state.begun == count { return .end }
        if let step = begin(&state) { return step }
        state.waiting += 1
        return .wait
      }
      switch step {
      case .scan(let index): finish(index)
      case .wait: room.wait()
      case .take, .end: return
      }
    }
  }

  private func begin(_ state: inout State) -> Step? {
    guard state.begun < min(count, state.taken + ahead) else { return nil }
    state.begun += 1
    return .scan(state.begun - 1)
  }

  private func finish(_ index: Int) {
    let piece = scan(index)
    state.withLock { $0.done[index] = piece }
    filled.signal()
  }
}

extension PieceScanner {
  private func scan(_ index: Int) -> Piece {
    let begin = start + index * Self.size
    // The byte before tells whether a row begins with the piece.
    let from = index == 0 ? begin : begin - 1
    let limit = min(begin + Self.size, end) - from
    let bytes = file.bytes(from: from, count: limit + scanner.reach)
    var first = 0
    if index > 0 {
      guard let newline = bytes.firstIndex(of: Byte.newline) else { return Piece() }
      first = newline + 1
    }
    var place = first
    let most = limit / scanner.shortestRow + 1
    let ticks = unsafe [Tick](unsafeUninitializedCapacity: most) { buffer, count in
      // The span of a slice: that of an Array needs macOS 26.
      let slice = bytes[...]
      let span = unsafe slice.span.bytes
      var next = place
      while next < limit, count < most,
        let (tick, lateness) = scanner.scan(span, &next, end: bytes.count), lateness == tick.lateness
      {
        unsafe buffer.initializeElement(at: count, to: tick)
        count += 1
        place = next
      }
    }
    return Piece(ticks: ticks, first: from + first, end: from + place)
  }

  /// Where the row begins before which the first `count` of a piece lie.
  func place(after count: Int, of piece: Piece) -> Int {
    let bytes = file.bytes(from: piece.first, count: piece.end - piece.first)
    var (place, rows) = (0, 0)
    while rows < count, place < bytes.count {
      if bytes[place] == Byte.newline { rows += 1 }
      place += 1
    }
    return piece.first + place
  }
}

extension InputFile {
  /// The bytes of a file from a place on, fewer where it ends or cannot be read.
  fileprivate func bytes(from place: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let room = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = unsafe pread(descriptor.number, room.baseAddress, room.count, off_t(place + filled))
        if got < 0, errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
  }
}

extension TickParser {
  /// Whether the rows at hand are so many and so alike that they are worth scanning ahead.
  var isSteady: Bool {
    guard let scanner else { return false }
    return rows - steadySince >= 1 << 14 && scanner.prefixLines == 0 && scanner.reach < PieceScanner.size / 8
  }

  /// Reads rows of the run at hand that are scanned ahead, until one needs care.
  /// - Returns: where in the file that one begins.
  mutating func takeAhead(
    _ file: InputFile, from start: Int, to end: Int, _ consume: Consumer
  ) throws -> Int {
    guard let scanner, var cursor = run.take() else { return start }
    defer { run = cursor }
    try emitBatch(cursor.planned, consume)
    let pieces = PieceScanner(file, scanner, from: start, to: end)
    defer { pieces.stop() }
    var position = start
    while let piece = pieces.next(), piece.first == position {
      var fitting = 0
      for tick in piece.ticks {
        // A row that does not fit is read again with care, which names what is wrong.
        do throws(RunCursor.Fault) { try cursor.take(tick, lateness: tick.lateness, line: line) } catch {
          break
        }
        line += 1
        fitting += 1
      }
      rows += Int64(fitting)
      let isWhole = fitting == piece.ticks.count
      if fitting > 0 {
        try consume(.ticks(isWhole ? piece.ticks : Array(piece.ticks[..<fitting]), of: cursor.planned))
      }
      position = isWhole ? piece.end : pieces.place(after: fitting, of: piece)
      if !isWhole { break }
    }
    steadySince = rows
    return position
  }
}

import Timing

/// What a ticks CSV holds, in the order of the file.
package enum TickEvent: Sendable {
  /// What stands before the rows: once, first.
  case head(Environment, planned: [PlannedRun])
  /// Rows of a run, in order; a run comes in as many pieces as it takes.
  ///
  /// In a file without `# run` lines the number of timers is that of the sources so far.
  case ticks([Tick], of: PlannedRun)
  /// JSON that stands in place of rows that were left out; the last one of a run counts. `line` is where it stands.
  case histogram([UInt8], of: PlannedRun, line: Int)
  /// The end of a run, also of one without rows; no facts where the file breaks off or has none.
  case finished(PlannedRun, RunFacts?)
  /// The end of the file: once, last.
  case end(Recording.Status, cut: CutLine?)
}

/// The last line of a file that breaks off within it; it is left out of the events.
package struct CutLine: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int

  /// One sentence for the user.
  package var description: String { "line \(line) is cut in the middle and was left out" }
}

/// Reads a ticks CSV from begin to end in constant memory.
package struct TickReader: ~Copyable {
  private var source: ByteSource
  private let name: String
  private let chunkSize: Int

  /// The longest record or comment, in bytes.
  static let longestRecord = 1 << 20

  /// Opens a file; `-` is standard input.
  /// - Parameter chunkSize: how many bytes are read at a time.
  /// - Throws: ``FileError``.
  package init(path: String, chunkSize: Int = 1 << 18) throws(FileError) {
    self.init(try InputFile(path: path), chunkSize: chunkSize)
  }

  /// Reads a file that is open.
  package init(_ file: InputFile, chunkSize: Int = 1 << 18) {
    source = ByteSource(file: file)
    name = file.name
    self.chunkSize = max(chunkSize, 1)
  }

  /// Reads from memory.
  /// - Parameter name: the name for messages.
  package init(bytes: [UInt8], name: String, chunkSize: Int = 1 << 18) {
    self.name = name
    source = ByteSource(memory: bytes)
    self.chunkSize = max(chunkSize, 1)
  }

  /// Hands every event to `consume`, in order.
  /// - Throws: ``FileError``, ``DataError``, and what `consume` throws.
  package consuming func read(_ consume: (TickEvent) throws -> Void) throws {
    var parser = TickParser(name: name)
    var buffer: [UInt8] = Array(repeating: 0, count: chunkSize)
    var filled = 0
    var isLast = false
    while !isLast {
      if filled == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
      let got = try source.read(into: &buffer, from: filled)
      filled += got
      isLast = got == 0
      let taken = try parser.parse(buffer, count: filled, isLast: isLast, consume)
      guard filled - taken <= TickReader.longestRecord else { throw parser.tooLong() }
      if let file = source.file, let size = file.size, !isLast, parser.isSteady {
        let place = source.position - (filled - taken)
        let next =
          size - place > 4 * PieceScanner.size
          ? try parser.takeAhead(file, from: place, to: size, consume) : place
        if next != place {
          source.move(to: next)
          filled = 0
          continue
        }
      }
      if taken > 0 {
        let rest = Array(buffer[taken..<filled])
        buffer.replaceSubrange(0..<rest.count, with: rest)
      }
      filled -= taken
    }
  }
}

/// Where bytes come from: memory, and behind it an open file where there is one.
private struct ByteSource {
  let file: InputFile?
  private let memory: [UInt8]
  /// Bytes handed out so far.
  private(set) var position = 0

  init(file: InputFile) {
    self.file = file
    memory = file.takeStart()
  }

  init(memory: [UInt8]) {
    file = nil
    self.memory = memory
  }

  /// Goes on at another place of the file.
  mutating func move(to place: Int) { position = place }

  /// Fills `bytes` from `start` on; 0 at the end.
  mutating func read(into bytes: inout [UInt8], from start: Int) throws(FileError) -> Int {
    let count: Int
    if position < memory.count || file == nil {
      count = min(bytes.count - start, memory.count - position)
      bytes.replaceSubrange(start..<start + count, with: memory[position..<position + count])
    } else {
      count =
        try file?.descriptor.read(into: &bytes, from: start, at: file?.size == nil ? nil : position) ?? 0
    }
    position += count
    return count
  }
}

extension InputFile {
  /// What the head of a ticks CSV says, before the rows are read.
  /// - Throws: ``FileError``, or ``DataError`` for what is wrong with the head.
  package func head() throws -> Environment {
    struct Found: Error { var environment: Environment }
    var parser = TickParser(name: name)
    var (taken, size) = (0, 1 << 16)
    do {
      while true {
        let bytes = try start(size)
        let isLast = bytes.count < size
        taken += try parser.parse(Array(bytes[taken...]), count: bytes.count - taken, isLast: isLast) {
          if case .head(let environment, _) = $0 { throw Found(environment: environment) }
        }
        guard !isLast else { return Environment() }
        guard bytes.count - taken <= TickReader.longestRecord else { throw parser.tooLong() }
        size *= 2
      }
    } catch let found as Found {
      return found.environment
    }
  }
}

extension Recording {
  /// Reads a whole file into memory, about 64 bytes a row.
  /// - Throws: ``FileError`` or ``DataError``.
  package init(contentsOf path: String) throws {
    try self.init(reading: TickReader(path: path))
  }

  /// Gathers everything that `reader` finds.
  /// - Throws: ``FileError`` or ``DataError``.
  package init(reading reader: consuming TickReader) throws {
    var recording = Recording(environment: Environment(), runs: [], status: .truncated)
    var ticks: [Tick] = []
    try reader.read { event in
      switch event {
      case .head(let environment, _): recording.environment = environment
      case .ticks(let more, _): ticks += more
      case .histogram: break
      case .finished(let planned, let facts):
        recording.runs.append(Run(planned: planned, ticks: ticks, facts: facts))
        ticks = []
      case .end(let status, _): recording.status = status
      }
    }
    self = recording
  }
}

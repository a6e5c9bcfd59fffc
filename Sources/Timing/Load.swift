import Text

/// What else the loop or the machine does while a timer runs.
package enum Load: Hashable, Sendable {
  /// Nothing.
  case idle
  /// Blocks of work on the timer's own loop or queue that take this share of its time
  /// (hundredths of a percent, 1 … 10,000), each `block` long.
  case loop(basisPoints: Int64, block: Nanoseconds)
  /// Every callback of the timer itself takes this long.
  case handler(Nanoseconds)
  /// Every callback takes this share of the interval (hundredths of a percent, 1 … 100,000).
  case handlerShare(basisPoints: Int64)
  /// This many spinning threads, 1 … 1,024.
  case cpu(Int)
  /// This many other timers on the same loop or queue, 1 … 10,000.
  case timers(Int)
  /// A command line that the shell runs meanwhile.
  case exec(String)

  /// The block of `loop:P%` when none is given.
  package static let defaultBlock = Nanoseconds.ms(2)
}

extension Load {
  /// The kinds of load, by the word that a label begins with.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case idle, loop, handler, cpu, timers, exec
  }

  /// Of which kind the load is.
  package var kind: Kind {
    switch self {
    case .idle: .idle
    case .loop: .loop
    case .handler, .handlerShare: .handler
    case .cpu: .cpu
    case .timers: .timers
    case .exec: .exec
    }
  }

  /// What of the timer's own a load can hold up.
  package enum Work: Hashable, Sendable {
    /// Its handler, which is given work to do.
    case handler
    /// Its loop or queue, which is given blocks of work.
    case loop
  }

  /// What the load gives work to.
  package var work: Set<Work> {
    switch self {
    case .loop: [.loop]
    case .handler, .handlerShare: [.handler]
    case .idle, .cpu, .timers, .exec: []
    }
  }
}

extension Load: CustomStringConvertible {
  /// The label of the load: what the command line takes and the CSV holds.
  package var description: String {
    switch self {
    case .idle: "idle"
    case .loop(let share, Load.defaultBlock): "loop:\(percentage(share))"
    case .loop(let share, let block): "loop:\(percentage(share))/\(block)"
    case .handler(let length): "handler:\(length)"
    case .handlerShare(let share): "handler:\(percentage(share))"
    case .cpu(let count): "cpu:\(count)"
    case .timers(let count): "timers:\(count)"
    case .exec(let command): "exec:\(command)"
    }
  }
}

extension Load {
  /// The loads as the command line writes them, with what they are.
  package static let forms: [(form: String, summary: String)] = [
    ("idle", "nothing else"),
    (
      "loop:P%[/BLOCK]",
      "blocks of work on the timer's own loop or queue, P% of its time, each BLOCK long (\(defaultBlock))"
    ),
    ("handler:TIME|P%", "the timer's own callback takes that long, or that share of the interval"),
    ("cpu:N", "N spinning threads"),
    ("timers:N", "N other timers on the same loop or queue"),
    ("exec:COMMAND", "a command that the shell runs meanwhile"),
  ]
  /// How many other timers share the loop.
  package var neighbours: Int {
    if case .timers(let count) = self { count } else { 0 }
  }

  /// How long each handler is held, in nanoseconds.
  package func handlerLength(interval: Nanoseconds) -> Int64 {
    switch self {
    case .handler(let length): length.count
    case .handlerShare(let share): Int64(Int128(interval.count) * Int128(share) / 10_000)
    case .idle, .loop, .cpu, .timers, .exec: 0
    }
  }

  /// Parses a label such as `idle`, `loop:50%`, `loop:50%/5ms`, `handler:35ms`, `cpu:2`, `exec:make`.
  /// - Throws: ``ParseError`` naming what is wrong and the range.
  package init(parsing text: String) throws(ParseError) {
    let name = text.prefix { $0 != ":" }
    let value = text.dropFirst(name.count + 1)
    let hasValue = text.contains(":")
    switch Kind(rawValue: String(name)) {
    case .idle where !hasValue: self = .idle
    case .loop: self = try .loop(parsing: value)
    case .handler: self = try .handler(parsing: value)
    case .cpu: self = .cpu(try count(value, of: "spinning threads, cpu:N", upTo: 1_024))
    case .timers: self = .timers(try count(value, of: "other timers, timers:N", upTo: 10_000))
    case .exec:
      guard !value.allSatisfy(\.isWhitespace), !value.contains("\0") else {
        throw ParseError("no command: write exec:COMMAND")
      }
      self = .exec(String(value))
    case .idle, nil:
      let names = Kind.allCases.map(\.rawValue)
      throw ParseError(
        "unknown load\(didYouMean(String(name), among: names)): use "
          + Load.forms.map(\.form).joined(separator: ", "))
    }
  }

  private static func loop(parsing value: Substring) throws(ParseError) -> Load {
    let parts = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let share = parts.first, !share.isEmpty else {
      throw ParseError("no share: write loop:P% or loop:P%/BLOCK, P above 0 and at most 100")
    }
    let basisPoints = try positiveShare(share, upTo: 100)
    guard parts.count == 2 else { return .loop(basisPoints: basisPoints, block: defaultBlock) }
    let block = try length(parts[1], within: .us(10), .s(10))
    return .loop(basisPoints: basisPoints, block: block)
  }

  private static func handler(parsing value: Substring) throws(ParseError) -> Load {
    guard !value.isEmpty else { throw ParseError("no length: write handler:DURATION or handler:P%") }
    if value.hasSuffix("%") { return .handlerShare(basisPoints: try positiveShare(value, upTo: 1_000)) }
    return .handler(try length(value, within: .ns(1), .s(60)))
  }
}

private func positiveShare(_ text: Substring, upTo limit: Int64) throws(ParseError) -> Int64 {
  let share = try basisPoints(text, upTo: limit, above: "above ")
  guard share > 0 else { throw ParseError("out of range: above 0% to \(limit)%") }
  return share
}

private func length(
  _ text: Substring, within least: Nanoseconds, _ most: Nanoseconds
) throws(ParseError) -> Nanoseconds {
  let length: Nanoseconds
  do throws(DurationError) {
    length = try Nanoseconds(parsing: text)
  } catch {
    throw ParseError("\(error) (\(least) to \(most))")
  }
  guard least <= length, length <= most else { throw ParseError("out of range: \(least) to \(most)") }
  return length
}

private func count(_ text: Substring, of what: String, upTo limit: Int) throws(ParseError) -> Int {
  guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(text),
    (1...limit).contains(count)
  else { throw ParseError("not a number of \(what): 1 to \(limit)") }
  return count
}

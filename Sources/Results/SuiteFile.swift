import Timing

/// A suite as its file has it.
struct SuiteFile: Decodable {
  let suite: Suite

  private static let keys = [
    "description", "matrices", "duration", "count", "repetitions", "warmup", "seed", "budgets",
  ]

  init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder, allowed: SuiteFile.keys)
    _ = try fields.optional("description") { try $0.text() }
    let duration = try fields.optional("duration") { try $0.duration(in: Plan.durations) }
    let count = try fields.optional("count") { try $0.integer(in: Plan.counts) }
    let length: RunLength
    switch (duration, count) {
    case (let duration?, nil): length = .duration(duration)
    case (nil, let count?): length = .count(count)
    case (nil, nil): throw fields.problem("says neither duration nor count: give one of them")
    default: throw fields.problem("says both duration and count: give one of them")
    }
    let repetitions = try fields.optional("repetitions") { try $0.integer(in: Plan.repetitions) } ?? 1
    let matrices = try fields.list("matrices", upTo: 100) { try Matrix(suite: $0) }
    do throws(PlanError) { try Plan.check(matrices, repetitions: repetitions) } catch {
      throw fields.problem(error.problem)
    }
    suite = Suite(
      matrices: matrices,
      length: length,
      repetitions: repetitions,
      warmup: try fields.optional("warmup") { try $0.duration(in: Plan.warmups) } ?? .zero,
      seed: try fields.optional("seed") { UInt64(try $0.integer(in: 0...Int.max)) },
      budgets: try fields.optionalList("budgets", upTo: 100) { try Suite.Budget(suite: $0) } ?? [])
  }
}

extension Matrix {
  fileprivate init(suite value: Value) throws {
    let fields = try value.fields(allowed: ["timers", "intervals", "leeways", "loads", "counts"])
    self.init(
      timers: try fields.list("timers", upTo: 100) { try $0.label() },
      intervals: try fields.list("intervals", upTo: 100) { try $0.duration(in: Plan.intervals) },
      leeways: try fields.optionalList("leeways", upTo: 100) { value in
        try value.parsed("a length of zero or more such as 1ms, or a share such as 10%") {
          let leeway = try Leeway(parsing: $0)
          if case .fixed(let length) = leeway, !Plan.leeways.contains(length) {
            throw ParseError("out of range: \(Plan.leeways.words)")
          }
          return leeway
        }
      } ?? [.fixed(.zero)],
      loads: try fields.optionalList("loads", upTo: 100) { value in
        try value.parsed("a load such as idle or loop:50%") { try Load(parsing: $0) }
      } ?? [.idle],
      counts: try fields.optionalList("counts", upTo: 100) { try $0.integer(in: Plan.timers) } ?? [1])
  }
}

extension Suite.Budget {
  fileprivate init(suite value: Value) throws {
    let fields = try value.fields(allowed: ["cells", "limits"])
    cells = try fields.optional("cells") { try $0.label() } ?? "*"
    limits = try fields.list("limits", upTo: 100) { try $0.label() }
  }
}

/// What is wrong with a suite, as a sentence that begins with the path of keys.
struct SuiteProblem: Error {
  let sentence: String
}

/// The members of an object, all of them allowed.
private struct Fields {
  let container: KeyedDecodingContainer<Key>
  let path: [any CodingKey]

  init(_ decoder: any Decoder, allowed: [String]) throws {
    container = try decoder.container(keyedBy: Key.self)
    path = decoder.codingPath
    // The first unknown key by name, so that the message does not depend on the order of a dictionary.
    let unknown = container.allKeys.map(\.stringValue).filter { !allowed.contains($0) }.min()
    if let unknown {
      let list = allowed.joined(separator: ", ")
      throw SuiteProblem(
        sentence: keyPath(path + [Key(shown(unknown.utf8))]) + " is no key of a suite: use \(list)")
    }
  }

  func problem(_ text: String) -> SuiteProblem { SuiteProblem(sentence: "\(keyPath(path)) \(text)") }

  func optional<T>(_ key: String, _ read: (Value) throws -> T) throws -> T? {
    guard container.contains(Key(key)) else { return nil }
    return try read(Value(decoder: container.superDecoder(forKey: Key(key))))
  }

  func list<T>(_ key: String, upTo limit: Int, _ read: (Value) throws -> T) throws -> [T] {
    guard let list = try optionalList(key, upTo: limit, read) else {
      throw SuiteProblem(sentence: "\(keyPath(path + [Key(key)])) is missing: give a list")
    }
    return list
  }

  func optionalList<T>(_ key: String, upTo limit: Int, _ read: (Value) throws -> T) throws -> [T]? {
    guard container.contains(Key(key)) else { return nil }
    var items = try container.nestedUnkeyedContainer(forKey: Key(key))
    var result: [T] = []
    while !items.isAtEnd {
      if result.count == limit {
        throw SuiteProblem(
          sentence: "\(keyPath(path + [Key(key)])) has more than \(limit) entries: give fewer")
      }
      result.append(try read(Value(decoder: items.superDecoder())))
    }
    if result.isEmpty {
      throw SuiteProblem(sentence: "\(keyPath(path + [Key(key)])) is empty: give at least one entry")
    }
    return result
  }
}

/// One value of a suite and where it stands.
private struct Value {
  let decoder: any Decoder

  func fields(allowed: [String]) throws -> Fields { try Fields(decoder, allowed: allowed) }

  func text() throws -> String { try decoder.singleValueContainer().decode(String.self) }

  /// A text that says something.
  func label() throws -> String {
    let text = try text()
    guard !text.isEmpty, !text.contains("\0") else { throw problem(text, "give a name") }
    return text
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    let number = try decoder.singleValueContainer().decode(Int.self)
    guard range.contains(number) else {
      throw problem("\(number)", "give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func duration(in range: ClosedRange<Nanoseconds>) throws -> Nanoseconds {
    try parsed("\(range.words), such as 10ms") { text in
      let length = try Nanoseconds(parsing: text)
      guard range.contains(length) else { throw ParseError("out of range") }
      return length
    }
  }

  func parsed<T>(_ allowed: String, _ parse: (String) throws -> T) throws -> T {
    let text = try text()
    do {
      return try parse(text)
    } catch {
      throw problem(text, "\(error); give \(allowed)")
    }
  }

  private func problem(_ text: String, _ words: String) -> SuiteProblem {
    SuiteProblem(sentence: "\(keyPath(decoder.codingPath)) is \(shown(text.utf8)): \(words)")
  }
}

private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

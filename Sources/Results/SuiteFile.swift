import Text
import Timing

extension Suite {
  /// Reads a suite from the tree of its file.
  init(tree: JSONTree) throws(SuiteProblem) {
    let fields = try Value(tree).fields(allowed: [
      "description", "matrices", "duration", "count", "repetitions", "warmup", "seed", "budgets",
    ])
    _ = try fields.optional("description") { value throws(SuiteProblem) in try value.text() }
    let duration = try fields.optional("duration") { value throws(SuiteProblem) in
      try value.duration(in: Plan.durations)
    }
    let count = try fields.optional("count") { value throws(SuiteProblem) in
      try value.integer(in: Plan.counts)
    }
    switch (duration, count) {
    case (let duration?, nil): length = .duration(duration)
    case (nil, let count?): length = .count(count)
    case (nil, nil): throw fields.problem("says neither duration nor count: give one of them")
    default: throw fields.problem("says both duration and count: give one of them")
    }
    repetitions =
      try fields.optional("repetitions") { value throws(SuiteProblem) in
        try value.integer(in: Plan.repetitions)
      } ?? Plan.usualRepetitions
    matrices = try fields.list("matrices", upTo: 100) { value throws(SuiteProblem) in try Matrix(suite: value)
    }
    do throws(PlanError) {
      try Plan.check(matrices, repetitions: repetitions)
    } catch {
      throw fields.problem(error.problem)
    }
    warmup =
      try fields.optional("warmup") { value throws(SuiteProblem) in try value.duration(in: Plan.warmups) }
      ?? .zero
    seed = try fields.optional("seed") { value throws(SuiteProblem) in
      UInt64(try value.integer(in: 0...Int.max))
    }
    budgets =
      try fields.optionalList("budgets", upTo: 100) { value throws(SuiteProblem) in
        try Suite.Budget(suite: value)
      } ?? []
  }
}

extension Matrix {
  fileprivate init(suite value: Value) throws(SuiteProblem) {
    let fields = try value.fields(allowed: ["timers", "intervals", "leeways", "loads", "counts"])
    self.init(
      timers: try fields.list("timers", upTo: 100) { value throws(SuiteProblem) in try value.label() },
      intervals: try fields.list("intervals", upTo: 100) { value throws(SuiteProblem) in
        try value.duration(in: Plan.intervals)
      },
      leeways: try fields.optionalList("leeways", upTo: 100) { value throws(SuiteProblem) in
        try value.parsed { text throws(ParseError) in try Leeway(asked: text) }
      } ?? [.fixed(.zero)],
      loads: try fields.optionalList("loads", upTo: 100) { value throws(SuiteProblem) in
        try value.parsed { text throws(ParseError) in try Load(parsing: text) }
      } ?? [.idle],
      counts: try fields.optionalList("counts", upTo: 100) { value throws(SuiteProblem) in
        try value.integer(in: Plan.timers)
      } ?? [1])
  }
}

extension Suite.Budget {
  fileprivate init(suite value: Value) throws(SuiteProblem) {
    let fields = try value.fields(allowed: ["cells", "limits"])
    cells = try fields.optional("cells") { value throws(SuiteProblem) in try value.label() } ?? "*"
    limits = try fields.list("limits", upTo: 100) { value throws(SuiteProblem) in try value.label() }
  }
}

/// What is wrong with a suite, as a sentence that begins with the path of keys, and at which byte.
struct SuiteProblem: Error {
  let offset: Int
  let sentence: String
}

/// The members of an object, all of them allowed.
private struct Fields {
  let object: Value
  let members: [(key: String, value: JSONTree)]

  func problem(_ text: String) -> SuiteProblem { object.problem(text) }

  func optional<T>(_ key: String, _ read: (Value) throws(SuiteProblem) -> T) throws(SuiteProblem) -> T? {
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    return try read(Value(member.value, path: object.path(to: key)))
  }

  func list<T>(
    _ key: String, upTo limit: Int, _ read: (Value) throws(SuiteProblem) -> T
  ) throws(SuiteProblem) -> [T] {
    guard let list = try optionalList(key, upTo: limit, read) else {
      throw SuiteProblem(
        offset: object.tree.offset, sentence: "\(object.path(to: key)) is missing: give a list")
    }
    return list
  }

  func optionalList<T>(
    _ key: String, upTo limit: Int, _ read: (Value) throws(SuiteProblem) -> T
  ) throws(SuiteProblem) -> [T]? {
    try optional(key) { value throws(SuiteProblem) in
      let items = try value.items()
      guard items.count <= limit else { throw value.problem("has more than \(limit) entries: give fewer") }
      guard !items.isEmpty else { throw value.problem("is empty: give at least one entry") }
      var values: [T] = []
      for item in items { values.append(try read(item)) }
      return values
    }
  }
}

/// One value of a suite and where it stands.
private struct Value {
  let tree: JSONTree
  private let path: String

  init(_ tree: JSONTree, path: String = "") {
    self.tree = tree
    self.path = path
  }

  /// `matrices[2].intervals`.
  func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func problem(_ text: String) -> SuiteProblem {
    SuiteProblem(offset: tree.offset, sentence: "\(path.isEmpty ? "the whole" : path) \(text)")
  }

  func fields(allowed: [String]) throws(SuiteProblem) -> Fields {
    guard case .object(let members) = tree.content else { throw problem("is not an object") }
    if let unknown = members.first(where: { !allowed.contains($0.key) }) {
      throw SuiteProblem(
        offset: unknown.value.offset,
        sentence: path(to: shown(unknown.key.utf8)) + " is no key of a suite"
          + didYouMean(unknown.key, among: allowed) + ": use " + allowed.joined(separator: ", "))
    }
    return Fields(object: self, members: members)
  }

  func items() throws(SuiteProblem) -> [Value] {
    guard case .list(let items) = tree.content else { throw problem("is not a list") }
    return items.enumerated().map { Value($1, path: "\(path)[\($0)]") }
  }

  func text() throws(SuiteProblem) -> String {
    guard case .text(let text) = tree.content else { throw problem("is not a text in quotes") }
    return text
  }

  /// A text that says something.
  func label() throws(SuiteProblem) -> String {
    let text = try text()
    guard !text.isEmpty, !text.contains("\0") else { throw problem("is \(shown(text.utf8)): give a name") }
    return text
  }

  func integer(in range: ClosedRange<Int>) throws(SuiteProblem) -> Int {
    guard case .number(let digits) = tree.content else { throw problem("is not a number") }
    guard let number = Int(digits), range.contains(number) else {
      throw problem(
        "is \(shown(digits.utf8)): give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func duration(in range: ClosedRange<Nanoseconds>) throws(SuiteProblem) -> Nanoseconds {
    try parsed { text throws(ParseError) in try Nanoseconds(parsing: text, in: range) }
  }

  func parsed<T>(_ parse: (String) throws(ParseError) -> T) throws(SuiteProblem) -> T {
    let text = try text()
    do throws(ParseError) {
      return try parse(text)
    } catch {
      throw problem("is \(shown(text.utf8)): \(error)")
    }
  }
}

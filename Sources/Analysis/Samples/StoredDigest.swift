import Timing

/// A digest as a recording holds it, in JSON: with the sums over the slots of the run.
///
/// `docs/csv.md` describes it.
package struct StoredDigest: Sendable, Codable {
  private(set) var digest: RunDigest
  private(set) var fired: Int64
  private(set) var missed: Int64
  private(set) var warmup: Int64
  private(set) var eventful: Int64
  private(set) var eventfulSlots: Int64
  private(set) var handler: Int64
  private(set) var clusters: Int64

  /// More timers than this are left out of it: a line of a recording has an end.
  static let mostTimers = 256

  init(_ digest: RunDigest, slots: SlotAccount) {
    self.digest = digest
    if digest.timers.count > Self.mostTimers { self.digest.timers = [] }
    (fired, missed, warmup) = (slots.fired, slots.missed, slots.warmup)
    (eventful, eventfulSlots) = (slots.eventful, slots.eventfulSlots)
    (handler, clusters) = (slots.handler, slots.clusters)
  }

  /// The digest and the sums as they were.
  func restored(_ planned: PlannedRun) -> (RunDigest, SlotAccount) {
    let account = SlotAccount(
      fired: fired, missed: missed, warmup: warmup, eventful: eventful, eventfulSlots: eventfulSlots,
      handler: handler, clusters: clusters)
    return (digest, account)
  }

  private enum EarlierKeys: String, CodingKey {
    case otherResponses = "other_responses"
  }

  private enum CodingKeys: String, CodingKey {
    case fired, missed, warmup
    case eventful = "event_callbacks"
    case eventfulSlots = "event_slots"
    case handler = "handler_ns"
    case clusters
    case lateness, latency, jitter
    case intervalErrors = "interval_errors"
    case responses
    case blocked = "blocked_ns"
    case violations, timers
    case timerCount = "timer_count"
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func count(_ key: CodingKeys) throws -> Int64 {
      let value = try fields.decode(Int64.self, forKey: key)
      guard (0..<Self.bound).contains(value) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "at least 0 and below 2^62")
      }
      return value
    }
    (fired, missed, warmup) = (try count(.fired), try count(.missed), try count(.warmup))
    eventful = fields.contains(.eventful) ? try count(.eventful) : 0
    eventfulSlots = fields.contains(.eventfulSlots) ? try count(.eventfulSlots) : 0
    (handler, clusters) = (try count(.handler), try count(.clusters))
    // Earlier versions took a response for another thing, and kept only those that differ from the lateness.
    let keys = try decoder.container(keyedBy: EarlierKeys.self)
    if keys.contains(.otherResponses) {
      throw DecodingError.dataCorruptedError(
        forKey: .otherResponses, in: keys,
        debugDescription: "made by a version that took a response for something else; measure again")
    }
    digest = RunDigest()
    digest.lateness = try fields.decode(Histogram.self, forKey: .lateness)
    digest.responses = try fields.decodeIfPresent(Histogram.self, forKey: .responses)
    digest.latency = try fields.decode(Histogram.self, forKey: .latency)
    digest.jitter = try fields.decode(Histogram.self, forKey: .jitter)
    digest.intervalErrors = try fields.decode(Histogram.self, forKey: .intervalErrors)
    digest.blocked = try fields.decode(Double.self, forKey: .blocked)
    digest.violations = try count(.violations)
    digest.timerCount = Int(try count(.timerCount))
    digest.timers = try fields.decode([TimerDigest].self, forKey: .timers)
    guard digest.timers.count <= Self.mostTimers, digest.timers.allSatisfy(\.isPossible) else {
      throw DecodingError.dataCorruptedError(
        forKey: .timers, in: fields, debugDescription: "a timer that cannot be")
    }
    if let impossible {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: impossible))
    }
  }

  static let bound: Int64 = 1 << 62

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(fired, forKey: .fired)
    try fields.encode(missed, forKey: .missed)
    try fields.encode(warmup, forKey: .warmup)
    if eventful > 0 {
      try fields.encode(eventful, forKey: .eventful)
      try fields.encode(eventfulSlots, forKey: .eventfulSlots)
    }
    try fields.encode(handler, forKey: .handler)
    try fields.encode(clusters, forKey: .clusters)
    try fields.encode(digest.lateness, forKey: .lateness)
    try fields.encodeIfPresent(digest.responses, forKey: .responses)
    try fields.encode(digest.latency, forKey: .latency)
    try fields.encode(digest.jitter, forKey: .jitter)
    try fields.encode(digest.intervalErrors, forKey: .intervalErrors)
    try fields.encode(digest.blocked, forKey: .blocked)
    try fields.encode(digest.violations, forKey: .violations)
    try fields.encode(digest.timerCount, forKey: .timerCount)
    try fields.encode(digest.timers, forKey: .timers)
  }
}

extension TimerDigest {
  /// Whether a file's numbers are such as the program writes.
  var isPossible: Bool {
    (1..<StoredDigest.bound).contains(callbacks) && groups.count <= Self.mostGroups
      && (1..<StoredDigest.bound / 2).contains(groupSize) && groupSize & (groupSize - 1) == 0
  }
}

extension Histogram: Codable {
  private enum CodingKeys: String, CodingKey {
    case count = "n"
    case min = "min_ns"
    case max = "max_ns"
    case sum = "sum_ns"
    case squares = "sum_squares"
    case bins
  }

  /// Sums are decimal text, since they can be beyond 64 bits; bins are pairs of number and count in one list.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(count, forKey: .count)
    try fields.encodeIfPresent(min, forKey: .min)
    try fields.encodeIfPresent(max, forKey: .max)
    try fields.encode(String(sum), forKey: .sum)
    try fields.encodeIfPresent(squares.map { String($0) }, forKey: .squares)
    try fields.encode(bins.flatMap { [Int64($0.bin.number), $0.count] }, forKey: .bins)
  }

  package init(from decoder: any Decoder) throws {
    self.init()
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func wrong(_ key: CodingKeys, _ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: reason)
    }
    let bins = try fields.decode([Int64].self, forKey: .bins)
    guard bins.count.isMultiple(of: 2) else { throw wrong(.bins, "pairs of number and count are needed") }
    var total = Int64(0)
    for index in stride(from: 0, to: bins.count, by: 2) {
      guard let bin = Int(exactly: bins[index]).flatMap({ Bin(number: $0) }), bins[index + 1] > 0,
        bins[index + 1] < StoredDigest.bound
      else { throw wrong(.bins, "a bin that cannot be") }
      total = total.addingSaturated(bins[index + 1])
      add(binOf: bin, times: bins[index + 1])
    }
    guard total < StoredDigest.bound, try fields.decode(Int64.self, forKey: .count) == total else {
      throw wrong(.count, "not the sum of the bins")
    }
    guard total > 0 else { return }
    let (least, most) = (
      try fields.decode(Int64.self, forKey: .min), try fields.decode(Int64.self, forKey: .max)
    )
    guard least <= most else { throw wrong(.min, "above the largest") }
    guard let sum = Int128(try fields.decode(String.self, forKey: .sum)), sum.magnitude < 1 << 125 else {
      throw wrong(.sum, "not a whole number")
    }
    let squares = try fields.decodeIfPresent(String.self, forKey: .squares)
    include(
      from: least, through: most, count: total, sum: sum, squares: squares.flatMap { UInt128($0) })
  }
}

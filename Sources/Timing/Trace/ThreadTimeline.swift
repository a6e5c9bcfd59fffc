/// When one thread was woken and when it had a processor.
struct ThreadTimeline: Sendable {
  private var spans: [(start: Int64, end: Int64?)] = []
  private var wakings: [Int64] = []

  /// Whether nothing is known that could still matter.
  var isEmpty: Bool { spans.isEmpty && wakings.isEmpty }

  mutating func wake(at time: Int64) { wakings.append(time) }

  mutating func run(from time: Int64) {
    leave(at: time)
    spans.append((time, nil))
  }

  /// The thread did something, so it runs.
  mutating func act(at time: Int64) {
    if spans.last.map({ $0.end != nil }) ?? true { spans.append((time, nil)) }
  }

  mutating func leave(at time: Int64) {
    guard let last = spans.indices.last, spans[last].end == nil else { return }
    spans[last].end = time
  }

  /// Since when the thread has a processor at `time`; `nil` when it has none, as far as is known.
  func running(at time: Int64) -> Int64? {
    let index = spans.partitioningIndex { $0.start > time }
    guard index > 0 else { return nil }
    let span = spans[index - 1]
    return span.end ?? .max >= time ? span.start : nil
  }

  /// The last time before `time` at which the thread was woken.
  func woken(before time: Int64) -> Int64? {
    let index = wakings.partitioningIndex { $0 > time }
    return index > 0 ? wakings[index - 1] : nil
  }

  /// Forgets what ended before `time`, but not how the thread came to where it is.
  mutating func forget(before time: Int64) {
    spans.removeFirst(spans.partitioningIndex { $0.end ?? .max >= time })
    let old = wakings.partitioningIndex { $0 >= time }
    if old > 0 { wakings.removeFirst(spans.isEmpty ? old : old - 1) }
  }
}

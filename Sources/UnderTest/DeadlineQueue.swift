import Timing

/// The next deadline of several schedules that share a thread: a heap, so each step costs the logarithm of their
/// number.
struct DeadlineQueue {
  /// A slot that is still to be served.
  struct Entry: Comparable {
    var deadline: Int64
    var source: Int
    var slot: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.deadline, left.source) < (right.deadline, right.source)
    }
  }

  private let schedules: [Schedule]
  // A parent is never later than its children, which stand at 2i + 1 and 2i + 2.
  private var heap: [Entry]

  init(_ schedules: [Schedule]) {
    self.schedules = schedules
    heap = schedules.enumerated().map { Entry(deadline: $1.first, source: $0, slot: 0) }.sorted()
  }

  /// The earliest deadline that is still to be served; of several, that of the first source.
  var next: Entry? { heap.first }

  /// Marks ``next`` as served; slots of its schedule that have passed by `now` are skipped.
  mutating func serve(at now: Int64) {
    guard let served = heap.first else { return }
    let schedule = schedules[served.source]
    let slot = max(served.slot + 1, schedule.slotsElapsed(at: now))
    replaceFirst(with: Entry(deadline: schedule.deadline(slot), source: served.source, slot: slot))
  }

  private mutating func replaceFirst(with entry: Entry) {
    var position = 0
    while true {
      var child = 2 * position + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < entry else { break }
      heap[position] = heap[child]
      position = child
    }
    heap[position] = entry
  }
}

/// The deadlines and tolerances of several timers, and the fewest wakeups that keep them.
///
/// Each deadline opens a window that its tolerance closes. The next wakeup has to come before the first window closes,
/// and is put at the last deadline before that: it serves every window that is open then, none early, none later than
/// its tolerance, and as little late as so few wakeups allow. (Choosing the earliest closing each time needs the fewest
/// points that meet all intervals: Cormen et al., Introduction to Algorithms, exercise 16.2-5.)
struct WakeupPlan {
  private struct Entry {
    var deadline: Int64
    var interval: Int64
    var tolerance: Int64
  }

  private var entries: [Entry] = []
  private var opening = IndexedHeap()
  private var closing = IndexedHeap()

  /// The time of the next wakeup; `nil` without a deadline.
  var next: Int64? {
    closing.first.flatMap { opening.greatestKey(atMost: $0.key) }
  }

  /// Sets the deadlines of a timer: `first`, and every `interval` after it unless that is 0.
  mutating func set(_ timer: Int, first: Int64, interval: Int64, tolerance: Int64) {
    while entries.count <= timer { entries.append(Entry(deadline: 0, interval: 0, tolerance: 0)) }
    entries[timer] = Entry(deadline: first, interval: interval, tolerance: tolerance)
    open(timer)
  }

  /// Forgets a timer's deadlines.
  mutating func remove(_ timer: Int) {
    opening.remove(timer)
    closing.remove(timer)
  }

  /// Takes the timers whose deadlines have come by `now`, in the order of these, and moves each to its next one.
  mutating func take(at now: Int64, _ body: (Int) -> Void) {
    while let due = opening.first, due.key <= now {
      body(due.number)
      let entry = entries[due.number]
      let (passed, overflow) =
        entry.interval == 0 ? (0, true) : ((now - entry.deadline) / entry.interval + 1, false)
      let next = overflow ? Int64.max : entry.deadline &+ passed &* entry.interval
      if overflow || next <= entry.deadline {
        remove(due.number)
      } else {
        entries[due.number].deadline = next
        open(due.number)
      }
    }
  }

  private mutating func open(_ timer: Int) {
    let entry = entries[timer]
    let (close, overflow) = entry.deadline.addingReportingOverflow(entry.tolerance)
    opening.set(timer, key: entry.deadline)
    closing.set(timer, key: overflow ? .max : close)
  }
}

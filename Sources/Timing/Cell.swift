import Text

/// One combination of conditions that is measured, and under which figures of several files are matched.
package struct Cell: Hashable, Sendable {
  /// The timer under test, by its identifier: `runloop`, `dispatch`, …
  package var timer: String
  /// The distance between deadlines.
  package var interval: Nanoseconds
  /// The leeway asked for; `nil` for a timer that knows none.
  package var leeway: Nanoseconds?
  /// The load's label. A label of another version of this program is kept as it is.
  package var load: String
  /// How many timers of the kind run at once, phased over the interval; at least 1.
  package var timers: Int

  /// Creates a cell from its coordinates.
  package init(timer: String, interval: Nanoseconds, leeway: Nanoseconds?, load: String, timers: Int = 1) {
    self.timer = timer
    self.interval = interval
    self.leeway = leeway
    self.load = load
    self.timers = timers
  }
}

extension Cell: CustomStringConvertible {
  /// A line for people: `dispatch 10ms leeway 1ms loop:50% ×8`.
  package var description: String {
    var words = [timer.printable, interval.description]
    if let leeway { words.append("leeway \(leeway.count == 0 ? "0" : leeway.description)") }
    words.append(load.printable)
    if timers > 1 { words.append("×\(timers)") }
    return words.joined(separator: " ")
  }
}

extension Cell: Comparable {
  /// Orders by interval, load, number of timers, leeway, then timer: what one compares stands together.
  package static func < (left: Cell, right: Cell) -> Bool {
    if left.interval != right.interval { return left.interval < right.interval }
    if left.load != right.load {
      if (left.load == "idle") != (right.load == "idle") { return left.load == "idle" }
      return left.load.comesBefore(right.load)
    }
    if left.timers != right.timers { return left.timers < right.timers }
    let leeways = (left.leeway?.count ?? -1, right.leeway?.count ?? -1)
    if leeways.0 != leeways.1 { return leeways.0 < leeways.1 }
    return left.timer < right.timer
  }
}

extension String {
  /// Whether a label stands before another one: by characters, but numbers in them by value, `loop:5%` before `loop:10%`.
  fileprivate func comesBefore(_ other: String) -> Bool {
    for (left, right) in zip(parts, other.parts) where left != right {
      guard left.first?.isDigit == true, right.first?.isDigit == true else { return left < right }
      let (first, second) = (left.drop { $0 == "0" }, right.drop { $0 == "0" })
      if first == second { return left.count > right.count }
      return first.count == second.count ? first < second : first.count < second.count
    }
    return parts.count < other.parts.count
  }

  /// Runs of digits and what lies between them.
  private var parts: [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let part = rest.prefix { $0.isDigit == first.isDigit }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

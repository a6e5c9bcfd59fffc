import Text

/// One combination of conditions that is measured, and under which figures of several files are matched.
package struct Cell: Hashable, Sendable {
  /// The timer under test, by its identifier: `runloop`, `dispatch`, …
  package var timer: String
  /// The distance between deadlines.
  package var interval: Nanoseconds
  /// The leeway asked for; `nil` for a timer that knows none.
  package var leeway: Nanoseconds?
  /// What else happens meanwhile.
  package var load: CellLoad
  /// How many timers of the kind run at once, phased over the interval; at least 1.
  package var timers: Int

  /// Creates a cell from its coordinates.
  package init(timer: String, interval: Nanoseconds, leeway: Nanoseconds?, load: CellLoad, timers: Int = 1) {
    self.timer = timer
    self.interval = interval
    self.leeway = leeway
    self.load = load
    self.timers = timers
  }

  /// Creates a cell under the load of a label.
  package init(timer: String, interval: Nanoseconds, leeway: Nanoseconds?, load: String, timers: Int = 1) {
    self.init(
      timer: timer, interval: interval, leeway: leeway, load: CellLoad(label: load), timers: timers)
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
    if left.load != right.load { return left.load < right.load }
    if left.timers != right.timers { return left.timers < right.timers }
    let leeways = (left.leeway?.count ?? -1, right.leeway?.count ?? -1)
    if leeways.0 != leeways.1 { return leeways.0 < leeways.1 }
    return left.timer < right.timer
  }
}

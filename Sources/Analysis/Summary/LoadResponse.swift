import Text
import Timing

/// How timers fare as a load of one kind grows, at one interval and number of timers; the idle machine is the 0 of every
/// kind.
package struct LoadResponse: Hashable, Sendable {
  /// The kind of load, and with it what its amount is measured in.
  package enum Kind: Hashable, Sendable {
    /// Percent of the time of the timer's own loop, in blocks of this length.
    case loop(block: Nanoseconds)
    /// Percent of the interval that the timer's own callback takes.
    case handler
    /// Spinning threads.
    case cpu
    /// Other timers on the loop.
    case timers
    /// Loads that have no amount, by what stands before the colon; they stand in the order of their labels.
    case named(String)
  }

  /// A timer with a leeway.
  package struct Line: Hashable, Sendable {
    /// The timer.
    package let timer: String
    /// The leeway asked for; `nil` for a timer that knows none.
    package let leeway: Nanoseconds?
    /// The cells, from the lightest load to the heaviest, with the load's amount.
    package let points: [Point]
    /// Up to which amount the timer serves its deadlines; `nil` where it does so at none, or where loads have no amount.
    package let holdsTo: Double?
    /// The least amount from which on it leaves out more than ``LoadResponse/mostLeftOut`` of its deadlines; `nil` where
    /// it does so at none.
    package let breaksAt: Double?
  }

  /// A cell and the amount of its load.
  package struct Point: Hashable, Sendable {
    package let amount: Double
    package let summary: CellSummary
  }

  /// The share of deadlines, missed or merged, that a timer may leave out before it counts as broken.
  package static let mostLeftOut = 0.01

  /// The interval of all cells.
  package let interval: Nanoseconds
  /// The number of timers of all cells.
  package let timers: Int
  /// The kind of load.
  package let kind: Kind
  /// The timers, in the order of their cells.
  package let lines: [Line]
}

extension LoadResponse {
  /// The responses of some cells that were measured under load; cells that were only idle have none.
  package static func all(_ summaries: [CellSummary]) -> [LoadResponse] {
    let cells = summaries.filter { $0.callbacks.count > 0 }.sorted { $0.cell < $1.cell }
    var settings: [Setting] = []
    for cell in cells where cell.cell.load != .idle {
      let setting = Setting(cell.cell)
      if !settings.contains(setting) { settings.append(setting) }
    }
    return settings.map { setting in
      let members = cells.filter { cell in
        cell.cell.interval == setting.interval && cell.cell.timers == setting.timers
          && (cell.cell.load == .idle || Setting(cell.cell) == setting)
      }
      return LoadResponse(setting, members)
    }
  }

  private struct Setting: Hashable {
    var interval: Nanoseconds
    var timers: Int
    var kind: Kind

    init(_ cell: Cell) { (interval, timers, kind) = (cell.interval, cell.timers, Kind(cell.load)) }
  }

  private init(_ setting: Setting, _ cells: [CellSummary]) {
    (interval, timers, kind) = (setting.interval, setting.timers, setting.kind)
    let labels = cells.reduce(into: [CellLoad]()) { labels, cell in
      if !labels.contains(cell.cell.load), cell.cell.load != .idle { labels.append(cell.cell.load) }
    }
    var groups: [[CellSummary]] = []
    for cell in cells {
      if let index = groups.firstIndex(where: {
        $0[0].cell.timer == cell.cell.timer && $0[0].cell.leeway == cell.cell.leeway
      }) {
        groups[index].append(cell)
      } else {
        groups.append([cell])
      }
    }
    lines = groups.map { group in
      let points = group.map { cell in
        let rank = Double((labels.firstIndex(of: cell.cell.load) ?? -1) + 1)
        return Point(amount: Self.amount(cell.cell) ?? rank, summary: cell)
      }
      return Line(points.sorted { $0.amount < $1.amount }, isMeasured: setting.kind.hasAmount)
    }
  }

  /// The amount of a cell's load in the unit of its kind; `nil` for one that has none.
  private static func amount(_ cell: Cell) -> Double? {
    switch cell.load.known {
    case .idle: 0
    case .loop(let share, _), .handlerShare(let share): Double(share) / 100
    case .handler(let length): 100 * Double(length.count) / Double(max(1, cell.interval.count))
    case .cpu(let count), .timers(let count): Double(count)
    case .exec, nil: nil
    }
  }
}

extension LoadResponse.Line {
  fileprivate init(_ points: [LoadResponse.Point], isMeasured: Bool) {
    self.points = points
    timer = points[0].summary.cell.timer
    leeway = points[0].summary.cell.leeway
    let held = points.filter { $0.summary.slots.leftOutShare <= LoadResponse.mostLeftOut }.last?.amount
    let isLoaded = isMeasured && points.contains { $0.amount > 0 }
    holdsTo = isLoaded ? held : nil
    breaksAt = isLoaded ? points.first { $0.amount > held ?? -1 }?.amount : nil
  }
}

extension SlotFigures {
  /// Deadlines that had no callback of their own, missed or merged.
  package var leftOut: Int64 { missed.addingSaturated(merged) }

  /// The same as a share of all; 0 without deadlines.
  package var leftOutShare: Double { total > 0 ? Double(leftOut) / Double(total) : 0 }
}

extension LoadResponse.Kind {
  /// The kind of a load.
  fileprivate init(_ load: CellLoad) {
    switch load.known {
    case .loop(_, let block): self = .loop(block: block)
    case .handler, .handlerShare: self = .handler
    case .cpu: self = .cpu
    case .timers: self = .timers
    case .idle, .exec, nil: self = .named(String(load.label.prefix { $0 != ":" }))
    }
  }

  /// Whether loads of the kind have an amount.
  package var hasAmount: Bool {
    if case .named = self { false } else { true }
  }

  /// The kind as a load's label begins: `loop:`, with the block unless it is the usual one.
  package var name: String {
    switch self {
    case .loop(Load.defaultBlock): "loop"
    case .loop(let block): "loop/\(block)"
    case .handler: "handler"
    case .cpu: "cpu"
    case .timers: "timers"
    case .named(let name): name
    }
  }

  /// What the amount is, for an axis.
  package var axis: String {
    switch self {
    case .loop: "time asked of the timer's own loop (%)"
    case .handler: "length of the timer's own callback (% of the interval)"
    case .cpu: "spinning threads"
    case .timers: "other timers on the loop"
    case .named: "load"
    }
  }

  /// An amount with its unit.
  package func text(_ amount: Double) -> String {
    switch self {
    case .loop, .handler: Numbers.shortest((amount * 100).rounded() / 100) + "%"
    case .cpu, .timers, .named: Numbers.shortest(amount)
    }
  }
}

extension LoadResponse {
  /// What a line comes to, in a few words; empty where its loads have no amount or it was only idle.
  package func verdict(on line: Line) -> String {
    if let amount = line.breaksAt {
      return "breaks at \(line.holdsTo == nil ? "or below " : "")\(kind.text(amount))"
    }
    guard let most = line.holdsTo else { return "" }
    return "holds to \(kind.text(most))"
  }
}

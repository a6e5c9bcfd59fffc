/// The combinations to measure: the product of its lists, less what has no meaning.
package struct Matrix: Hashable, Sendable {
  /// Identifiers of timers.
  package var timers: [String]
  /// Distances between deadlines.
  package var intervals: [Nanoseconds]
  /// Leeways asked for.
  package var leeways: [Leeway]
  /// Loads.
  package var loads: [Load]
  /// Numbers of timers of the kind that run at once.
  package var counts: [Int]

  /// Creates a matrix.
  package init(
    timers: [String], intervals: [Nanoseconds], leeways: [Leeway], loads: [Load], counts: [Int] = [1]
  ) {
    self.timers = timers
    self.intervals = intervals
    self.leeways = leeways
    self.loads = loads
    self.counts = counts
  }

  /// The cells, each once, sorted; and one sentence for each kind of combination left out.
  ///
  /// A timer without leeway gets one cell for all leeways; one without a loop none for a load on the loop.
  package func cells(traits: (String) -> TimerTraits) -> (cells: [Cell], omitted: [String]) {
    var cells: Set<Cell> = []
    var omitted: [String] = []
    func omit(_ sentence: String) {
      if !omitted.contains(sentence) { omitted.append(sentence) }
    }
    for timer in timers {
      let traits = traits(timer)
      if !traits.takesLeeway, leeways.contains(where: { $0 != .fixed(.zero) }) {
        omit("\(timer) takes no leeway: measured once for all leeways")
      }
      for load in loads {
        if load.needsLoop && !traits.hasLoop {
          omit("\(timer) has no loop that '\(load)' could share: not measured under it")
          continue
        }
        for (interval, count) in product(intervals, counts) {
          let resolved = traits.takesLeeway ? leeways.map { $0.resolved(for: interval) } : [nil]
          for leeway in resolved {
            cells.insert(
              Cell(timer: timer, interval: interval, leeway: leeway, load: CellLoad(load), timers: count))
          }
        }
      }
    }
    return (cells.sorted(), omitted)
  }
}

extension Load {
  /// Whether the load is work on the timer's own loop or queue from outside.
  var needsLoop: Bool {
    switch self {
    case .loop, .timers: true
    case .idle, .handler, .handlerShare, .cpu, .exec: false
    }
  }
}

private func product<A, B>(_ left: [A], _ right: [B]) -> [(A, B)] {
  left.flatMap { first in right.map { (first, $0) } }
}

/// How long each run lasts.
package enum RunLength: Hashable, Sendable {
  /// Deadlines for this long after the warm-up.
  case duration(Nanoseconds)
  /// Exactly this many measured callbacks, over all timers of the run.
  case count(Int)
}

/// Everything an invocation measures, in order.
package struct Plan: Hashable, Sendable {
  /// The runs in the order they are measured.
  package private(set) var runs: [PlannedRun]
  /// How long each lasts.
  package let length: RunLength
  /// How long each runs before its callbacks count.
  package let warmup: Nanoseconds
  /// The seed of the order and of the load's gaps.
  package let seed: UInt64

  /// Lays out `repetitions` of every cell: each repetition in a random order of its own, one after the other,
  /// so that a machine that slows down does not slow one cell.
  /// - Throws: ``PlanError`` for what is out of range, alone or together; see ``Plan/intervals`` and those beside it.
  package init(
    cells: [Cell], repetitions: Int, length: RunLength, warmup: Nanoseconds, seed: UInt64
  ) throws(PlanError) {
    runs = []
    self.length = length
    self.warmup = warmup
    self.seed = seed
    try check(cells, repetitions: repetitions)
    var random = SplitMix64(seed: seed)
    for repetition in 0..<repetitions {
      for cell in cells.sorted().shuffled(using: &random) {
        runs.append(PlannedRun(index: runs.count, cell: cell, repetition: repetition))
      }
    }
  }

  /// Lays out one more repetition of each of some cells of the plan, in a random order of their own: as many as
  /// ``mostRuns`` allows.
  package mutating func add(_ cells: [Cell]) {
    var random = SplitMix64(seed: seed ^ UInt64(runs.count) << 32)
    for cell in cells.prefix(max(0, Plan.mostRuns - runs.count)).shuffled(using: &random) {
      let repetition = runs.count { $0.cell == cell }
      runs.append(PlannedRun(index: runs.count, cell: cell, repetition: repetition))
    }
  }
}

/// A small seeded generator, the same on every platform: Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

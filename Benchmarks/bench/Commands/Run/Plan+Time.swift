import Timing

extension Plan {
  /// How long all runs take if nothing holds them up.
  var expectedLength: Nanoseconds {
    Nanoseconds(runs.reduce(0) { $0 + expectedLength(of: $1) })
  }

  /// Of some cells, in their order, those of which one more run each ends within a time.
  func fitting(_ cells: [Cell], into time: Nanoseconds) -> [Cell] {
    var left = time.count
    return cells.filter { cell in
      let length = expectedLength(of: PlannedRun(index: 0, cell: cell, repetition: 0))
      guard length <= left else { return false }
      left -= length
      return true
    }
  }
}

extension Nanoseconds {
  /// The time since then.
  init(since begin: ContinuousClock.Instant) {
    let (seconds, attoseconds) = (ContinuousClock.now - begin).components
    self.init(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// To the second, upwards.
  var rounded: Nanoseconds { .s((count + 999_999_999) / 1_000_000_000) }

  static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(left.count - right.count)
  }
}

import Timing

/// Finds the times in which the process was stopped, from what the signals and the gaps between records tell. A value
/// without a clock of its own; memory is bounded.
struct PauseWatch {
  /// What was found, in order; no more than ``most``.
  private(set) var pauses: [RunPause] = []

  private let epoch: Int64
  private let distance: Int64
  private var lastRecord: Int64
  private var gaps: [Range<Int64>] = []
  private var continuations: [Int64] = []

  /// Pauses of a run that are kept.
  static let most = 100
  /// A gap below it is no trace of a pause.
  private static let shortest: Int64 = 1_000_000
  /// How late the thread that waits for the signal may note it.
  private static let slowness: Int64 = 50_000_000
  private static let gapLimit = 65_536

  /// Begins to watch.
  /// - Parameters:
  ///   - epoch: what the times of pauses count from.
  ///   - now: the monotonic time.
  ///   - distance: how far the schedule sets records apart, in nanoseconds: a gap no longer than that is no trace of a
  ///     stop, whatever signals came.
  init(epoch: Int64, now: Int64, distance: Int64) {
    self.epoch = epoch
    self.distance = distance
    lastRecord = now
  }

  /// Sees a record of the monotonic time `time`: the process ran then.
  mutating func saw(_ time: Int64) {
    if time - lastRecord >= Self.shortest, gaps.count < Self.gapLimit { gaps.append(lastRecord..<time) }
    lastRecord = max(lastRecord, time)
  }

  /// Looks for pauses once all records up to about `now` were seen.
  /// - Parameters:
  ///   - continued: the times at which the process went on, or may have, since the look before.
  ///   - isLast: whether no record comes any more.
  mutating func look(now: Int64, continued: [Int64], isLast: Bool) {
    continuations += continued
    if isLast { saw(now) }
    // The record after a stop may still be on its way for a moment.
    let ripe = continuations.filter { isLast || $0 + 2 * Self.slowness < now }
    continuations.removeAll { ripe.contains($0) }
    for time in ripe {
      let around = gaps.filter { $0.lowerBound < time && $0.upperBound > time - Self.slowness }
      let longest = around.max {
        ($0.upperBound - $0.lowerBound, $0.lowerBound) < ($1.upperBound - $1.lowerBound, $1.lowerBound)
      }
      guard let gap = longest else { continue }
      let start = gap.lowerBound
      let length = min(gap.upperBound, time) - start
      // The signal alone proves nothing: timeout(1) sends it to processes that nobody stopped.
      guard length - Self.shortest > distance else { continue }
      add(RunPause(kind: .stopped, at: start - epoch, length: length))
    }
    gaps.removeAll { $0.upperBound < now - 3_000_000_000 }
  }

  private mutating func add(_ pause: RunPause) {
    if pauses.count < Self.most { pauses.append(pause) }
  }
}

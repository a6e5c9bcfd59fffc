import Timing

/// The rows around the worst callbacks of a run, chosen while it goes on, in constant memory.
///
/// The worst are the latest of the callbacks that are measured; of two that are equally late the first is kept.
package struct WorstRows: Sendable {
  private struct Episode {
    var lateness: Int64
    var number: Int64
    /// The rows around it with their numbers, as far as they came.
    var rows: [(number: Int64, tick: Tick)]
  }

  private let most: Int
  private let around: Int
  private var episodes: [Episode] = []
  private var recent: [(number: Int64, tick: Tick)] = []
  private var number: Int64 = 0

  /// Begins a run.
  /// - Parameters:
  ///   - most: how many callbacks are chosen.
  ///   - around: how many rows are kept before and after each.
  package init(most: Int = 100, around: Int = 3) {
    (self.most, self.around) = (most, around)
  }

  /// Looks at the next row; the time it takes does not grow with the run.
  package mutating func add(_ tick: Tick) {
    let row = (number: number, tick: tick)
    for index in episodes.indices where number - episodes[index].number <= Int64(around) {
      episodes[index].rows.append(row)
    }
    if tick.isMeasured {
      if episodes.count < most {
        episodes.append(Episode(lateness: tick.lateness, number: number, rows: recent + [row]))
      } else if let least = leastLate, tick.lateness > episodes[least].lateness {
        episodes[least] = Episode(lateness: tick.lateness, number: number, rows: recent + [row])
        self.leastLate = nil
      }
    }
    recent.append(row)
    if recent.count > around { recent.removeFirst() }
    number += 1
    if leastLate == nil, episodes.count == most { findLeast() }
  }

  /// The episode that the next worse callback replaces; `nil` until it is looked for.
  private var leastLate: Int?

  private mutating func findLeast() {
    leastLate = episodes.indices.min { left, right in
      let (first, second) = (episodes[left], episodes[right])
      return first.lateness != second.lateness
        ? first.lateness < second.lateness : first.number > second.number
    }
  }

  /// The rows chosen so far, in the order in which they came, each once.
  package var rows: [Tick] {
    var seen: Set<Int64> = []
    return episodes.flatMap(\.rows).filter { seen.insert($0.number).inserted }
      .sorted { $0.number < $1.number }.map(\.tick)
  }
}

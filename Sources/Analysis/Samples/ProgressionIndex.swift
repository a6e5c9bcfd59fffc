import Timing

/// How many values of many progressions are at most a limit, without laying them out.
///
/// A progression counts the steps from its lowest value to the limit, less those from the value after its highest one.
/// Of all that lie below the limit the whole steps are summed up beforehand; what is left is whether each stands higher in
/// its step than the limit does.
struct ProgressionIndex: TimeIndex {
  /// Times in order, each as a number of whole steps and what is left of one.
  private struct Marks {
    var times: [Int64]
    /// The steps of all times before.
    var steps: [Int128]
    var rests: [Int64]

    init(_ times: [Int64], _ step: Int64) {
      self.times = times.sorted()
      (steps, rests) = ([0], [])
      for time in self.times {
        let (whole, rest) = split(time, step)
        steps.append(steps[steps.count - 1] + whole)
        rests.append(rest)
      }
    }

    /// The steps from each time to a limit, begun ones counted, of all times that are not beyond it.
    func steps(to limit: Int64, _ step: Int64) -> Int128 {
      let count = times.partitioningIndex { $0 > limit }
      let (whole, rest) = split(limit, step)
      var later = 0
      for index in 0..<count where rests[index] > rest { later += 1 }
      return Int128(count) * (whole + 1) - steps[count] - Int128(later)
    }
  }

  private let groups: [(step: Int64, starts: Marks, ends: Marks)]

  init(_ progressions: [Progression]) {
    var bySteps: [Int64: [Progression]] = [:]
    for progression in progressions where progression.count > 0 {
      bySteps[max(1, progression.step), default: []].append(progression)
    }
    groups = bySteps.sorted { $0.key < $1.key }.map { step, progressions in
      (
        step, Marks(progressions.map(\.lowest), step),
        Marks(progressions.map { $0.highest.addingSaturated(step) }, step)
      )
    }
  }

  func count(atMost limit: Int64) -> Int64 {
    let count = groups.reduce(Int128(0)) {
      $0 + $1.starts.steps(to: limit, $1.step) - $1.ends.steps(to: limit, $1.step)
    }
    return Int64(clamping: count)
  }
}

private func split(_ time: Int64, _ step: Int64) -> (whole: Int128, rest: Int64) {
  let (quotient, remainder) = time.quotientAndRemainder(dividingBy: step)
  return remainder < 0 ? (Int128(quotient) - 1, remainder + step) : (Int128(quotient), remainder)
}

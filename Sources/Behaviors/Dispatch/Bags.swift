import Timers

extension Behavior {
  /// Timers that one thread serves.
  static let bags = [
    Behavior(
      "bag.shares-wakeups", Family.allCases,
      "A TimerBag on a thread lets phased timers share wakeups as their tolerances allow, none early.",
      documented: false, reference: "Timers: TimerBag"
    ) { subjects in
      let count = 4
      let log = Shared([TimerTick]())
      let first = Pace.time(in: 1)
      let firsts = (0..<count).map { first + Pace.interval * Int64($0) / Int64(count) }
      do {
        let bag = subjects.owner.bag(firsts, Pace.interval / 2) { tick in log.value += [tick] }
        wait { log.value.count >= 32 }
        withExtendedLifetime(bag) {}
      }
      let seen = log.value
      // A callback whose deadline had passed when the one before it came shares that one's wakeup.
      let alone = zip(seen.dropFirst(), seen).filter { $0.deadline > $1.callback }.count + 1
      let early = seen.filter { $0.callback < $0.deadline }.count
      return .judge(
        alone * 3 <= seen.count * 2 && early == 0,
        "\(seen.count) callbacks of \(count) phased timers in \(alone) wakeups, \(early) early")
    }
  ]
}

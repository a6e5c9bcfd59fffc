import Foundation
import Timers

/// What the examples say, and that they said it.
private let said = Mutexed([String]())

func say(_ line: String) {
  said.change { $0.append(line) }
  print(line)
}

func wasSaid(_ line: String) -> Bool { said.change { $0.contains { $0.contains(line) } } }

private let asked = Counter(3)
func enough() async -> Bool { asked.decrement() <= 0 }

final class Mutexed<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

final class Counter: Sendable {
  private let number: Mutexed<Int>

  init(_ start: Int) { number = Mutexed(start) }

  func decrement() -> Int {
    number.change {
      $0 -= 1
      return $0
    }
  }
}

final class TimerHolder: Sendable {
  private let held = Mutexed<TimerOwner?>(nil)

  var value: TimerOwner? {
    get { held.change { $0 } }
    set { held.change { $0 = newValue } }
  }
}

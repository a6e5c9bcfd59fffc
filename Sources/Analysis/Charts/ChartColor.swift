import Timing

/// What a colour stands for; the style of the charts gives it one. One timer has one colour in every chart.
package struct ChartColor: Hashable, Sendable {
  /// The role, `[a-z0-9-]+`.
  let role: String

  private init(_ role: String) { self.role = role }

  /// Slots without a callback.
  static let missed = ChartColor("missed")
  /// Deadlines folded into the callback of another.
  static let merged = ChartColor("merged")
  /// A deadline in a raster.
  static let deadline = ChartColor("deadline")
  /// What happened to the clock or the machine.
  static let event = ChartColor("event")
  /// The base of a comparison.
  static let base = ChartColor("base")

  /// One of the others of a comparison, from 1; colours come again after eight.
  static func other(_ number: Int) -> ChartColor { ChartColor("other-\((number - 1) % 8 + 1)") }

  /// A part of the lateness.
  static func part(_ part: LatenessPart) -> ChartColor { ChartColor(part.rawValue) }

  /// Timers besides the floors that have a colour of their own.
  private static let known = [
    "runloop", "runloop-common", "runloop-main", "dispatch", "dispatch-strict", "dispatch-wall", "task-sleep",
    "dispatch-after",
  ]
  private static let spares = 4

  /// A timer; one of another version has one of four colours by its name.
  init(timer: String) {
    if Self.known.contains(timer) || Self.isFloor(timer) {
      self.init(timer)
    } else {
      let sum = timer.unicodeScalars.prefix(24).enumerated().reduce(0) {
        $0 + ($1.offset + 1) * Int($1.element.value)
      }
      self.init("spare-\(sum % Self.spares + 1)")
    }
  }

  /// Whether a timer is kept by the kernel or the clock alone: what others are held against.
  static func isFloor(_ timer: String) -> Bool { FloorTimer(rawValue: timer) != nil }
}

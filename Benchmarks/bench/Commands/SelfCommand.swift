import Behaviors
import Foundation
import Harness
import Results
import Text
import Timing

extension Command {
  /// `bench self`: what measuring itself costs, for the scripts in `Benchmarks/peers`, and setting the clock by
  /// nanoseconds, for the test in a virtual machine.
  static var ownCost: Command {
    Command(
      CommandSyntax(
        name: "self", summary: "what recording and writing cost here",
        operands: "recording|writing|set-clock NS",
        example: "bench self recording", defaults: ()), isHidden: true
    ) { _, operands, context in
      switch operands {
      case ["recording"]: try context.terminal.write(OwnCost.recording())
      case ["writing"]: try context.terminal.write(OwnCost.writing())
      case let words where words.count == 2 && words[0] == "set-clock":
        let by = Int64(words[1]) ?? 0
        if let problem = ClockControl.system.set(by) {
          throw CommandFailure(code: .failure, message: problem)
        }
      default:
        throw UsageError(
          description: "say what: recording, writing, or set-clock and nanoseconds", command: "self")
      }
      return .success
    }
  }
}

/// Measurements of the program's own parts, as text for a script.
private enum OwnCost {
  private static let pairs = 21

  /// A pair a line, then the median of the ratios.
  static func recording() throws(CommandFailure) -> String {
    var text = "clock ns  callback ns  ratio\n"
    var ratios: [Double] = []
    for pair in 0...pairs {
      guard let cost = RecordingCost.measured() else {
        throw CommandFailure(code: .failure, message: "no memory to measure the recording with")
      }
      // The first pair warms up.
      guard pair > 0 else { continue }
      ratios.append(cost.ratio)
      text +=
        "\(Numbers.fixed(cost.clock, 2))  \(Numbers.fixed(cost.callback, 2))  \(Numbers.fixed(cost.ratio, 3))\n"
    }
    return text + "median ratio \(Numbers.fixed(ratios.sorted()[pairs / 2], 3))\n"
  }

  private static let rows = 1_000_000

  /// Rows per second of the CSV writer, to a file beside the program's temporary ones: the best of some.
  static func writing() throws -> String {
    let path = try ScratchFolder.newPath(ending: ".csv")
    defer { ScratchFolder.remove(path) }
    let cell = Cell(timer: "dispatch", interval: .ms(1), leeway: .zero, load: "idle", timers: 1)
    let planned = PlannedRun(index: 0, cell: cell, repetition: 0)
    let ticks = (0..<Int64(rows)).map { slot in
      let lateness = slot &* 2_654_435_761 % 90_000
      return Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + lateness)
    }
    var text = ""
    for _ in 0..<5 {
      let start = ContinuousClock.now
      let writer = try TickWriter(
        to: .file(path), environment: Environment(), runs: [planned], force: true)
      try writer.begin(planned)
      try writer.append(ticks)
      try writer.flush()
      text += Numbers.fixed(Double(rows) / ((ContinuousClock.now - start) / .seconds(1)), 0) + " rows/s\n"
      try writer.close(status: .complete)
    }
    return text
  }
}

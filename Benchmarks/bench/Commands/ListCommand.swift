import Text
import Timers
import Timing
import UnderTest

extension Command {
  /// `bench list`: what can be measured.
  static var list: Command {
    Command(
      CommandSyntax(
        name: "list", summary: "timers, loads, suites and metrics", example: "bench list", defaults: ())
    ) { _, _, context in
      try context.terminal.write(ListCommand.text)
      return .success
    }
  }
}

private enum ListCommand {
  static var text: String {
    let timers = TimerKind.all.map { ($0.id, $0.summary) }
    return section("Timers (--timer)", timers) + "\n" + section("Loads (--load)", loads) + "\n"
      + section("Suites (--suite)", suites) + "\n" + section("Metrics", metrics)
  }

  static let loads = [
    ("idle", "nothing else"),
    (
      "loop:P%[/BLOCK]",
      "blocks of work on the timer's own loop or queue, P% of its time, each BLOCK long (2ms)"
    ),
    ("handler:TIME|P%", "the timer's own callback takes that long, or that share of the interval"),
    ("cpu:N", "N spinning threads"),
    ("timers:N", "N other timers on the same loop or queue"),
    ("exec:COMMAND", "a command that the shell runs meanwhile"),
  ]

  static var suites: [(String, String)] { BuiltInSuite.allCases.map { ($0.rawValue, $0.summary) } }

  static let metrics = [
    ("lateness", "callback minus deadline, per callback; negative is early"),
    ("response", "per deadline: until the first callback that serves it or comes after it"),
    ("missed", "slots that got no callback at all"),
    ("merged", "deadlines that a later callback stood for as well"),
    ("blocked", "the part of the lateness in which the timer's own loop was busy"),
    ("latency", "lateness minus blocked: what the system itself cost"),
    ("phase drift", "slope of lateness against deadline, in ppm"),
    ("count drift", "elapsed time minus callbacks times interval"),
    ("callbacks per cluster", "callbacks that one wakeup served, with several timers"),
  ]

  private static func section(_ title: String, _ lines: [(String, String)]) -> String {
    let column = (lines.map(\.0.count).max() ?? 0) + 4
    return title + "\n"
      + lines.map { name, text in
        let gap = String(repeating: " ", count: column - name.count - 2)
        return paragraph(text, first: "  " + name + gap, indent: column)
      }.joined()
  }
}

import Analysis
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
    let limits = Metric.all.map { metric in
      let both = Metric.regressible.contains { $0.name == metric.name }
      return (metric.name, metric.summary + (both ? "" : " (only --budget)"))
    }
    return section("Timers (--timer)", TimerKind.all.map { ($0.id, $0.summary) }) + "\n"
      + section("Loads (--load)", Load.forms.map { ($0.form, $0.summary) }) + "\n"
      + section("Suites (--suite)", BuiltInSuite.allCases.map { ($0.rawValue, $0.summary) }) + "\n"
      + section("Metrics (--budget, --max-regression)", limits)
  }

  private static func section(_ title: String, _ lines: [(name: String, text: String)]) -> String {
    let table = TextTable(columns: [
      TextTable.Column(title: "", cells: lines.map { "  " + $0.name }, alignsLeft: true),
      TextTable.Column(title: "", cells: lines.map(\.text), alignsLeft: true, wraps: true),
    ])
    return title + "\n" + table.text(width: 80, color: false)
  }
}

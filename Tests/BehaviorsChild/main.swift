import Behaviors
import Foundation
import Timing

// Runs the table from the command line (FORMAT PREFIX…), and is the process that some experiments start.
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child" {
  exit(BehaviorChild.run(Array(arguments.dropFirst())))
}
let format = arguments.isEmpty ? "table" : arguments.removeFirst()
let chosen = Behavior.all.filter { behavior in
  arguments.isEmpty || arguments.contains { behavior.id.hasPrefix($0) }
}
let child = ChildCommand(executable: CommandLine.arguments[0], arguments: ["child"])
let report = BehaviorReport(
  environment: Environment(), results: BehaviorSuite.run(chosen, subjects: Subjects(child: child)))
switch format {
case "markdown": print(report.markdown(), terminator: "")
case "json": print(report.json, terminator: "")
case "csv": print(report.csv(), terminator: "")
default: print(report.table(), terminator: "")
}
exit(report.status == .complete ? 0 : 1)

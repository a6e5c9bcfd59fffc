import Behaviors
import Foundation

// Runs the table from the command line, and is the process that some experiments start.
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child" {
  exit(BehaviorChild.run(Array(arguments.dropFirst())))
}
let child = ChildCommand(executable: CommandLine.arguments[0], arguments: ["child"])
let chosen = Behavior.all.filter { behavior in
  arguments.isEmpty || arguments.contains { behavior.id.hasPrefix($0) }
}
let results = BehaviorSuite.run(chosen, subjects: Subjects(child: child))
for result in results {
  print(result.isSurprising ? "!" : " ", result.id, result.observed.rawValue, "—", result.evidence)
}
exit(results.contains { $0.observed == .failedToRun } ? 1 : 0)

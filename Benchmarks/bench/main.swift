import Behaviors
import CPlatform
import Foundation
import Harness

if CommandLine.arguments.dropFirst().first == Command.childName {
  exit(BehaviorChild.run(Array(CommandLine.arguments.dropFirst(2))))
}
platform_occupy_standard_descriptors()
let interruption = Interruption()
SignalWatcher.start(interruption)
let terminal = Terminal()
let code = CommandLineTool(commands: allCommands, terminal: terminal, interruption: interruption)
  .run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)

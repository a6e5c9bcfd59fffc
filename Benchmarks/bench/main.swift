import Behaviors
import CPlatform
import Foundation
import Harness
import Results

let arguments = Array(ProgramArguments.all.dropFirst())
if arguments.first == Command.childName {
  exit(BehaviorChild.run(Array(arguments.dropFirst())))
}
platform_occupy_standard_descriptors()
platform_return_large_blocks()
let interruption = Interruption()
SignalWatcher.start(interruption) { endAtOnce($0) }
let terminal = Terminal()
let code = CommandLineTool(commands: allCommands, terminal: terminal, interruption: interruption).run(
  arguments)
Ending.inTurn {
  ScratchFolder.end()
  exit(code.rawValue)
}

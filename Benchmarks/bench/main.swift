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
platform_tell_exhaustion()
let interruption = Interruption()
let terminal = Terminal()
guard SignalWatcher.start(interruption, end: { endAtOnce($0) }) else {
  terminal.note("bench: the system does not give another thread: raise the limits (ulimit -u, -v)")
  exit(ExitCode.failure.rawValue)
}
let code = CommandLineTool(commands: Command.all, terminal: terminal, interruption: interruption).run(
  arguments)
Ending.inTurn {
  ScratchFolder.end()
  exit(code.rawValue)
}

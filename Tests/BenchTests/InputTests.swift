import Foundation
import Testing

/// Where recordings come from besides files.
@Suite struct InputTests {
  @Test func `a recording that comes through a pipe is opened once, whatever reads it`() throws {
    let folder = try Program.Folder()
    let run = try Program.run(
      ["run", "--timer", "nanosleep", "--interval", "1ms", "--count", "50", "--no-plot", "-o", "x.csv"],
      in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    for command in ["compare p x.csv", "compare x.csv p", "summary p", "summary x.csv p"] {
      // Neither side waits for ever for the other to open the pipe.
      let read = try Program.shell(
        "rm -f p && mkfifo p && { timeout 20 sh -c 'sed s/machine:/machine:.piped/ x.csv >p' >/dev/null 2>&1 & } "
          + "&& timeout 20 \"$0\" \(command)",
        in: folder.path)
      #expect(read.status == 0, "\(command): \(read.errors)")
      #expect(read.output.contains("nanosleep"), "\(command)")
    }
  }
}

import Foundation
import Testing

/// A load that a measurement runs ends with it, whatever ends the measurement.
@Suite(.serialized) struct AbandonedLoadTests {
  static let commands = ["echo $$ > pid; exec sleep 300", "sh -c 'echo $$ > pid; exec sleep 300'; true"]
  #if os(Linux)
    static let fugitives = ["setsid sh -c 'echo $$ > pid; exec sleep 300' & sleep 300"]
  #else
    static let fugitives: [String] = []
  #endif

  @Test(arguments: commands + fugitives, ["KILL", "SEGV", "TERM"])
  func `nothing of a load outlives the program`(command: String, signal: String) throws {
    let folder = try Program.Folder()
    try command.write(toFile: folder.file("load.sh"), atomically: true, encoding: .utf8)
    _ = try Program.shell(
      "\"$0\" run --timer nanosleep --interval 10ms --duration 20s --repetitions 1 --no-plot --quiet --load 'exec:. ./load.sh' "
        + "-o x.csv >out 2>&1 & p=$!; for i in $(seq 500); do [ -s pid ] && break; sleep 0.02; done; "
        + "kill -\(signal) $p; wait $p", in: folder.path)
    let process = try #require(pid_t(try folder.contents(of: "pid").dropLast()))
    // Its watcher asks it to end, and needs a moment for that.
    for _ in 0..<2_000 where kill(process, 0) == 0 { Thread.sleep(forTimeInterval: 0.002) }
    #expect(kill(process, 0) == -1)
  }
}

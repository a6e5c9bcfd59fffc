import Results
import Testing
import Timing

/// What the program makes of the signal that lets a stopped process go on.
@Suite(.serialized) struct StopSignalTests {
  @Test func `signals to go on without a stop are no pauses`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "\"$0\" run --timer nanosleep,dispatch --interval 10ms --duration 1s --repetitions 1 --no-plot -o x.csv & p=$!; "
        + "for i in $(seq 100); do sleep 0.02; kill -CONT $p 2>/dev/null; done; wait $p", in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("was stopped"))
    for run in try Recording(contentsOf: folder.file("x.csv")).runs {
      let facts = try #require(run.facts)
      #expect(facts.pauses?.contains { $0.kind == .stopped } != true, "\(facts.pauses ?? [])")
    }
  }
}

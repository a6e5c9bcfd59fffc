import Foundation
import Results
import Testing
import Timing

/// Repetitions that are added, and programs in turns: real timers, judged by counts and order only.
@Suite(.serialized) struct SequenceTests {
  @Test func `repetitions are added until time is over, and the recording is an ordinary one`() throws {
    let folder = try Program.Folder()
    // No machine tells p50 to a hundredth of a percent.
    let outcome = try Program.run([
      "run", "--timer", "dispatch,nanosleep", "--interval", "1ms", "--duration", "20ms", "--warmup", "0",
      "--until",
      "p50 ± 0.0001%", "--at-most", "2s", "--no-plot", "-o", folder.file("x.csv"),
    ])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.contains("Not reached in 2 of 2 cells"), "\(outcome.output)")
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.status == .complete)
    let runs = recording.runs.map(\.planned)
    #expect(runs.map(\.index) == Array(0..<runs.count))
    #expect(runs.count > 10)
    for cell in Set(runs.map(\.cell)) {
      let repetitions = runs.filter { $0.cell == cell }.map(\.repetition)
      #expect(repetitions == Array(0..<repetitions.count))
    }
    #expect(try Program.run(["summary", folder.file("x.csv")]).status == 0)
  }

  @Test func `a goal that any machine reaches takes five repetitions and no more`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.run([
      "run", "--timer", "dispatch", "--interval", "1ms", "--duration", "20ms", "--until", "missed +- 90%",
      "--no-plot",
      "-o", folder.file("x.csv"),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Reached in all 1 cells: 5 runs"), "\(outcome.output)")
    #expect(try Recording(contentsOf: folder.file("x.csv")).runs.count == 5)
  }

  @Test(arguments: [
    (["--until", "p50"], "METRIC ± WIDTH"), (["--at-most", "5s"], "--at-most without --until"),
    (["--until", "p50 ± 5%", "--at-most", "1s"], "before the first look"), (["--label", "x"], "KEY=VALUE"),
    (["--label", "a=1", "--label", "a=2"], "given twice"), (["--label", "A=1"], "is none"),
  ])
  func `what cannot be meant is refused before anything is measured`(arguments: [String], words: String)
    throws
  {
    let folder = try Program.Folder()
    let outcome = try Program.run(["run", "--timer", "dispatch", "-o", folder.file("x.csv")] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.csv")))
  }

  @Test func `labels come back as they were, whatever is in them`() throws {
    let folder = try Program.Folder()
    let hostile = [
      "<img src=x onerror=alert(1)>", "a,\"b\"\n# end rows=0 status=complete\n", "\u{1b}[2J\u{7f}\u{2028}é",
      " x ",
    ]
    let labels = hostile.enumerated().flatMap { ["--label", "k\($0.offset)=\($0.element)"] }
    let outcome = try Program.run(
      [
        "run", "--timer", "nanosleep", "--count", "2", "--interval", "1ms", "--no-plot", "-o",
        folder.file("x.csv"),
      ] + labels)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.environment.labels.map(\.value) == hostile)
    let trend = try Program.run(["trend", folder.file("x.csv"), "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(trend.output.utf8)) as? [String: Any]
    let first = (document?["trends"] as? [[String: Any]])?.first
    let told = (first?["recordings"] as? [[String: Any]])?.first?["labels"] as? [String: String]
    #expect(told == ["k0": hostile[0], "k1": hostile[1], "k2": hostile[2], "k3": hostile[3]])
    let text = try Program.run(["trend", folder.file("x.csv"), "--by", "k2"])
    #expect(text.status == 0 && !text.output.contains("\u{1b}[2J"))
  }

  @Test func `two programs are measured in turns, into two recordings with one plan`() throws {
    let folder = try Program.Folder()
    let program = try Program.url.path
    let outcome = try Program.run([
      "ab", program, "LC_ALL=C \(program)", "-o", folder.file("ab"), "--", "--timer", "dispatch,nanosleep",
      "--interval",
      "1ms", "--duration", "20ms", "--warmup", "0", "--repetitions", "3", "--seed", "7", "--label",
      "side=both",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let (old, new) = (
      try Recording(contentsOf: folder.file("ab/old.csv")),
      try Recording(contentsOf: folder.file("ab/new.csv"))
    )
    #expect(old.runs.map(\.planned) == new.runs.map(\.planned))
    #expect(old.runs.count == 6 && old.status == .complete && new.status == .complete)
    #expect(
      old.environment["label_side"] == "both" && old.environment["pairing"]?.hasPrefix("old of pairs") == true
    )
    let epochs = zip(old.runs, new.runs).compactMap { old, new in
      old.facts.flatMap { old in new.facts.map { (old.epoch, $0.epoch) } }
    }
    // Pair after pair: no run of a pair before both of the one before, and either side first at times.
    for (before, after) in zip(epochs, epochs.dropFirst()) {
      #expect(max(before.0, before.1) < min(after.0, after.1))
    }
    #expect(outcome.output.contains("undecided 6"), "\(outcome.output)")
  }

  @Test(
    arguments: [
      (["ab", "/nonexistent/bench", "true"], 1, "ended with status"), (["ab", "true"], 64, "OLD and NEW"),
      (["ab", "true", "true", "--", "--until", "p50 ± 5%"], 64, "has no meaning"),
      (["ab", "true", "true", "--", "--output", "x"], 64, "has no meaning"),
      (
        ["ab", "true", "true", "--", "--timer", "dispatch", "--duration", "10ms"], 1,
        "'true run' ended with status 0"
      ),
    ] as [([String], Int32, String)])
  func `a program that does not measure is named with what it said`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let folder = try Program.Folder()
    let outcome = try Program.run(arguments, in: folder.path)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    #expect(!left.contains { $0.hasSuffix(".csv") }, "\(left)")
  }
}

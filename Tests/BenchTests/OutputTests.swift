import Foundation
import Results
import Testing
import Timing

/// Where the program writes, and under which names.
@Suite(.serialized) struct OutputTests {
  private static let run = "\"$0\" run --timer nanosleep --interval 1ms --repetitions 1 --no-plot --quiet"

  @Test func `of two runs to one name the second is refused, forced or not, and costs the first nothing`()
    throws
  {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "\(Self.run) --duration 2s --machine first -o n.csv --force >/dev/null & p=$!; "
        + "for i in $(seq 100); do sleep 0.05; [ -s n.csv.partial ] && break; done; "
        + "\(Self.run) --count 1 --machine second -o n.csv --force >/dev/null; echo second $?; "
        + "\(Self.run) --count 1 --machine third -o n.csv >/dev/null; echo third $?; wait $p; echo first $?",
      in: folder.path)
    #expect(outcome.output == "second 74\nthird 74\nfirst 0\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("another program is writing it"))
    let recording = try Recording(contentsOf: folder.file("n.csv"))
    #expect(recording.environment["machine"] == "first")
    #expect(recording.status == .complete && recording.runs[0].ticks.count > 10)
  }

  @Test func `runs that begin in one second have names of their own`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "for i in 1 2 3 4; do \(Self.run) --count 3 --machine m >/dev/null & done; "
        + "for p in $(jobs -p); do wait $p || echo failed; done", in: folder.path)
    #expect(outcome.output == "", "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("Results/m"))
    #expect(names.count == 4, "\(names)")
    for name in names {
      #expect(try Recording(contentsOf: folder.file("Results/m/\(name)")).status == .complete)
    }
  }

  @Test func `machines without an ASCII letter in their names have folders of their own`() throws {
    let folder = try Program.Folder()
    for name in ["機械", "машина", "!!", "??", "a/b", "a-b"] {
      let outcome = try Program.run(
        ["run", "--timer", "nanosleep", "--count", "1", "--no-plot", "--quiet", "--machine", name],
        in: folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("Results"))
    #expect(names.count == 6, "\(names)")
    #expect(Set(names).isSuperset(of: ["機械", "машина", "a-b"]))
  }

  @Test func `a name that is not UTF-8 is written, drawn from and shown as the bytes that it is`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "n=$(printf 'lat\\351n'); \(Self.run.replacing("--no-plot", with: "")) --count 5 -o \"$n.csv\" >/dev/null; "
        + "echo code $?; for f in *; do printf '%s' \"$f\" | od -An -tx1; done", in: folder.path)
    // "latén" in Latin-1, then ".charts" and ".csv", by od(1).
    #expect(
      outcome.output == """
        code 0
         6c 61 74 e9 6e 2e 63 68 61 72 74 73
         6c 61 74 e9 6e 2e 63 73 76

        """, "\(outcome.errors)")
  }

  @Test func `a pipe that nobody reads does not swallow the first signal`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "mkfifo p; \(Self.run) --count 3 -o p & p=$!; sleep 1.5; kill -TERM $p; "
        + "for i in $(seq 50); do sleep 0.1; kill -0 $p 2>/dev/null || break; done; "
        + "kill -KILL $p 2>/dev/null && echo hung; wait $p; echo code $?", in: folder.path)
    #expect(outcome.output == "code 143\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("no program reads it"))
  }

  @Test func `a reader that stops reading does not keep the program from ending`() throws {
    let folder = try Program.Folder()
    // The rows of 10 µs fill a pipe of 64 KiB within a second.
    let line = Self.run.replacing("1ms", with: "10us") + " --duration 30s -o p"
    let outcome = try Program.shell(
      "mkfifo p; sleep 60 <p & s=$!; \(line) & p=$!; sleep 4; kill -TERM $p; "
        + "for i in $(seq 100); do sleep 0.1; kill -0 $p 2>/dev/null || break; done; "
        + "kill -KILL $p 2>/dev/null && echo hung; wait $p; echo code $?; kill $s", in: folder.path)
    #expect(!outcome.output.contains("hung") && outcome.output.contains("code 74"), "\(outcome.errors)")
    #expect(outcome.errors.contains("stopped reading"))
  }

  @Test func `a file that --force replaces keeps its mode`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      ": > p.csv; chmod 600 p.csv; \(Self.run) --count 1 --force -o p.csv >/dev/null; ls -l p.csv | cut -c1-10",
      in: folder.path)
    #expect(outcome.output == "-rw-------\n", "\(outcome.errors)")
  }

  @Test func `files that no recording made stay, whatever --force`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "echo precious > data.2024.csv; echo precious > data.7.csv; : > data.csv; "
        + "\(Self.run) --count 5 --force --rotate 1MB -o data.csv >/dev/null; cat data.2024.csv data.7.csv",
      in: folder.path)
    #expect(outcome.output == "precious\nprecious\n", "\(outcome.errors)")
  }

  @Test func `percentiles of cells with long names are files that say what they are of`() throws {
    let folder = try Program.Folder()
    let machine = String(repeating: "машина ", count: 40)
    let run = try Program.run(
      [
        "run", "--timer", "nanosleep", "--interval", "1ms,2ms", "--count", "3", "--no-plot", "--quiet",
        "--machine", machine, "-o", "x.csv",
      ], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let outcome = try Program.run(["summary", "x.csv", "--hgrm", "h"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("h"))
    #expect(names.count == 4, "\(names)")
    let titles = try names.map { try folder.contents(of: "h/\($0)").split(separator: "\n")[0] }
    for view in ["callbacks", "response"] {
      for interval in ["1ms", "2ms"] {
        let found = titles.filter { $0.hasPrefix("# \(view) of ") && $0.contains(": nanosleep \(interval) ") }
        #expect(found.count == 1, "\(titles)")
      }
    }
  }
}

#if os(Linux)
  /// What is needed for a while: where it is, and what becomes of it.
  @Suite(.serialized) struct ScratchTests {
    /// A recording whose charts are drawn through scratch files.
    private func recording(in folder: Program.Folder) throws {
      let run = try Program.run(
        [
          "run", "--timer", "nanosleep", "--interval", "1ms", "--count", "50", "--no-plot", "--quiet", "-o",
          "x.csv",
        ],
        in: folder.path)
      try #require(run.status == 0, "\(run.errors)")
    }

    private func names(_ path: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path)
    }

    @Test func `what a killed program left in the temporary folder goes with the next, which leaves nothing`()
      throws
    {
      let folder = try Program.Folder()
      try recording(in: folder)
      try FileManager.default.createDirectory(atPath: folder.file("t"), withIntermediateDirectories: true)
      try "#!/bin/sh\necho $$ >> drawing\nexec sleep 60\n".write(
        toFile: folder.file("slow"), atomically: true, encoding: .utf8)
      let killed = try Program.shell(
        "chmod +x slow; export TMPDIR=$PWD/t; BENCH_GNUPLOT=./slow \"$0\" plot x.csv -o ch & p=$!; "
          + "for i in $(seq 100); do sleep 0.05; [ -e drawing ] && break; done; kill -KILL $p; wait $p; "
          + "kill -KILL $(cat drawing); ls -A t | wc -l", in: folder.path)
      #expect(killed.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1", "\(killed.errors)")
      let next = try Program.shell("TMPDIR=$PWD/t \"$0\" plot x.csv -o ch", in: folder.path)
      #expect(next.status == 0, "\(next.errors)")
      #expect(try names(folder.file("t")).isEmpty)
      #expect(try names(folder.file("ch")).allSatisfy { $0.hasSuffix(".svg") || $0.hasSuffix(".csv") })
    }

    @Test func `a temporary folder that is not there is named with its remedy`() throws {
      let folder = try Program.Folder()
      try recording(in: folder)
      let outcome = try Program.shell("TMPDIR=$PWD/none \"$0\" plot x.csv -o ch", in: folder.path)
      #expect(outcome.status == 74)
      #expect(
        outcome.errors.contains("/none: no temporary files can be made there: No such file or directory"))
      #expect(outcome.errors.contains("TMPDIR"))
      #expect(!outcome.errors.contains("NSError") && !outcome.errors.contains("Domain="))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can make /tmp read-only"))
    func `charts need no folder but TMPDIR`() throws {
      let folder = try Program.Folder()
      try recording(in: folder)
      let outcome = try Program.shell(
        "unshare -m sh -c 'mount -t tmpfs tmpfs /mnt && cp x.csv /mnt/ && mkdir /mnt/t && mount --bind /tmp /tmp && "
          + "mount -o remount,ro,bind /tmp && cd /mnt && TMPDIR=/mnt/t \"$0\" plot x.csv -o ch && ls ch' \"$0\"",
        in: folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("percentiles.svg"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a small disk"))
    func `a full disk is told at once, and what waited is written when there is room`() throws {
      let folder = try Program.Folder()
      let outcome = try Program.shell(
        "unshare -m sh -c 'mount -t tmpfs -o size=200k tmpfs /mnt || exit 9; head -c 150k /dev/zero > /mnt/fill; "
          + "\"$0\" run --timer nanosleep --interval 1ms --duration 6s --repetitions 1 --no-plot --quiet -o /mnt/x.csv >/dev/null & p=$!; "
          + "for i in $(seq 50); do sleep 0.1; grep -q full err && break; done; kill -0 $p && echo told; "
          + "mount -o remount,size=8m /mnt; wait $p; echo code $?; tail -n 1 /mnt/x.csv; "
          + "grep -c ^0, /mnt/x.csv' \"$0\" 2>err; cat err >&2", in: folder.path)
      let lines = outcome.output.split(separator: "\n")
      try #require(lines.count == 4, "\(outcome.output) \(outcome.errors)")
      #expect(lines[0] == "told" && lines[1] == "code 0", "\(outcome.errors)")
      #expect(lines[2] == "# end rows=\(lines[3]) status=complete")
      #expect(outcome.errors.contains("the disk is full") && outcome.errors.contains("nothing is lost"))
    }
  }
#endif

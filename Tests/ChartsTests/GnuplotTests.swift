import Foundation
import Testing

@testable import Charts

@Suite struct GnuplotTests {
  private func failure(of gnuplot: String, limit: Duration = .seconds(20)) throws -> ChartError {
    let scratch = try Scratch()
    let image = scratch.path("drift.svg")
    try Data("older image".utf8).write(to: URL(filePath: image))
    let error = try #require(throws: ChartError.self) {
      try ChartRenderer(gnuplot: gnuplot, limit: limit).render(anyChart, at: scratch.path("drift"))
    }
    #expect(try scratch.names == ["drift.csv", "drift.svg"], "a partial image is left")
    #expect(try contents(image) == "older image")
    return error
  }

  @Test func `a build without gnuplot's headers names the package and the remedy`() {
    let error = ChartError(.builtWithout(package: "libgnuplot-iostream-dev"), image: "x.svg", csv: "x.csv")
    #expect(error.description.contains("libgnuplot-iostream-dev") && error.description.contains("./setup"))
  }

  @Test func `a gnuplot that is missing is named with its remedy`() throws {
    let error = try failure(of: "no-such-gnuplot")
    #expect(error.reason == .gnuplotMissing(command: "no-such-gnuplot"))
    #expect(error.description.contains("apt-get install gnuplot-nox"))
    #expect(error.description.contains("bench plot"))
  }

  @Test(arguments: [
    (
      "cat >/dev/null; echo 'no font' >&2; exit 3",
      ChartError.Reason.gnuplotFailed(status: 3, message: "no font")
    ),
    ("cat >/dev/null; exit 0", .noImage(message: "")),
    ("cat >/dev/null; kill -SEGV $$", .gnuplotCrashed(signal: 11)),
    ("cat >/dev/null; kill -KILL $$", .gnuplotCrashed(signal: 9)),
  ])
  func `a gnuplot that fails is reported as it failed`(script: String, reason: ChartError.Reason) throws {
    let scratch = try Scratch()
    #expect(try failure(of: scratch.fake(script)).reason == reason)
  }

  @Test(arguments: ["exit 0", "exec <&-; exit 0", "exec <&-; sleep 0.2; exit 0"])
  func `a gnuplot that does not read its commands is a failure, not a signal`(script: String) throws {
    let scratch = try Scratch()
    switch try failure(of: scratch.fake(script)).reason {
    case .noImage, .gnuplotUnreachable: break
    case let reason: Issue.record("\(reason)")
    }
  }

  @Test(arguments: ["printf '<?xml version=\"1.0\"?><svg>'", "printf ''", "printf 'text</svg>\\n'", "rm"])
  func `an image that is cut or gone is a failure, whatever the status`(writing: String) throws {
    let scratch = try Scratch()
    let find = "out=$(sed -n \"s/^out = '\\(.*\\)'$/\\1/p\")"
    let act = writing == "rm" ? ": > \"$out\"; rm \"$out\"" : "\(writing) > \"$out\""
    #expect(try failure(of: scratch.fake("\(find)\n\(act)")).reason == .noImage(message: ""))
  }

  @Test(arguments: [
    "sleep 60", "cat > /dev/null; sleep 60", "trap '' TERM INT HUP; while :; do sleep 1; done",
  ])
  func `a gnuplot that hangs is ended with its children when its time is up`(script: String) throws {
    let scratch = try Scratch()
    let mark = scratch.path("pid")
    let gnuplot = try scratch.fake("echo $$ > '\(mark)'\n\(script)")
    #expect(try failure(of: gnuplot, limit: .milliseconds(600)).reason == .timeUp(seconds: 0.6))
    let pid = try #require(Int32(contents(mark).trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(pid, 0) == -1)
  }

  @Test func `more commands than a pipe holds reach a gnuplot, and time out at one that does not read`()
    throws
  {
    let scratch = try Scratch()
    let many = String(repeating: "# a comment line\n", count: 20_000)
    #expect(Gnuplot.run(many, command: "gnuplot", limit: .seconds(20)) == .succeeded(message: ""))
    let deaf = try scratch.fake("sleep 60")
    #expect(Gnuplot.run(many, command: deaf, limit: .milliseconds(400)) == .failed(.timeUp(seconds: 0.4)))
  }

  @Test(arguments: [
    "plain", "it's", "''", "\"x\"", "`id`", "$(id)", "a\nb\n", "\\n\\", "@macro", "%d", "ünï", "", "'.'",
    "'.system('id').'", "'",
    "\u{1}\u{7f}\t",
  ])
  func `gnuplot reads a quoted text back as it was`(value: String) throws {
    let scratch = try Scratch()
    let file = scratch.path("read-back")
    let commands =
      GnuplotText.assignment("x", value) + "set print \(GnuplotText.literal(file))\nprint x.'|'\n"
    #expect(Gnuplot.run(commands, command: "gnuplot", limit: .seconds(20)) == .succeeded(message: ""))
    #expect(try contents(file) == value + "|\n")
  }
}

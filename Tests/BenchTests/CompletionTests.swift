import Foundation
import Testing

private func has(_ program: String) -> Bool {
  ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + program)
  }
}

/// Completions in the shells themselves, as far as they can be asked without a terminal.
struct CompletionTests {
  private static let lines: [([String], Set<String>)] = [
    (["su"], ["summary"]), (["run", "--noi"], ["--noise-probe"]), (["--noi"], ["--noise-probe"]),
    (["run", "--timer", "runloop-"], ["runloop-common", "runloop-main"]),
    (["run", "--timer", "spin,timer"], ["spin,timerfd"]),
    (["summary", "--format", "m"], ["markdown"]), (["completions", "z"], ["zsh"]),
  ]

  @Test(.enabled(if: has("bash")), arguments: lines)
  func `bash completes commands, options and values`(words: [String], expected: Set<String>) throws {
    let quoted = (["bench"] + words).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Program.shell(
      """
      bench completions bash > "$TMPDIR_OF_TEST/c" && bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _bench 2>/dev/null; printf "%s\\n" "${COMPREPLY[@]}"' "$TMPDIR_OF_TEST/c" \(quoted)
      """.replacing("$TMPDIR_OF_TEST", with: try folder().path))
    #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == expected, "\(outcome.errors)")
  }

  @Test(.enabled(if: has("fish")), arguments: lines)
  func `fish completes commands, options and values`(words: [String], expected: Set<String>) throws {
    let outcome = try Program.shell(
      "bench completions fish > '\(try folder().path)/c.fish' && fish -N -c "
        + "'source \(try folder().path)/c.fish; complete -C \"bench \(words.joined(separator: " "))\"'")
    let found = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(Set(found) == expected, "\(outcome.errors)")
  }

  @Test(.enabled(if: has("zsh")))
  func `zsh can read its completions`() throws {
    let outcome = try Program.shell("bench completions zsh | zsh -n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test func `the manual has every command and option, and no line that roff takes for a request of its own`()
    throws
  {
    let page = try Program.run(["manual"]).output
    let help = try Program.run(["run", "--help"]).output
    for option in help.split(whereSeparator: { " \n[".contains($0) })
    where option.hasPrefix("--") && option.count > 2 {
      #expect(page.contains(option.replacing("-", with: "\\-")), "\(option)")
    }
    let requests: Set = [".TH", ".SH", ".SS", ".TP", ".B", ".P", ".RI", ".RS", ".RE", ".nf", ".fi"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }

  private let place: Program.Folder?

  init() throws { place = try Program.Folder() }

  private func folder() throws -> Program.Folder { try #require(place) }
}

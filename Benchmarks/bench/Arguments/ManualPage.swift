import Harness

/// `bench(1)`, made from the tables of commands and options, in the man macros of roff.
struct ManualPage {
  let commands: [Command]
  /// Exit statuses and what they mean.
  let statuses: [(String, String)]

  var text: String {
    var page = """
      .TH BENCH 1 "" "timer-bench \(Tool.version)" "User Commands"
      .SH NAME
      bench \\- how late, how steady: a benchmark of Swift's timers
      .SH SYNOPSIS
      .B bench
      .RI [ command ]
      .RI [ options ]
      .SH DESCRIPTION
      Without a command, options mean \\fBrun\\fR; without anything,
      .B bench
      runs its default suite of about 30 s and leaves a table, a CSV and charts.
      .SH COMMANDS

      """
    for command in commands { page += section(command) }
    page += ".SH EXIT STATUS\n"
    for (status, meaning) in statuses { page += ".TP\n.B \(roff(status))\n\(roff(meaning))\n" }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in Self.environment { page += ".TP\n.B \(roff(name))\n\(roff(meaning))\n" }
    return page
  }

  private static let environment = [
    ("NO_COLOR", "when it is set and not empty, tables have no colours"),
    ("FORCE_COLOR", "when it is set, not empty and not 0, tables have colours where they would have none"),
    ("TMPDIR", "the folder for temporary files"),
  ]

  private func section(_ command: Command) -> String {
    var text = ".SS bench \(roff(command.usage))\n\(roff(sentence(command.summary)))\n"
    for group in command.options.grouped {
      if !group.heading.isEmpty { text += ".P\n\(roff(group.heading)):\n" }
      for option in group.options { text += ".TP\n.B \(roff(option.head))\n\(roff(option.help))\n" }
    }
    for note in command.notes { text += ".P\n\(roff(note))\n" }
    return text + ".P\nExample:\n.RS\n.nf\n\(roff(command.example))\n.fi\n.RE\n"
  }

  private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// Text without what roff takes for a request or an escape.
  private func roff(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("…", with: "...").replacing("µ", with: "\\(mc")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}

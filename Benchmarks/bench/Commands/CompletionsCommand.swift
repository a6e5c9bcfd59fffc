extension Command {
  /// `bench completions SHELL`: what lets a shell complete commands, options and their values.
  static func completions(of commands: @escaping () -> [Command]) -> Command {
    Command(
      CommandSyntax(
        name: "completions", summary: "a script with which bash, zsh or fish completes commands and options",
        operands: "SHELL", operandCompletion: .words(Shell.allCases.map(\.rawValue)),
        notes: [
          "Put it where your shell looks: ~/.local/share/bash-completion/completions/bench, a folder of zsh's fpath "
            + "under the name _bench, or ~/.config/fish/completions/bench.fish."
        ],
        example: "source <(bench completions bash)", defaults: ())
    ) { _, operands, context in
      let names = Shell.allCases.map(\.rawValue)
      guard operands.count == 1, let shell = Shell(rawValue: operands[0]) else {
        throw UsageError(
          description: "one SHELL is needed: \(names.joined(separator: ", "))", command: "completions")
      }
      try context.terminal.writeData(shell.completions(commands()))
      return .success
    }
  }

  /// `bench manual`: the page that `man bench` shows, for packages.
  static func manual(of commands: @escaping () -> [Command]) -> Command {
    Command(
      CommandSyntax(
        name: "manual", summary: "the manual page, for man", example: "bench manual > bench.1", defaults: ())
    ) { _, _, context in
      try context.terminal.writeData(ManualPage(commands: commands(), statuses: ExitCode.meanings).text)
      return .success
    }
  }
}

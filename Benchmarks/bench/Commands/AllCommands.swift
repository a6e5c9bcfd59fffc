extension Command {
  /// Every subcommand, in the order of the help.
  static var all: [Command] {
    [
      .run,
      .summary,
      .compare,
      .ab,
      .trend,
      .plot,
      .report,
      .export,
      .behaviors,
      .doctor,
      .list,
      .completions { shown },
      .manual { shown },
      .ownCost,
    ]
  }

  /// Those that are for users.
  static var shown: [Command] { all.filter { !$0.isHidden } }
}

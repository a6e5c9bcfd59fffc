/// Every subcommand, in the order of the help.
@MainActor let allCommands: [Command] = [
  .run,
  .summary,
  .compare,
  .plot,
  .behaviors,
  .doctor,
  .list,
]

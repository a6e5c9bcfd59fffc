/// Every subcommand, in the order of the help.
@MainActor let allCommands: [Command] = [
  .run,
  .plot,
  .doctor,
  .list,
]

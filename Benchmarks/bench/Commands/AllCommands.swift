/// Every subcommand, in the order of the help; the hidden one last.
@MainActor let allCommands: [Command] = [
  .run,
  .summary,
  .compare,
  .plot,
  .behaviors,
  .doctor,
  .list,
  .ownCost,
]

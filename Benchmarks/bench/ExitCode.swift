/// How the program ends: the numbers of sysexits(3) where one fits.
struct ExitCode: RawRepresentable, Equatable {
  let rawValue: Int32

  static let success = ExitCode(rawValue: 0)
  static let failure = ExitCode(rawValue: 1)
  static let limitExceeded = ExitCode(rawValue: 2)
  static let usage = ExitCode(rawValue: 64)
  static let badData = ExitCode(rawValue: 65)
  static let inputOutput = ExitCode(rawValue: 74)

  static func interrupted(signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }
}

extension ExitCode {
  /// Every status and what it means, for help and manual.
  static let meanings = [
    ("0", "done"), ("1", "a run failed"),
    ("2", "a limit was exceeded, could not be decided, or is over runs that are missing"),
    ("64", "the command line is wrong"), ("65", "the input is wrong"), ("74", "could not read or write"),
    ("130, 143, 129", "interrupted; what was measured is saved"),
  ]
}

/// An error that ends a command with a code of its own.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String
}

import Foundation

/// Whether results are coloured, as `--color` takes it.
enum ColorWish: String, CaseIterable {
  /// On a terminal, unless the environment says otherwise.
  case auto
  case always
  case never

  /// Whether results on a descriptor are coloured: the option decides, then `NO_COLOR` (no-color.org), then
  /// `FORCE_COLOR` (force-color.org), then whether it is a terminal that can.
  func isColored(isTerminal: Bool, environment: [String: String] = ProcessInfo.processInfo.environment)
    -> Bool
  {
    func says(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if says("NO_COLOR") { return false }
      if says("FORCE_COLOR") { return environment["FORCE_COLOR"] != "0" }
      return isTerminal && environment["TERM"] != "dumb"
    }
  }
}

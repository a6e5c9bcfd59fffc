import CPlatform
import Foundation
import Text
import Timing

/// Reads what is known of the machine, the system and the program.
///
/// What cannot be read stays without a value; nothing here fails. Takes some milliseconds, so it belongs before
/// the first run, never between deadlines.
package struct EnvironmentProbe: Sendable {
  private let facts: @Sendable () -> SystemFacts

  /// A probe of this machine.
  /// - Parameter root: the folder under which `/proc`, `/sys`, `/dev` and `/etc` are read on Linux; ignored on Darwin.
  package init(root: String = "/") {
    self.init { SystemFacts.ofThisMachine(files: FileReader(root: root)) }
  }

  /// A probe that takes the system's facts from elsewhere.
  init(facts: @escaping @Sendable () -> SystemFacts) {
    self.facts = facts
  }

  /// Reads every fact of ``Environment/Key/ofEveryRecording``, in its order.
  /// - Parameters:
  ///   - machine: the name to record; `nil` for the host name.
  ///   - commandLine: the arguments, the program's own name first.
  ///   - seed: the seed of the order of runs; `nil` when there is none.
  package func read(machine: String? = nil, commandLine: [String], seed: UInt64?) -> Environment {
    var values = facts().values
    values[.started] = timestamp(wallNs: platform_wall_ns())
    values[.toolVersion] = Tool.version
    values[.swiftVersion] = Tool.swiftVersion
    values[.foundation] = LoadedLibrary.foundation
    values[.dispatch] = LoadedLibrary.dispatch
    values[.build] = Tool.build
    values[.architecture] = Tool.architecture
    values[.commandLine] = commandLine.map(shellQuoted).joined(separator: " ")
    values[.seed] = seed.map { String($0) }
    if let machine { values[.machine] = machine }
    var environment = Environment()
    // The arguments stay as they were given, so that they can be given again.
    for key in Environment.Key.ofEveryRecording {
      environment[key] = key == .commandLine ? values[key] : values[key].flatMap(oneLine)
    }
    return environment
  }
}

/// What the operating system says of itself and the machine.
struct SystemFacts: Sendable {
  /// What could be read; a key without a value is unknown.
  var values: [Environment.Key: String] = [:]

  /// The facts of the machine this runs on.
  static func ofThisMachine(files: FileReader) -> SystemFacts {
    #if canImport(Darwin)
      return darwin()
    #else
      return linux(files: files, calls: .live())
    #endif
  }
}

/// A wall-clock time in UTC by ISO 8601, to the second: `2025-01-31T12:00:00Z`.
func timestamp(wallNs: Int64) -> String {
  Date(timeIntervalSince1970: TimeInterval(wallNs / 1_000_000_000)).formatted(.iso8601)
}

/// The text on one line, without blanks at its ends; `nil` when nothing is left.
func oneLine(_ text: String) -> String? {
  let words = text.split { $0.isNewline || $0 == "\0" }.map { $0.trimmingCharacters(in: .whitespaces) }
  let line = words.filter { !$0.isEmpty }.joined(separator: " ")
  return line.isEmpty ? nil : line
}

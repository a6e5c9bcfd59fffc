import Foundation
import Results
import Text

/// Why a chart was not drawn. Nothing that was measured is lost by it.
package struct ChartError: Error, Equatable, Sendable {
  /// What went wrong.
  package enum Reason: Error, Equatable, Sendable {
    /// No script of this name.
    case noScript(String)
    /// The program was built without the headers of this package, and cannot speak to gnuplot.
    case builtWithout(package: String)
    /// No executable of this name.
    case gnuplotMissing(command: String)
    /// gnuplot could not be started or spoken to; the payload is the system's reason.
    case gnuplotUnreachable(String)
    /// gnuplot ended with a status other than 0, after printing the message.
    case gnuplotFailed(status: Int, message: String)
    /// A signal ended gnuplot.
    case gnuplotCrashed(signal: Int)
    /// gnuplot was killed after this many seconds.
    case timeUp(seconds: Double)
    /// gnuplot reported success, but the image is missing, empty or cut.
    case noImage(message: String)
    /// The CSV cannot be read; the payload is the system's reason.
    case unreadable(String)
    /// The image, or a file for a while, cannot be written.
    case unwritable(FileError)
    /// The image would replace the CSV.
    case overwritesInput
    /// A file that is no table of a chart has its name; the payload is its path.
    case inTheWay(String)
    /// A name with a NUL in it.
    case impossibleName
  }

  /// What went wrong.
  package var reason: Reason
  /// The path of the image that was not drawn.
  package var image: String
  /// The path of the CSV it would have shown.
  package var csv: String
  /// The command that draws it later; `nil` stands for `bench plot` on the CSV.
  package var command: String?

  /// Creates an error.
  package init(_ reason: Reason, image: String, csv: String) {
    self.reason = reason
    self.image = image
    self.csv = csv
  }
}

extension ChartError: CustomStringConvertible {
  /// What was not drawn, why, and how to draw it later.
  package var description: String {
    "\(image.printable) was not drawn: \(explanation). \(remedy)"
  }

  private var explanation: String {
    switch reason {
    case .noScript(let path): "there is no script '\(path.printable)'"
    case .builtWithout(let package): "this program was built without '\(package)'"
    case .gnuplotMissing(let command): "there is no '\(command.printable)' to run"
    case .gnuplotUnreachable(let why): "gnuplot could not be run (\(why))"
    case .gnuplotFailed(let status, let message):
      "gnuplot failed with status \(status)\(Self.quoted(message))"
    case .gnuplotCrashed(let signal): "gnuplot was ended by signal \(signal)"
    case .timeUp(let seconds): "gnuplot was not done after \(seconds.formatted()) s and was ended"
    case .noImage(let message): "gnuplot left no whole image\(Self.quoted(message))"
    case .unreadable(let why): "'\(csv.printable)' cannot be read (\(why))"
    case .unwritable(let why): "\(why)"
    case .overwritesInput: "it would replace the CSV it is drawn from"
    case .inTheWay(let path): "its table would replace '\(path.printable)', which is none"
    case .impossibleName: "a file name cannot hold a NUL"
    }
  }

  private var remedy: String {
    let later =
      command ?? "bench plot \(shellQuoted(csv).printable) -o \(shellQuoted(folder(of: image)).printable)"
    return switch reason {
    case .builtWithout: "Draw it after './setup' and another build: \(later)"
    case .gnuplotMissing: "Draw it after 'apt-get install gnuplot-nox': \(later)"
    case .noScript: "Name a folder that holds all scripts, or leave --scripts out"
    case .gnuplotUnreachable, .gnuplotFailed, .gnuplotCrashed, .timeUp, .noImage: "Draw it later: \(later)"
    case .unreadable, .unwritable, .overwritesInput, .inTheWay, .impossibleName:
      "Name another file or folder: bench plot FILE -o DIR"
    }
  }

  private static func quoted(_ message: String) -> String {
    message.isEmpty ? "" : ": \(message)"
  }
}

private func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

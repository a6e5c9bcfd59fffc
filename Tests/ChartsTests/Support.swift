import Foundation
import Testing
import Timing

@testable import Charts

/// A folder of its own for a test, removed with it.
final class Scratch {
  let url: URL

  init(_ name: String = "scratch") throws {
    url = FileManager.default.temporaryDirectory.appending(path: "charts-\(UUID().uuidString)").appending(
      path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
  }

  /// An executable that does what the shell lines say in place of gnuplot.
  ///
  /// Another process writes it: a file that this one has open for writing would be open in what other tests start at
  /// that moment too, and Linux runs no file that is open for writing (ETXTBSY).
  func fake(_ lines: String) throws -> String {
    let file = path("fake-gnuplot")
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = [
      "-c", "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\"", file, "#!/bin/sh\n\(lines)\n",
    ]
    try writer.run()
    writer.waitUntilExit()
    try #require(writer.terminationStatus == 0)
    return file
  }
}

/// The ticks of six small cells: both timers and the floor, missed, merged and early ones, a label that needs quotes,
/// three timers at once.
func fixture() throws -> String {
  let url = Bundle.module.url(forResource: "small", withExtension: "csv", subdirectory: "Fixtures")
  return try #require(url).path(percentEncoded: false)
}

/// The folder of the scripts that the program carries.
func scriptFolder() throws -> String {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "plot").path(percentEncoded: false)
}

func contents(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}

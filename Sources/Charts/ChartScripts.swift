import Foundation

/// The folder that holds the gnuplot scripts.
package struct ChartScripts: Hashable, Sendable {
  /// Its absolute path.
  package let folder: String

  /// Looks for a folder `plot` with the scripts beside an ancestor of each start, in order.
  ///
  /// Returns `nil` where there is none.
  package init?(searching starts: [String] = Self.starts) {
    for start in starts {
      var place = URL(filePath: start).resolvingSymlinksInPath().standardizedFileURL
      while true {
        let candidate = place.appending(path: "plot")
        if FileManager.default.isReadableFile(
          atPath: candidate.appending(path: "style.gp").path(percentEncoded: false))
        {
          folder = candidate.path(percentEncoded: false)
          return
        }
        let parent = place.deletingLastPathComponent().standardizedFileURL
        if parent == place || place.path(percentEncoded: false) == "/" { break }
        place = parent
      }
    }
    return nil
  }

  /// Where the search starts: the executable, then the working directory.
  package static var starts: [String] {
    [Bundle.main.executablePath, FileManager.default.currentDirectoryPath].compactMap(\.self)
  }
}

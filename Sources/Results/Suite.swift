import Foundation
import Text
import Timing
import struct Timing.Nanoseconds

/// A checked-in plan of what to measure: a JSON file in `Benchmarks/suites`.
package struct Suite: Hashable, Sendable {
  /// What to combine.
  package var matrices: [Matrix]
  /// How long each run lasts.
  package var length: RunLength
  /// How often each cell is measured, at least 1.
  package var repetitions: Int
  /// How long each run goes on before its callbacks count.
  package var warmup: Nanoseconds
  /// The seed of the order; `nil` leaves it to the caller.
  package var seed: UInt64?
  /// Limits that the results have to keep, as text.
  package var budgets: [Budget]

  /// Limits for the cells that a pattern names; what they mean is the reader's business.
  package struct Budget: Hashable, Sendable {
    /// The pattern of cells; `*` is every cell.
    package var cells: String
    /// Limits such as `p99<2ms`.
    package var limits: [String]
  }

  /// The largest suite file in bytes.
  static let largestFile = 1 << 20
}

/// Why a suite cannot be used: the file and the place in it, the path of keys, what is wrong, and what would be right.
package struct SuiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name as it was given.
  package var file: String
  /// Where in the file; `nil` when the whole is meant.
  package var position: JSONPosition?
  /// The sentence: `matrices[0].intervals[1] is '0': …`.
  package var problem: String

  /// Creates an error from its sentence.
  package init(file: String, position: JSONPosition? = nil, problem: String) {
    self.file = file
    self.position = position
    self.problem = problem
  }

  package var description: String {
    file + (position.map { ":\($0.line):\($0.column)" } ?? "") + ": \(problem)"
  }
}

extension Suite {
  /// Reads a suite file.
  /// - Throws: ``FileError`` or ``SuiteError``.
  package init(contentsOf path: String) throws {
    let descriptor = try Descriptor(reading: path)
    var bytes: [UInt8] = Array(repeating: 0, count: Suite.largestFile + 1)
    var count = 0
    while count < bytes.count {
      let got = try descriptor.read(into: &bytes, from: count)
      if got == 0 { break }
      count += got
    }
    guard count <= Suite.largestFile else {
      throw SuiteError(
        file: path, problem: "more than \(Suite.largestFile) bytes: give a suite, see Benchmarks/suites")
    }
    try self.init(parsing: Array(bytes[..<count]), name: path)
  }

  /// Reads a suite from its JSON text.
  /// - Parameter name: the file's name for messages.
  /// - Throws: ``SuiteError``.
  package init(parsing json: [UInt8], name: String) throws(SuiteError) {
    let tree: JSONTree
    do throws(JSONError) {
      tree = try JSONTree(parsing: json)
    } catch {
      throw SuiteError(file: name, position: error.position, problem: "it is not JSON: \(error.problem)")
    }
    do throws(SuiteProblem) {
      self = try Suite(tree: tree)
    } catch {
      throw SuiteError(
        file: name, position: JSONPosition(of: error.offset, in: json), problem: error.sentence)
    }
  }
}

import Results
import Timing

/// Reads any bytes as a suite; a suite that is accepted must have cells that can be laid out.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzSuite(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do throws(SuiteError) {
    let suite = try Suite(parsing: bytes, name: "fuzz")
    precondition(!suite.matrices.isEmpty && suite.repetitions >= 1)
    for matrix in suite.matrices {
      precondition(matrix.intervals.allSatisfy { $0 > .zero })
      _ = matrix.cells { _ in TimerTraits(takesLeeway: true, hasLoop: true) }
    }
  } catch {
    precondition(!"\(error)".isEmpty)
  }
  return 0
}

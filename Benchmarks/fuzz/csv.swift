import Results
import Timing

/// Reads any bytes as a ticks CSV, whole and in small pieces: both must end in the same events or error.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzCSV(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let whole = outcome(bytes, chunkSize: bytes.count + 1)
  let pieces = outcome(bytes, chunkSize: 1 + count % 61)
  if whole != pieces { fatalError("the size of the pieces matters: \(whole) or \(pieces)") }
  return 0
}

private func outcome(_ bytes: [UInt8], chunkSize: Int) -> Result<Recording, DataError> {
  do {
    let recording = try Recording(reading: TickReader(bytes: bytes, name: "fuzz", chunkSize: chunkSize))
    for run in recording.runs {
      var sum: Int64 = 0
      for tick in run.ticks {
        precondition(tick.lateness == tick.callback - tick.deadline && tick.fired >= 1 && tick.missed >= 0)
        sum = max(sum, tick.slot + tick.fired)
      }
      precondition(sum >= 0)
    }
    return .success(recording)
  } catch let error as DataError {
    precondition(!"\(error)".isEmpty)
    return .failure(error)
  } catch {
    fatalError("an error of another kind: \(error)")
  }
}

import Foundation
import Testing
import Timing

@testable import Results

/// Rows that are scanned ahead, against the same bytes read one after the other from memory.
@Suite struct PieceScannerTests {
  /// Two long runs of two timers and a short one, with slots missed and numbers of all lengths.
  private static func text() -> String {
    var random = SplitMix64(seed: 11)
    var text = "# timer-bench ticks 1\n"
    let timers = [("runloop", 2), ("dispatch", 1), ("nanosleep", 1)]
    for (run, timer) in timers.enumerated() {
      text +=
        "# run \(run): {\"run\":\(run),\"timer\":\"\(timer.0)\",\"interval_ns\":1000000,\"load\":\"idle\","
      text += "\"timers\":\(timer.1),\"repetition\":0}\n"
    }
    text += header + ",timers\n"
    for (run, timer) in timers.enumerated() {
      var slots = [0, 0]
      for index in 0..<(run == 2 ? 50 : 30_000) {
        let source = timer.1 == 2 && slots[1] < slots[0] ? 1 : 0
        // Both timers of a run pass over slots together, so that their callbacks stay in order.
        let missed = slots[0] % 50 == 49 ? 2 : 0
        let slot = slots[source] + missed
        slots[source] = slot + 1
        let deadline = source * 500_000 + slot * 1_000_000
        let late = index % 1_000 == 0 ? Int(random.next() % 9) : Int(random.next() % 90_000)
        text += "\(run),\(timer.0),1000000,,idle,0,\(source),\(index < 3 ? 1 : 0),\(slot),\(deadline),"
        text += "\(deadline + late),\(late),0,1,\(missed),0,\(timer.1)\n"
      }
    }
    return text
  }

  /// What comes out, or what is wrong.
  private func outcome(_ reader: consuming TickReader) -> Result<Recording, DataError> {
    do {
      return .success(try Recording(reading: reader))
    } catch let error as DataError {
      return .failure(error)
    } catch {
      Issue.record("\(error)")
      return .failure(DataError(file: "", line: 0, column: 0, problem: .empty))
    }
  }

  @Test func `rows scanned ahead are those read one by one, and so is the first that is wrong`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.csv")
    let whole = Self.text()
    var lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try whole.write(toFile: path, atomically: true, encoding: .utf8)
    let read = outcome(TickReader(bytes: Array(whole.utf8), name: path))
    guard case .success(let recording) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(recording.runs.map(\.ticks.count) == [30_000, 30_000, 50])
    #expect(outcome(try TickReader(path: path)) == read)
    for place in [17_003, 25_000, 29_999, 41_000, 59_990] {
      for change in [
        { (line: String) in line.replacing(",idle,", with: ",\"idle\",") }, { $0 + "\r" },
        { $0.replacing(",0,1,", with: ",0,-1,") }, { _ in "# remark" }, { _ in "" },
        { $0.replacing(",idle,0,", with: ",idle,1,") }, { $0 + "\n" + $0 },
      ] {
        let before = lines[place]
        lines[place] = change(before)
        let changed = lines.joined(separator: "\n")
        lines[place] = before
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(
          outcome(try TickReader(path: path)) == outcome(TickReader(bytes: Array(changed.utf8), name: path)))
      }
    }
  }
}

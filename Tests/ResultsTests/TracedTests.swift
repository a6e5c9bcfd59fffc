import Foundation
import Testing
import Timing

@testable import Results

@Suite struct TracedTests {
  static let planned = PlannedRun(
    index: 0, cell: Cell(timer: "runloop", interval: .ms(10), leeway: .zero, load: "idle"), repetition: 0)

  static let ticks: [Tick] = (0..<5_000).map { slot in
    let deadline = Int64(slot) * 10_000_000
    let attribution = Attribution(
      armed: deadline - 3_700, expired: deadline + 20_000, woken: deadline + 21_000,
      running: deadline + 40_000)
    return Tick(
      slot: Int64(slot), deadline: deadline, callback: deadline + 55_000 + Int64(slot % 7),
      attribution: slot % 3 == 1 ? nil : attribution)
  }

  func text(_ ticks: [Tick]) throws -> String {
    let folder = try TemporaryFolder()
    let path = folder.path("traced.csv")
    let writer = try TickWriter(
      to: .file(path), environment: Environment(), runs: [Self.planned], traced: true)
    try writer.begin(Self.planned)
    try writer.append(ticks)
    try writer.close(status: .truncated)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  func read(_ text: String) throws -> [Tick] {
    try Recording(reading: TickReader(bytes: Array(text.utf8), name: "traced.csv")).runs.flatMap(\.ticks)
  }

  @Test func `a traced row has four more columns, all empty where the trace does not tell`() throws {
    let lines = try text(Array(Self.ticks.prefix(2))).split(separator: "\n")
    #expect(lines[2].hasSuffix("missed,blocked_ns,timers,armed_ns,expired_ns,woken_ns,running_ns"))
    #expect(lines[3] == "0,runloop,10000000,0,idle,0,0,0,0,0,55000,55000,0,1,0,0,1,-3700,20000,21000,40000")
    #expect(lines[4] == "0,runloop,10000000,0,idle,0,0,0,1,10000000,10055001,55001,0,1,0,0,1,,,,")
  }

  @Test func `what was written traced is read back whole`() throws {
    #expect(try read(text(Self.ticks)) == Self.ticks)
  }

  @Test(arguments: ["order", "between", "unknown after", "CRLF"])
  func `the columns are found by name`(_ variant: String) throws {
    var lines = try text(Self.ticks).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices where !lines[index].hasPrefix("#") && !lines[index].isEmpty {
      var fields = lines[index].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      switch variant {
      case "order": fields.swapAt(17, 20)
      case "between": fields.insert(index == 2 ? "mood" : "fine", at: 18)
      case "unknown after": fields.append(index == 2 ? "mood" : "fine")
      default: break
      }
      lines[index] = fields.joined(separator: ",") + (variant == "CRLF" ? "\r" : "")
    }
    #expect(try read(lines.joined(separator: "\n")) == Self.ticks)
  }

  @Test func `a row with some of the four is refused with its place`() throws {
    let broken = try text(Self.ticks).replacing(",20020000,", with: ",,", maxReplacements: 1)
    let error = #expect(throws: DataError.self) { try read(broken) }
    #expect(error?.description.contains("expired_ns") == true)
  }
}

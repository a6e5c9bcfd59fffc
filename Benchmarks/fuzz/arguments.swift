import Analysis
import Timing

/// Reads any lines as the arguments of `bench run`; values that are accepted must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzArguments(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
  let arguments = unsafe bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
    unsafe String(decoding: $0, as: UTF8.self)
  }
  do {
    let parsed = try run.parse(arguments)
    precondition(parsed.operands.isEmpty)
    check(parsed.values)
    try parsed.values.validate()
  } catch let error as UsageError {
    precondition(!error.description.isEmpty)
  } catch let error as ParseError {
    precondition(!"\(error)".isEmpty)
  } catch is HelpRequest {
  } catch {
    fatalError("an error of another kind: \(error)")
  }
  return 0
}

// Not sendable for its closures; the fuzzer has one thread.
nonisolated(unsafe) private let run = CommandSyntax(
  name: "run", summary: "", options: RunOptions.table, example: "", defaults: RunOptions())

private func check(_ options: RunOptions) {
  for interval in options.intervals ?? [] { precondition(Plan.intervals.contains(interval)) }
  for leeway in options.leeways ?? [] {
    let resolved = leeway.resolved(for: .s(1))
    precondition(resolved >= .zero && resolved <= Plan.leeways.upperBound)
  }
  for load in options.loads ?? [] { precondition((try? Load(parsing: "\(load)")) == load, "\(load)") }
  for budget in options.budgets {
    precondition((try? Budget(parsing: "\(budget)")) == budget, "\(budget)")
  }
  for number in options.counts ?? [] { precondition((1...10_000).contains(number)) }
  if let duration = options.duration { precondition(Plan.durations.contains(duration)) }
  if let stop = options.stop { precondition((try? StopCondition(parsing: "\(stop)")) == stop, "\(stop)") }
}

import Analysis
import Foundation
import Results
import Text
import Timers
import UnderTest
import Timing

/// What an invocation of `bench run` will do.
struct RunRequest {
  /// The runs.
  var plan: Plan
  /// One sentence for each kind of combination that has no meaning.
  var omitted: [String]
  /// The limits, each with the cells it is for.
  var limits: [CellBudget]
  /// The commands of `exec:` loads that a suite names, which somebody else may have written.
  var foreignCommands: [String]
  /// The suite whose cells are measured; `nil` where options name them.
  var standsFor: String?
}

extension RunOptions {
  /// The plan and its limits: of a suite, or of the lists that were given; without either, of the default suite.
  /// Other options take the place of what the suite says.
  func request() throws -> RunRequest {
    let suite = namesMatrix ? nil : try loadSuite()
    let matrices =
      suite?.matrices ?? [
        Matrix(
          timers: timers ?? ["runloop", "dispatch"], intervals: intervals ?? [.ms(10)],
          leeways: leeways ?? [.fixed(.zero)], loads: loads ?? [.idle], counts: counts ?? [1])
      ]
    // The first look at an interval comes after so many.
    let repetitions = max(
      repetitions ?? suite?.repetitions ?? usualRepetitions, goals.isEmpty ? 1 : SequentialInterval.fewestRuns
    )
    try checked(suite) { () throws(PlanError) in
      try Plan.check(matrices, repetitions: repetitions)
    }
    var cells: Set<Cell> = []
    var omitted: [String] = []
    for matrix in matrices {
      for timer in matrix.timers {
        do throws(ParseError) { _ = try TimerKind(parsing: timer) } catch {
          throw SuiteError(file: self.suite ?? "suite", problem: "timer '\(timer)': \(error)")
        }
      }
      let (some, sentences) = matrix.cells {
        TimerKind.named($0)?.traits ?? TimerTraits(takesLeeway: false, hasLoop: false)
      }
      cells.formUnion(some)
      omitted += sentences.filter { !omitted.contains($0) }
    }
    guard !cells.isEmpty else {
      throw UsageError(description: "nothing to measure: " + omitted.joined(separator: "; "), command: "run")
    }
    let plan = try checked(suite) { () throws(PlanError) in
      try Plan(
        cells: Array(cells), repetitions: repetitions,
        length: count.map { .count($0) } ?? duration.map { .duration($0) } ?? suite?.length
          ?? .duration(.s(1)),
        warmup: warmup ?? suite?.warmup ?? (count == nil ? .ms(200) : .zero),
        seed: seed ?? suite?.seed ?? UInt64(bitPattern: MonotonicClock.now()))
    }
    let limits = budgets.map(CellBudget.init) + (try CellBudget.list(of: suite, name: self.suite))
    for limit in limits where !cells.contains(where: limit.covers) {
      throw SuiteError(
        file: self.suite ?? "suite",
        problem: "budgets: no cell of the suite matches the pattern '\(limit.cells ?? "*")', such as "
          + "'\(plan.runs[0].cell)'")
    }
    return RunRequest(
      plan: plan, omitted: omitted, limits: limits,
      foreignCommands: suite.map { commands(in: $0) } ?? [],
      standsFor: namesMatrix ? nil : self.suite ?? "quick")
  }

  /// Who asks for exactly so many callbacks gets exactly so many.
  private var usualRepetitions: Int { count == nil ? Plan.usualRepetitions : 1 }

  /// The commands that a suite file would have the shell run.
  private func commands(in suite: Suite) -> [String] {
    var commands: [String] = []
    for case .exec(let command) in suite.matrices.flatMap(\.loads) where !commands.contains(command) {
      commands.append(command)
    }
    return commands
  }

  /// What is made of a plan, with an error that names the option or the suite that asks for too much.
  private func checked<Value>(_ loaded: Suite?, _ make: () throws(PlanError) -> Value) throws -> Value {
    do throws(PlanError) {
      return try make()
    } catch {
      let isOption =
        switch error.part {
        case .count: count != nil
        case .duration: duration != nil
        case .warmup: warmup != nil
        case .repetitions: repetitions != nil
        case .interval, .leeway, .timers, nil: loaded == nil
        }
      guard let suite = self.suite, !isOption else {
        throw UsageError(
          description: (error.part.map { "--\($0.rawValue): " } ?? "the lists of options: ") + error.problem,
          command: "run")
      }
      throw SuiteError(file: suite, problem: "\(error)")
    }
  }

  private func loadSuite() throws -> Suite {
    guard let name = suite else { return try BuiltInSuite.quick.suite() }
    if let builtIn = BuiltInSuite(rawValue: name) { return try builtIn.suite() }
    do {
      return try Suite(contentsOf: name)
    } catch FileError.system(_, _, ENOENT, _) {
      throw UsageError(
        description: "--suite '\(name.printable)': neither a file nor one of "
          + BuiltInSuite.allCases.map(\.rawValue).joined(separator: ", "), command: "run")
    }
  }
}

import Foundation
import Testing
import Timing

@testable import Analysis

@Suite struct StepSearchTests {
  /// Thirty values of several series by the normal law, with a factor in some from a place on.
  private func series(
    _ count: Int, spread: Double, seed: UInt64, step: Double = 1, from place: Int = 16,
    in stepping: Range<Int> = 0..<0
  )
    -> [[Double?]]
  {
    var normal = Normal(seed: seed)
    return (0..<count).map { index in
      (0..<30).map {
        100 * exp(spread * normal.next()) * (stepping.contains(index) && $0 >= place ? step : 1)
      }
    }
  }

  @Test
  func `a step of 20 % at the 17th of thirty is named there, in the figures that have it and no others`() {
    let found = StepSearch().steps(in: series(12, spread: 0.03, seed: 3, step: 1.2, in: 0..<4))
    #expect(found.map(\.series) == [0, 1, 2, 3])
    #expect(found.allSatisfy { $0.place == 16 && $0.before == 0..<16 && $0.after == 16..<30 }, "\(found)")
  }

  @Test func `of a hundred shuffles without a step no more than five raise any alarm`() {
    var search = StepSearch()
    search.draws = 199
    let values = series(6, spread: 0.2, seed: 5)
    var random = SplitMix64(seed: 6)
    let alarms = (0..<100).count { _ in
      let order = (0..<30).shuffled(using: &random)
      return !search.steps(in: values.map { series in order.map { series[$0] } }).isEmpty
    }
    print("alarms in 100 shuffles: \(alarms)")
    #expect(alarms <= 5)
  }

  @Test func `two steps of a series are two, and gaps and equal values are no step`() {
    var normal = Normal(seed: 9)
    let stairs: [Double?] = (0..<45).map { index in
      index % 11 == 5 ? nil : 100 * (index < 15 ? 1 : index < 30 ? 2 : 4) * exp(0.02 * normal.next())
    }
    let found = StepSearch().steps(in: [
      stairs, Array(repeating: 0, count: 45), Array(repeating: nil, count: 45),
    ])
    #expect(found.map(\.series) == [0, 0])
    // The first cut of a staircase goes by ranks to which the other step adds noise.
    #expect(zip(found.map(\.place), [15, 30]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    #expect(StepSearch().steps(in: [[1, 1, 1, 9, 9, 9], []]).isEmpty)
  }

  @Test func `the statistic is the standardised rank sum`() {
    // scipy.stats.ranksums: |z| of [1, 2, 3] against [4, 5, 6, 7] is 2.1213203435596424.
    let statistics = StepSearch.statistics(StepSearch.centredRanks([1, 2, 3, 4, 5, 6, 7]))
    #expect(statistics.count == 2)
    #expect(abs(statistics[0] - 2.1213203435596424) < 1e-12)
    // scipy.stats.rankdata([3, 1, 3, 2]) is [3.5, 1, 3.5, 2].
    #expect(StepSearch.centredRanks([3, 1, 3, 2]) == [1, -1.5, 1, -0.5])
  }
}

@Suite struct TrendTests {
  private func point(_ number: Int, factor: Double, label: String? = nil, machine: String = "alpha")
    -> TrendPoint
  {
    var normal = Normal(seed: UInt64(100 + number))
    let runs = (0..<3).map { repetition in
      let level = 100_000 * factor * exp(0.02 * normal.next())
      return Run(lateness: (0..<120).map { Int64(level) + $0 }, repetition: repetition)
    }
    var environment = Environment()
    environment[.machine] = machine
    environment[.started] = "2026-11-\(10 + number)T00:00:00Z"
    if let label, let label = try? Label(parsing: "build=\(label)") { environment.set(label) }
    return TrendPoint(
      Dataset(
        label: "x", file: "r\(number).csv", environment: environment, cells: SummaryBuilder(runs).samples()))
  }

  @Test
  func `recordings come in order of time, whatever order they are given in, and the one that steps is named`()
    throws
  {
    let points = (0..<16).map { point($0, factor: $0 < 8 ? 1 : 1.2) }
    let trend = try #require(try Trend.all(points.reversed(), by: .time).first)
    #expect(trend.points.map { $0.files[0] } == (0..<16).map { "r\($0).csv" })
    #expect(trend.steps.map(\.figure) == [.p50, .p99])
    #expect(
      trend.steps.allSatisfy { $0.place == 8 && abs($0.after / $0.before - 1.2) < 0.03 }, "\(trend.steps)")
    let text = TrendReport([trend]).text(width: 100, color: false, details: false)
    #expect(text.contains("From the 9th recording, r8.csv (2026-11-18T00:00:00Z)"), "\(text)")
  }

  @Test func `labels are ordered by the numbers in them, and one that is missing is told`() throws {
    let points = ["1.10", "1.9", "1.2"].enumerated().map { point($0.offset, factor: 1, label: $0.element) }
    let trend = try #require(try Trend.all(points, by: .label("build")).first)
    #expect(trend.points.map { $0.environment.label("build") } == ["1.2", "1.9", "1.10"])
    let error = #expect(throws: TrendOrderError.self) {
      try Trend.all([point(1, factor: 1, label: "1")], by: .label("commit"))
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")"
        == "r1.csv: it has no label 'commit', but build: leave it out, or order by time, without --by")
  }

  @Test func `machines are trends of their own`() throws {
    let trends = try Trend.all(
      (0..<4).map { point($0, factor: 1, machine: $0 % 2 == 0 ? "alpha" : "beta") }, by: .time)
    #expect(trends.map(\.machine) == ["alpha", "beta"] && trends.map(\.points.count) == [2, 2])
  }

  @Test func `what a tracker takes has the fields that it reads`() throws {
    let trends = try Trend.all([point(0, factor: 1, label: "<img src=x>,\"q\"")], by: .time)
    let json = TrendReport(trends).customSmallerIsBetter
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    // The fields of github-action-benchmark's README, "customSmallerIsBetter".
    #expect(entries.count == 3)
    for entry in entries {
      #expect(entry["name"] is String && entry["unit"] is String && entry["value"] is NSNumber)
      #expect(entry["range"] is String && entry["extra"] is String)
    }
    #expect((entries[0]["extra"] as? String)?.contains("build=<img src=x>,\"q\"") == true)
    #expect(entries[0]["name"] as? String == "dispatch 1ms leeway 0 idle p50")
  }

  @Test func `a value's interval is Student's over runs, of times by their factors`() throws {
    let summaries = try [100, 110, 121].enumerated().map {
      try summary(Run(lateness: [Int64($0.element) * 1_000], repetition: $0.offset))
    }
    let value = try #require(TrendValue(.p50, summaries))
    #expect(abs(value.value - 110_000) < 1)
    // t(2, 0.975) = 4.303 (NIST); the deviation of the logarithms is log 1.1.
    let half = 4.303 * log(1.1) / 3.0.squareRoot()
    #expect(abs((value.interval?.upperBound ?? 0) / (110_000 * exp(half)) - 1) < 1e-6)
    #expect(TrendValue(.p50, [summaries[0]])?.interval == nil)
  }
}

@Suite struct PairedTests {
  private func side(_ label: String, _ levels: [Double]) -> Dataset {
    let runs = levels.enumerated().map { repetition, level in
      Run(lateness: (0..<120).map { _ in Int64(level) }, repetition: repetition)
    }
    return Dataset(
      label: label, file: label, environment: Environment(), cells: SummaryBuilder(runs).samples())
  }

  @Test func `what both of a pair have in common is in no difference`() throws {
    var normal = Normal(seed: 21)
    // Runs differ by 20 %, pairs by 3 %: a factor of 1.2 stands out in pairs only.
    let shared = (0..<12).map { _ in 100_000 * exp(0.2 * normal.next()) }
    let old = shared.map { $0 * exp(0.02 * normal.next()) }
    let new = shared.map { 1.2 * $0 * exp(0.02 * normal.next()) }
    let figure = try #require(
      PairedComparison(base: side("old", old), other: side("new", new)).cells.first?.figures.first)
    #expect(figure.verdict == .worse)
    #expect(abs((figure.ratio ?? 0) - 1.2) < 0.03 && (figure.gain ?? 0) > 20)
    #expect(
      PairedComparison(base: side("new", new), other: side("old", old)).cells[0].figures[0].verdict == .better
    )
    let alike = PairedComparison(base: side("old", old), other: side("new", shared)).cells[0].figures[0]
    #expect(alike.verdict == .same, "\(alike)")
  }

  @Test func `the probability is that of all orders in the pairs`() {
    // Of 2^6 signs only the ones that came and their opposites are so far out.
    let values = PairedValues(.p50, base: [1, 1, 1, 1, 1, 1], other: [2, 3, 4, 5, 6, 7])
    #expect(values.chance == 2.0 / 64)
    // scipy.stats.permutation_test of [1, -2, 3, 4, -1, 5, 6] with permutation_type 'samples', statistic mean: 16/128.
    let mixed = PairedValues(.missed, base: Array(repeating: 0, count: 7), other: [1, -2, 3, 4, -1, 5, 6])
    #expect(mixed.chance == 16.0 / 128)
    #expect(PairedValues(.p50, base: [1, 1], other: [2, 2]).chance == nil)
  }

  @Test func `five pairs decide nothing`() throws {
    let figure = try #require(
      PairedComparison(
        base: side("old", [1e5, 1e5, 1e5, 1e5, 1e5]), other: side("new", [2e5, 2e5, 2e5, 2e5, 2e5])
      ).cells.first?.figures.first)
    guard case .undecided(let reason) = figure.verdict else { return #expect(Bool(false)) }
    #expect(reason.description.contains("6 repetitions at least"))
  }

  @Test func `probabilities among many are those of a textbook`() {
    // scipy.stats.false_discovery_control([0.01, 0.04, 0.03, 0.005]) is [0.02, 0.04, 0.04, 0.02].
    let adjusted = PairedComparison.adjusted([0.01, 0.04, nil, 0.03, 0.005]).map {
      $0.map { ($0 * 1e6).rounded() / 1e6 }
    }
    #expect(adjusted == [0.02, 0.04, nil, 0.04, 0.02])
  }
}

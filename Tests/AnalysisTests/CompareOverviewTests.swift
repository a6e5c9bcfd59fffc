import Foundation
import Testing
import Text
import Timing

@testable import Analysis

/// The twelve cells of the suite quick.
private let cells: [Cell] =
  [Nanoseconds.ms(1), .ms(10)].flatMap { interval in
    [
      Cell.test(interval, timer: "nanosleep", leeway: nil), .test(interval),
      .test(interval, timer: "runloop"),
    ]
  }
  + ["dispatch", "runloop"].flatMap { timer in
    [
      Cell.test(.ms(10), timer: timer, load: "loop:50%"), .test(.ms(10), timer: timer, timers: 4),
      .test(.ms(10), timer: timer, leeway: .ms(5), timers: 4),
    ]
  }

/// A machine whose runs spread by 2 %, and cells that are so many times as late.
private func machine(_ label: String, _ random: inout SplitMix64, _ changes: [Int: Double] = [:]) -> Dataset {
  let runs = cells.enumerated().flatMap { index, cell in
    (0..<5).map { repetition in
      Run(
        cell, lateness: simulated(&random, count: 110, spread: 0.02, scale: changes[index] ?? 1),
        repetition: repetition)
    }
  }
  var environment = Environment()
  environment[.machine] = label
  environment[.kernel] = label == "box-3" ? "6.2" : "6.1"
  return Dataset(
    label: label, file: "\(label).csv", environment: environment, cells: SummaryBuilder(runs).samples())
}

/// What was made worse (above 1) or better, by the number of the other and of the cell.
private let changed: [(other: Int, cell: Int, factor: Double)] = [(3, 1, 1.5), (7, 6, 1.6), (7, 11, 0.6)]

private func report(names: (Int) -> String = { "box-\($0)" }, others: Int = 11) -> CompareReport {
  var random = SplitMix64(seed: 4)
  let sides = (0...others).map { number in
    machine(
      names(number), &random,
      Dictionary(
        changed.filter { $0.other == number }.map { ($0.cell, $0.factor) },
        uniquingKeysWith: { first, _ in first }))
  }
  var policy = ComparisonPolicy()
  policy.draws = 60
  return CompareReport(Comparison(base: sides[0], others: Array(sides.dropFirst()), policy: policy))
}

private let twelve = report()

@Suite struct CompareOverviewTests {
  @Test func `of twelve machines and twelve cells exactly the changed ones are found`() {
    var found: [String] = []
    for (number, column) in twelve.comparison.columns.enumerated() {
      for cell in column.cells where cell.figures[0].verdict.isDifference {
        found.append("\(number + 1) \(cell.cell) \(cell.figures[0].verdict.word)")
      }
    }
    let expected = changed.map { "\($0.other) \(cells[$0.cell]) \($0.factor > 1 ? "worse" : "better")" }
    #expect(found.sorted() == expected.sorted())
  }

  @Test(arguments: [80, 120, 200])
  func `they stand in thirty lines, a sentence first, and no line is wider than the terminal`(width: Int) {
    let lines = twelve.text(.table, width: width).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    #expect(lines.count <= 30, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= width })
    let words = lines.joined(separator: " ")
    #expect(words.hasPrefix("11 others against box-0 (base): worse in box-7: "))
    #expect(
      words.contains("box-3: \(cells[1]) (p50 ×1.")
        && words.contains("better in box-7: \(cells[11]) (p50 ×0."))
    #expect(words.contains("may explain it: kernel (box-3)"))
    let marks = lines.drop { !$0.hasPrefix("timer") }.prefix {
      !$0.hasPrefix("p50 of the base") && !$0.hasPrefix("Marks")
    }
    #expect(marks.joined().count { $0 == "▲" } >= 2 && marks.joined().count { $0 == "▼" } >= 1)
    #expect(lines.count { $0.contains("Measure about") } <= 1)
  }

  @Test func `names that have no room are numbers, told below`() {
    let report = report(names: { "build-host-\($0).example.com" }, others: 3)
    let text = report.text(.table, width: 80)
    #expect(text.contains("1 build-host-1.example.com, 2 build-host-2.example.com"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `where not even the marks have room, tables stand below each other`() {
    let text = twelve.text(.table, width: 40)
    #expect(text.components(separatedBy: "timer ").count > 2)
    #expect(
      text.components(separatedBy: "every 1ms, idle").count == text.components(separatedBy: "timer ").count)
  }

  /// GitHub refuses a comment of more than 65,536 characters.
  @Test func `Markdown begins with the sentence, folds the details and fits into a comment`() throws {
    let text = twelve.text(.markdown)
    #expect(text.hasPrefix("11 others against box-0 (base): worse in "))
    #expect(text.unicodeScalars.count < 65_536)
    let open = try #require(text.range(of: "<details>"))
    #expect(text[..<open.lowerBound].contains("| cell |"))
    #expect(text.components(separatedBy: "<details><summary>box-").count == 12)
    #expect(text.components(separatedBy: "</details>").count == 12)
    var many = twelve
    many.comparison = Comparison(twelve.comparison, times: 4)
    many.gates = Array(repeating: [], count: 44)
    let long = many.text(.markdown)
    #expect(long.unicodeScalars.count < 65_536 && long.contains("have no room here"))
  }

  @Test func `a name is text in Markdown and its HTML`() {
    let text = report(names: { "<img src=x onerror=alert(\($0))> & </details>" }, others: 1).text(.markdown)
    #expect(
      !text.replacing("\\<", with: "").contains("<img")
        && text.contains("&lt;img src=x onerror=alert(1)&gt; &amp; &lt;/details&gt;:"))
  }
}

extension Comparison {
  /// The same columns again and again.
  fileprivate init(_ comparison: Comparison, times: Int) {
    self.init(
      base: comparison.base, baseFiles: comparison.baseFiles,
      columns: Array(repeating: comparison.columns, count: times).flatMap(\.self), policy: comparison.policy)
  }
}

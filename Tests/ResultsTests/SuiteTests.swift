import Foundation
import Testing
import Timing

@testable import Results

private func suite(_ json: String) throws -> Suite {
  try Suite(parsing: Array(json.utf8), name: "s.json")
}

private let matrix = #"{"timers":["runloop"],"intervals":["1ms"]}"#

@Suite struct SuiteTests {
  @Test func `a suite says what it says, and the rest by default`() throws {
    let full = try suite(
      #"""
      {"description": "d", "matrices": [
        {"timers": ["runloop", "dispatch"], "intervals": ["1ms", "1.5ms"], "leeways": ["0", "10%"],
         "loads": ["idle", "loop:50%"], "counts": [1, 8]}, \#(matrix)],
       "count": 7, "repetitions": 3, "warmup": "200ms", "seed": 9,
       "budgets": [{"cells": "runloop*", "limits": ["p99<2ms", "missed=0"]}, {"limits": ["max<1s"]}]}
      """#)
    let first = Matrix(
      timers: ["runloop", "dispatch"], intervals: [.ms(1), .us(1_500)],
      leeways: [.fixed(.zero), .share(basisPoints: 1_000)],
      loads: [.idle, .loop(basisPoints: 5_000, block: Load.defaultBlock)], counts: [1, 8])
    let second = Matrix(
      timers: ["runloop"], intervals: [.ms(1)], leeways: [.fixed(.zero)], loads: [.idle], counts: [1])
    #expect(full.matrices == [first, second])
    #expect(full.length == .count(7))
    #expect(full.repetitions == 3 && full.warmup == .ms(200) && full.seed == 9)
    #expect(full.budgets.map(\.cells) == ["runloop*", "*"])
    #expect(full.budgets.map(\.limits) == [["p99<2ms", "missed=0"], ["max<1s"]])
    let small = try suite(#"{"matrices":[\#(matrix)],"duration":"1s"}"#)
    #expect(small.repetitions == 5 && small.warmup == .zero && small.seed == nil && small.budgets.isEmpty)
    #expect(small.length == .duration(.s(1)))
  }

  @Test(arguments: [
    (#"{"matrices":[],"duration":"1s"}"#, "1:13: matrices is empty: give at least one entry"),
    (#"{"duration":"1s"}"#, "1:1: matrices is missing: give a list"),
    (
      #"{"matrices":[\#(matrix)],"duratoin":"1s"}"#,
      "1:69: 'duratoin' is no key of a suite (did you mean 'duration'?): use description, matrices, duration, count, repetitions, warmup, seed, budgets"
    ),
    (
      #"{"matrices":[{"timers":["a"],"intervals":["1ms"],"load":["idle"]}],"duration":"1s"}"#,
      "1:57: matrices[0].'load' is no key of a suite (did you mean 'loads'?): use timers, intervals, leeways, loads, counts"
    ),
    (#"{"matrices":[\#(matrix)]}"#, "1:1: the whole says neither duration nor count: give one of them"),
    (
      #"{"matrices":[\#(matrix)],"duration":"1s","count":1}"#,
      "1:1: the whole says both duration and count: give one of them"
    ),
    (
      #"{"matrices":[{"timers":["a"],"intervals":["1ms","100ns"]}],"duration":"1s"}"#,
      "1:49: matrices[0].intervals[1] is '100ns': out of range: 1us to 24h"
    ),
    (
      #"{"matrices":[{"timers":["a"],"intervals":["1ms"],"leeways":["200%"]}],"duration":"1s"}"#,
      "1:61: matrices[0].leeways[0] is '200%': out of range: 0% to 100%, with two decimals at most"
    ),
    (
      #"{"matrices":[{"timers":["a"],"intervals":["1ms"],"counts":[0]}],"duration":"1s"}"#,
      "1:60: matrices[0].counts[0] is '0': give a whole number from 1 to 10000"
    ),
    (
      #"{"matrices":[{"timers":[1],"intervals":["1ms"]}],"duration":"1s"}"#,
      "1:25: matrices[0].timers[0] is not a text in quotes"
    ),
    (
      #"{"matrices":[{"timers":"a","intervals":["1ms"]}],"duration":"1s"}"#,
      "1:24: matrices[0].timers is not a list"
    ),
    (
      "{\"matrices\":[\(matrix)],\"duration\":\"1s\",\n  \"repetitions\": 2.5}",
      "2:18: repetitions is '2.5': give a whole number from 1 to 10000"
    ),
    (
      "{\"matrices\":[\(matrix)],\n \"duration\":\"1s\",\n \"duration\":\"2s\"}",
      "3:2: it is not JSON: the key 'duration' stands there twice"
    ),
    ("{\"matrices\":[\(matrix)]\n \"duration\":\"1s\"}", "2:2: it is not JSON: a comma or } is missing"),
    (
      #"{"matrices":[\#(matrix)],"duration":"99999h"}"#,
      "1:69: duration is '99999h': out of range: 1us to 720h"
    ),
    (
      #"{"matrices":[\#(matrix)],"duration":"1s","warmup":"2h"}"#,
      "1:83: warmup is '2h': out of range: 0 to 1h"
    ),
  ])
  func `a suite that is not right is refused by place and path of keys`(json: String, problem: String) {
    let error = #expect(throws: SuiteError.self) { try suite(json) }
    #expect(error.map { "\($0)" } == "s.json:\(problem)")
  }

  @Test func `a suite whose lists multiply beyond reason is refused`() throws {
    func list(_ item: String) -> String { Array(repeating: item, count: 100).joined(separator: ",") }
    let json =
      #"{"matrices":[{"timers":[\#(list(#""a""#))],"intervals":[\#(list(#""1ms""#))],"#
      + #""leeways":[\#(list(#""0""#))],"counts":[\#(list("1"))]}],"duration":"1s"}"#
    let error = #expect(throws: SuiteError.self) { try suite(json) }
    #expect(
      error?.problem == "the whole makes 500000000 runs: 1000000 at most, so list or repeat less")
  }

  @Test func `no text at all, half a text and a deep one are refused`() {
    let half = String(#"{"matrices":[\#(matrix)],"duration":"1s"}"#.dropLast(3))
    let deep = String(repeating: "[", count: 200_000)
    for json in ["", "{", half, deep, #"{"matrices":"# + deep, "[]", "null", "7"] {
      #expect(throws: SuiteError.self) { try suite(json) }
    }
  }

  @Test(arguments: ["quick", "leeway", "load", "soak"])
  func `every suite that comes with the program can be read`(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let suite = try Suite(contentsOf: root.appendingPathComponent("Benchmarks/suites/\(name).json").path)
    let traits = TimerTraits(takesLeeway: true, hasLoop: true)
    let cells = suite.matrices.flatMap { $0.cells { _ in traits }.cells }
    #expect(Set(cells).count == cells.count, "a cell in two matrices would be measured twice as often")
  }

  @Test func `a file that is too large is refused unread`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("large.json")
    try Data(repeating: 0x20, count: Suite.largestFile + 1).write(to: URL(fileURLWithPath: path))
    #expect(throws: SuiteError.self) { try Suite(contentsOf: path) }
  }
}

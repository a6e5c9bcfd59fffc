import Foundation
import Testing
import Timing

@testable import bench

private let options = [
  OptionShape(name: "output", short: "o", takes: .value("FILE"), help: ""),
  OptionShape(name: "quiet", short: "q", takes: .nothing, help: ""),
  OptionShape(name: "force", short: "f", takes: .nothing, help: ""),
  OptionShape(name: "format", takes: .value("F"), help: ""),
  OptionShape(name: "realtime", takes: .optionalValue("try"), help: ""),
]

private func items(_ arguments: String...) -> [ArgumentScanner.Item] {
  var scanner = ArgumentScanner(options: options, arguments: arguments)
  var items: [ArgumentScanner.Item] = []
  while let item = scanner.next() { items.append(item) }
  return items
}

/// The rules of getopt_long(3), and of the conventions of GNU for what it leaves open.
struct ArgumentTests {
  @Test func `a value stands behind its option, or in it`() {
    let file = ArgumentScanner.Item.option(index: 0, text: "x")
    #expect(items("-o", "x") == [file])
    #expect(items("-ox") == [file])
    #expect(items("--output", "x") == [file])
    #expect(items("--output=x") == [file])
    #expect(items("--outp=x") == [file])
    #expect(items("--output=") == [.option(index: 0, text: "")])
    #expect(items("-o", "--", "y") == [.option(index: 0, text: "--"), .operand("y")])
    #expect(items("--realtime", "try") == [.option(index: 4, text: ""), .operand("try")])
    #expect(items("--realtime=try") == [.option(index: 4, text: "try")])
    #expect(items("--output=a=b") == [.option(index: 0, text: "a=b")])
  }

  @Test func `short options without a value may stand together, one with a value ends them`() {
    #expect(items("-qf") == [.option(index: 1, text: ""), .option(index: 2, text: "")])
    #expect(items("-qox") == [.option(index: 1, text: ""), .option(index: 0, text: "x")])
    #expect(items("-qo", "x") == [.option(index: 1, text: ""), .option(index: 0, text: "x")])
    #expect(items("-qx", "y") == [.option(index: 1, text: ""), .unknown("-x"), .operand("y")])
  }

  @Test func `operands stand anywhere; after two dashes there are no options`() {
    #expect(items("a", "-q", "b") == [.operand("a"), .option(index: 1, text: ""), .operand("b")])
    #expect(items("-", "--", "-q", "--") == [.operand("-"), .operand("-q"), .operand("--")])
    #expect(items("") == [.operand("")])
  }

  @Test func `what is not right is told as it stands there`() {
    #expect(items("--fo") == [.ambiguous("--fo", ["force", "format"])])
    #expect(items("--force=1") == [.extraValue("force")])
    #expect(items("--format") == [.noValue("format")])
    #expect(items("-o") == [.noValue("output")])
    #expect(items("--none=3") == [.unknown("--none")])
    #expect(items("--=3") == [.unknown("--")])
  }

  @Test func `lists may have blanks, and ranges double`() throws {
    func parsed(_ arguments: String...) throws -> RunOptions {
      try CommandSyntax(
        name: "run", summary: "", options: RunOptions.table, example: "", defaults: RunOptions()
      )
      .parse(arguments).values
    }
    #expect(try parsed("--interval", "1ms, 250µs ,2s").intervals == [.ms(1), .us(250), .s(2)])
    #expect(try parsed("--interval", "1ms..8ms").intervals == [.ms(1), .ms(2), .ms(4), .ms(8)])
    #expect(try parsed("--timers", "1..10,64").counts == [1, 2, 4, 8, 10, 64])
    #expect(
      try parsed("--load", "idle, cpu:2, exec: a, b ").loads == [.idle, .cpu(2), .exec(" a, b ")])
  }

  @Test(arguments: [
    (ColorWish.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["TERM": "dumb"], false),
    (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
    (.auto, false, ["FORCE_COLOR": "1"], true), (.auto, true, ["FORCE_COLOR": "0"], false),
    (.auto, false, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false),
    (.always, false, ["NO_COLOR": "1"], true), (.never, true, ["FORCE_COLOR": "1"], false),
  ])
  func `the option, then NO_COLOR, then FORCE_COLOR, then the terminal decide on colours`(
    wish: ColorWish, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    #expect(wish.isColored(isTerminal: isTerminal, environment: environment) == isColored)
  }
}

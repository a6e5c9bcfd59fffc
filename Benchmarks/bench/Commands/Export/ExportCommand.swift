import Analysis
import Foundation
import Results
import Timing

extension Command {
  /// `bench export`: recordings as flat rows, for databases.
  static var export: Command {
    Command(
      CommandSyntax(
        name: "export", summary: "ticks CSVs as flat rows, for databases", operands: "FILE…",
        operandCompletion: .file, options: ExportOptions.table,
        notes: [
          "Tables: ticks (a row a callback), runs (a row a run with its facts), cells (a row a cell of a recording with "
            + "its figures), histograms (a row a bin of a run; bins of runs and machines can be added up), facts (a row a "
            + "fact of the environment). docs/fleet.md describes them; Results/sql has what loads and asks them.",
          "Rows are written as they are read: all tables but cells need the same memory for any number of rows. Of a "
            + "recording of --summary-only there are no ticks.",
        ],
        example: "bench export fleet/*.csv --table cells -o cells.csv", defaults: ExportOptions())
    ) { options, files, context in
      guard !files.isEmpty else { throw UsageError(description: "no FILE to export", command: "export") }
      try checkDistinct(output: options.output, inputs: files)
      try checkDistinct(files)
      let export = try Export(options, context.terminal)
      do {
        try export.write(try RecordingSet.group([InputFile](opening: files)))
      } catch FileError.system(call: "write", path: _, code: EPIPE, kept: _) {
        // A reader that has seen enough, such as head, is no error.
      }
      return .success
    }
  }
}

/// What to export, and how.
struct ExportOptions {
  /// What the rows are.
  enum Table: String, CaseIterable {
    case ticks, runs, cells, histograms, facts
  }

  /// Which facts of the environment become columns.
  enum Facts: Equatable {
    case all
    case named([String])
  }

  var contents = Table.ticks
  var format = FlatFormat.csv
  /// `nil` where the table decides.
  var facts: Facts?
  var output: String?
  var force = false

  static var table: [Option<ExportOptions>] {
    [
      Option(
        name: "table", takes: .value("TABLE"), completion: .words(Table.allCases.map(\.rawValue)),
        help: "ticks, runs, cells, histograms or facts (default: ticks)"
      ) { options, text throws(ParseError) in options.contents = try parseChoice(text) },
      Option(
        name: "format", takes: .value("FORMAT"), completion: .words(FlatFormat.allCases.map(\.rawValue)),
        help: "csv, or jsonl for an object a line (default: csv)"
      ) { options, text throws(ParseError) in options.format = try parseChoice(text) },
      Option(
        name: "facts", takes: .value("KEYS"),
        completion: .list(["all", "none"] + Environment.Key.allCases.map(\.rawValue)),
        help:
          "facts of the environment as further columns, such as cpu_model,kernel; all or none (default: all in runs and "
          + "cells, else none)"
      ) { options, text throws(ParseError) in options.facts = try Facts(parsing: text) },
      Option(
        name: "output", short: "o", takes: .value("FILE"), completion: .file,
        help: "where to write instead of standard output"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.output = text
      },
      Option(name: "force", takes: .nothing, help: "replace an existing file") { options, _ in
        options.force = true
      },
    ]
  }
}

extension ExportOptions.Facts {
  init(parsing text: String) throws(ParseError) {
    switch text {
    case "all": self = .all
    case "none": self = .named([])
    default:
      var names: [String] = []
      for name in try parseList(text, { $0 }) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfKey) else {
          throw ParseError("'\(name)' is no name of a fact: they have small letters, digits and _")
        }
        guard !names.contains(name) else { throw ParseError("'\(name)' is given twice") }
        names.append(name)
      }
      self = .named(names)
    }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The facts that every recording can have, but for the machine's name, which is a column anyway.
  static let known = Environment.Key.allCases.filter { $0 != .machine }.map(\.rawValue)

  /// The columns.
  var names: [String] {
    switch self {
    case .all: Self.known
    case .named(let names): names
    }
  }
}

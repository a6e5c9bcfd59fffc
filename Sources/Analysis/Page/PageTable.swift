import Foundation
import Text
import Timing

/// The overview of a page: a row a cell, which the page's script sorts and filters.
struct PageTable {
  private let summaries: [CellSummary]
  private let id: String
  private let floors: Floors

  init(_ summaries: [CellSummary], id: String, floors: Floors) {
    (self.summaries, self.id, self.floors) = (summaries, id, floors)
  }

  /// The place of a cell's details on the page.
  static func place(_ section: String, _ index: Int) -> String { "\(section)-c\(index + 1)" }

  /// A value as a cell of the table: what is shown, and the number to sort by.
  private struct Value {
    var text: String
    var number: Double?
    var isNotable = false

    static func time(_ value: Int64?) -> Value {
      Value(text: Numbers.time(value), number: value.map { Double($0) })
    }

    static func count(_ value: Int64, notable: Bool = false) -> Value {
      Value(text: Numbers.count(value), number: Double(value), isNotable: notable && value > 0)
    }
  }

  private struct Column {
    var title: String
    var value: (CellSummary) -> Value
    /// Whether any cell has something to say here.
    var isTelling: (Value) -> Bool = { _ in true }
  }

  private var columns: [Column] {
    let all: [Column] = [
      Column(title: "callbacks", value: { .count($0.callbacks.count) }),
      Column(title: "missed", value: { .count($0.slots.missed, notable: true) }),
      Column(
        title: "merged", value: { .count($0.slots.merged, notable: true) }, isTelling: { $0.number != 0 }),
      Column(
        title: "early", value: { .count($0.callbacks.early, notable: true) }, isTelling: { $0.number != 0 }),
      Column(title: "p50", value: { .time($0.callbacks[.p50]) }),
      Column(title: "p99", value: { .time($0.callbacks[.p99]) }),
      Column(title: "p99.9", value: { .time($0.callbacks[.p999]) }, isTelling: { $0.number != nil }),
      Column(title: "max", value: { .time($0.callbacks.max) }),
      Column(
        title: "p50 over floor", value: { .time(FloorOverhead($0, over: floors)?[.p50]) },
        isTelling: { $0.number != nil }),
      Column(
        title: "p99 over floor", value: { .time(FloorOverhead($0, over: floors)?[.p99]) },
        isTelling: { $0.number != nil }),
      Column(
        title: "drift ppm", value: { Value(text: Numbers.drift($0.phaseDrift), number: $0.phaseDrift?.ppm) }),
      Column(
        title: "per wakeup",
        value: { summary in
          let figure = summary.cell.timers > 1 ? summary.pace.callbacksPerCluster : nil
          return Value(text: figure.map { Numbers.fixed($0, 2) } ?? "", number: figure)
        }, isTelling: { $0.number != nil }),
    ]
    return all.filter { column in summaries.contains { column.isTelling(column.value($0)) } }
  }

  var html: String {
    let columns = columns
    func head(_ title: String, _ kind: String) -> String {
      HTML.element("th", ["scope": "col", "class": kind], HTML.text(title))
    }
    let heads =
      ["timer", "interval", "leeway", "load", "timers"].map {
        head($0, $0 == "timer" || $0 == "load" ? "word" : "number")
      }
      + columns.map { head($0.title, "number") } + [HTML.element("th", ["scope": "col"], "p50 · p99 · max")]
    let bars = LatenessBars(summaries)
    let rows = summaries.enumerated().map { index, summary in
      let figures = columns.map { column in
        let value = column.value(summary)
        return HTML.element(
          "td",
          [
            "class": value.isNotable ? "number notable" : "number",
            "data-value": value.number.map { "\($0)" } ?? "",
          ],
          HTML.text(value.text))
      }
      return Self.row(summary.cell, link: Self.place(id, index)) + figures.joined()
        + HTML.element("td", bars.html(summary)) + "</tr>"
    }
    let caption = "Lateness of callbacks, a row a cell"
    return HTML.scrolling(
      caption,
      HTML.element(
        "table", ["class": "cells"],
        HTML.element("caption", caption) + HTML.element("thead", HTML.element("tr", heads.joined())) + "\n"
          + HTML.element("tbody", rows.joined(separator: "\n"))))
  }

  /// The begin of a cell's row: its conditions, by which rows are filtered, of which the first leads to its details.
  static func row(_ cell: Cell, link: String) -> String {
    func td(_ kind: String, _ value: String, _ text: String) -> String {
      HTML.element("td", ["class": kind, "data-value": value], HTML.text(text))
    }
    let leeway = cell.leeway.map { $0.count == 0 ? "0" : $0.description } ?? ""
    let attributes = [
      ("timer", cell.timer.printable), ("interval", cell.interval.description),
      ("load", cell.load.label.printable),
    ].map { " data-\($0)=\"\(HTML.text($1))\"" }.joined()
    return "<tr\(attributes)>"
      + HTML.element("th", ["scope": "row"], HTML.element("a", ["href": "#" + link], HTML.text(cell.timer)))
      + td("number", "\(cell.interval.count)", cell.interval.description)
      + td("number", cell.leeway.map { "\($0.count)" } ?? "", leeway)
      + HTML.element("td", ["class": "word"], HTML.text(cell.load.label))
      + td("number", "\(cell.timers)", "\(cell.timers)")
  }
}

/// Median, 99th percentile and maximum of cells on one logarithmic axis, for a glance.
private struct LatenessBars {
  private var low = Double.infinity
  private var high = -Double.infinity

  init(_ summaries: [CellSummary]) {
    for figures in summaries.map(\.callbacks) {
      for value in [figures[.p50], figures.max].compactMap(\.self) {
        low = min(low, Self.log(value))
        high = max(high, Self.log(value))
      }
    }
  }

  private static func log(_ nanoseconds: Int64) -> Double { log10(Double(max(nanoseconds, 100))) }

  private func percent(_ value: Int64) -> String {
    Numbers.fixed(100 * (Self.log(value) - low) / max(high - low, 0.1), 1)
  }

  /// Decoration: the figures stand beside it.
  func html(_ summary: CellSummary) -> String {
    let figures = summary.callbacks
    guard let median = figures[.p50], let most = figures.max else { return "" }
    let tail = figures[.p99] ?? median
    return HTML.element(
      "span",
      [
        "class": "bar", "aria-hidden": "true",
        "style": "--p50:\(percent(median))%;--p99:\(percent(tail))%;--max:\(percent(most))%",
      ], "<i></i>")
  }
}

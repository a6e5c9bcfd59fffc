import Foundation

/// What docs/csv.md promises of a recording's numbers, worked out slot by slot from the text: whether all of it is true.
///
/// Made without any of the reader's code. It knows texts without quotes, and columns in the order of the writer.
struct Promise {
  private struct Row {
    var line: [Substring]
    var numbers: [Int]
    subscript(place: Int) -> Int { numbers[place] }
  }

  /// The first promise that is broken; `nil` where none is.
  static func broken(by text: String) -> String? {
    var planned: [Int: [String: Any]] = [:]
    var done: [Int: [String: Any]] = [:]
    var rows: [Int: [Row]] = [:]
    var count = 0
    var (width, isSelection, isRest) = (0, false, false)
    var order: [Int] = []
    // A last line that does not end is cut, and says nothing.
    let whole = text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    for line in whole.split(separator: "\n") {
      if line.hasPrefix("# rows_kept: ") { isSelection = true }
      if line.hasPrefix("# part: "), line != "# part: 1" { isRest = true }
      if line.hasPrefix("# end rows=") {
        let rows = line.dropFirst("# end rows=".count).prefix { $0 != " " }
        if Int(rows) != count { return "rows of the file" }
      } else if line.hasPrefix("# run ") || line.hasPrefix("# done ") {
        let words = line.split(separator: " ", maxSplits: 3)
        guard let index = Int(words[2].dropLast()),
          let json = try? JSONSerialization.jsonObject(with: Data(words[3].utf8)) as? [String: Any]
        else { return "not JSON" }
        if words[1] == "run" { planned[index] = json } else { done[index] = json }
      } else if line.hasPrefix("run,") {
        width = line.split(separator: ",").count
      } else if !line.hasPrefix("#") {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == width, let index = Int(fields[0]) else { return "a row of another width" }
        let numbers = fields[5...15].map { Int($0) }
        if numbers.contains(nil) { return "no number" }
        rows[index, default: []].append(Row(line: fields, numbers: numbers.compactMap { $0 }))
        if order.last != index { order.append(index) }
        count += 1
      }
    }
    if Set(order).count != order.count { return "a run came back" }
    for index in Set(rows.keys).union(done.keys) {
      guard let plan = planned[index] else { return "run \(index) is not planned" }
      let isContinued = isRest && index == order.first
      if let broken = Run(
        plan: plan, done: done[index], rows: rows[index] ?? [], isSelection: isSelection, isRest: isContinued
      ).broken {
        return "run \(index): \(broken)"
      }
    }
    return nil
  }

  private struct Run {
    let plan: [String: Any]
    let done: [String: Any]?
    let rows: [Row]
    let isSelection: Bool
    let isRest: Bool

    var broken: String? {
      func plan(_ key: String) -> Int { self.plan[key] as? Int ?? 0 }
      let (interval, timers) = (plan("interval_ns"), plan("timers"))
      let labels = ["timer", "interval_ns", "leeway_ns", "load", "repetition"].map { key in
        self.plan[key].map { "\($0)" } ?? ""
      }
      let load = labels[3]
      guard (1...1_000).contains(timers), interval > 0 else { return "timers or interval" }
      var served: [Set<Int>] = Array(repeating: [], count: timers)
      var unknown: [Int?] = Array(repeating: nil, count: timers)
      var (fired, missed, warmup, busyUntil, last, isWarm) = (0, 0, 0, Int.min, Int.min, true)
      for row in rows {
        let (source, warm, slot, deadline, callback, lateness) = (
          row[1], row[2], row[3], row[4], row[5], row[6]
        )
        if zip(row.line[1...5], labels).contains(where: { $0 != $1 }) { return "a label" }
        guard (0..<timers).contains(source) else { return "a source" }
        guard slot >= 0, row[8] >= 1, row[9] >= 0, row[9] <= slot else { return "slots that cannot be" }
        // A number that falsification made huge cannot be looked at slot by slot, and no made recording has one. Where
        // the run has no facts, the row may be all that tells of so many.
        guard slot + row[8] < 1_000_000 else { return done == nil ? nil : "slots that cannot be" }
        if deadline != source * interval / timers + slot * interval { return "the grid" }
        if lateness != callback - deadline { return "the lateness" }
        if callback < busyUntil || callback < last { return "callbacks go back" }
        if row[7] < 0 || row[7] > 0 && !load.hasPrefix("handler") {
          return "a handler"
        }
        let hasWork = ["handler", "loop"].contains { load.hasPrefix($0) }
        if row[10] < 0 || row[10] > max(lateness, 0) || row[10] > 0 && !hasWork { return "blocked" }
        (busyUntil, last) = (callback + row[7], callback)
        for one in slot - row[9]..<slot + row[8] where !served[source].insert(one).inserted {
          return "a slot twice"
        }
        if isRest, unknown[source] == nil { unknown[source] = slot - row[9] }
        if let most = served[source].max(), most != slot + row[8] - 1 { return "slots go back" }
        if warm < 0 || warm > 1 || warm == 1 && isWarm == false { return "the warm-up" }
        isWarm = warm == 1
        warmup += warm
        fired += row[8]
        missed += row[9]
      }
      guard let done else { return nil }
      func fact(_ key: String) -> Int { (done[key] as? Int) ?? 0 }
      let facts = [("callbacks", rows.count), ("fired", fired), ("missed", missed), ("warmup", warmup)]
      for (key, sum) in facts where isSelection || isRest ? fact(key) < sum : fact(key) != sum { return key }
      if done.values.contains(where: { ($0 as? Int ?? 0) < 0 }) && fact("end_ns") >= 0 {
        return "a negative fact"
      }
      if fact("fired") + fact("missed") + fact("lost") + fact("pending") != fact("slots") { return "the sum" }
      if fact("lost") > 0 && fact("dropped") == 0 { return "lost" }
      if fact("end_ns") < last || fact("end_ns") > 1_000_000_000_000 { return "the end" }
      guard !isSelection, !isRest else { return nil }
      var (gaps, due) = (0, 0)
      for source in 0..<timers {
        let next = (served[source].max() ?? -1) + 1
        gaps += next - served[source].count
        var slot = next
        while source * interval / timers + slot * interval <= fact("end_ns") {
          (slot, due) = (slot + 1, due + 1)
        }
      }
      if gaps > fact("lost") { return "slots without a row" }
      return due == fact("pending") + fact("lost") - gaps ? nil : "deadlines up to the end"
    }
  }
}

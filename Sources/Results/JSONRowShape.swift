import Timing

/// What is the same in all callbacks of a run, as ``RowBuffer`` writes them in lines of JSON.
struct JSONRowShape {
  /// A column of the callback.
  struct Member {
    /// `"slot":`
    let key: RowShape.Piece
    let value: @Sendable (Tick) -> Int64?
  }

  /// The members of the run.
  let front: RowShape.Piece
  let columns: [Member]
  /// Ends the line.
  let back: RowShape.Piece
  let null = RowShape.Piece("null,")
  /// The most bytes that a line can take: a number has 20 characters at most, and words go 7 bytes beyond their text.
  let longest: Int

  /// - Parameters:
  ///   - before, after: members that stand before and after those of the format: names, and values in JSON.
  init(
    _ run: PlannedRun, before: [(name: String, json: String)], after: [(name: String, json: String)]
  ) {
    var members: [Member] = []
    var (first, last) = (before, [(name: String, json: String)]())
    for column in Column.all {
      let json: String
      switch column.content {
      case .label(let get, _): json = TickFormat.json(get(run))
      case .ofRun(_, _, let get, _): json = get(run).map { "\($0)" } ?? "null"
      case .ofRow(_, let get, _):
        members.append(Member(key: RowShape.Piece("\(TickFormat.json(column.name)):"), value: get))
        continue
      }
      if members.isEmpty { first.append((column.name, json)) } else { last.append((column.name, json)) }
    }
    func text(_ members: [(name: String, json: String)]) -> String {
      members.map { "\(TickFormat.json($0.name)):\($0.json)" }.joined(separator: ",")
    }
    front = RowShape.Piece("{" + text(first) + ",")
    columns = members
    // A column of the run comes after those of the callback, of which each ends in a comma.
    back = RowShape.Piece(text(last + after) + "}\n")
    longest = front.count + back.count + 24 + members.reduce(0) { $0 + $1.key.count + 21 }
  }
}

extension Environment {
  /// Which part of a recording the file is, from 1; `nil` for a file that holds all of it.
  package var part: Int? { self[.part].flatMap { Int($0) } }

  /// Which rows the file keeps where it leaves rows out; `nil` where it has all.
  package var rowsKept: String? { self[.rowsKept] }
}

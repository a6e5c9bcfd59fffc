/// The name that was probably meant, of those that exist: the nearest one, where few letters differ.
///
/// - Returns: `nil` when no name is near, or two are equally near.
package func suggestion(for word: String, among names: [String]) -> String? {
  let lowered = word.lowercased()
  // A word of three letters may differ in one, one of nine in three.
  let most = max(1, word.count / 3)
  let near = names.map { (name: $0, distance: editDistance(lowered, $0.lowercased())) }
    .filter { $0.distance <= most }.sorted { $0.distance < $1.distance }
  guard let first = near.first, near.count == 1 || near[1].distance > first.distance else { return nil }
  return first.name
}

/// ` (did you mean 'NAME'?)`, or nothing where no name is near.
package func didYouMean(_ word: String, among names: [String]) -> String {
  suggestion(for: word, among: names).map { " (did you mean '\($0)'?)" } ?? ""
}

/// How many letters have to be put in, left out, replaced or exchanged with their neighbour: the optimal string alignment
/// distance (Damerau 1964, Levenshtein 1966). Time and memory grow with the product of the lengths.
func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
  var rows = [Array(0...right.count)]
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let same = left[i] == right[j]
      var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (same ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}

import Text
import Timing

extension Tick {
  /// What is known of why the callback was late, and what it stands for, in a few words; empty where nothing is: then the
  /// recording was not traced and the timer's own loop was free.
  ///
  /// Traced, it is the part of the lateness that is the greatest; otherwise the time in which the loop was known to be busy.
  var cause: String {
    var words: [String] = []
    if let greatest = attribution?.parts(of: self).max(by: {
      ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue)
    }) {
      words.append("mostly \(greatest.key.rawValue): \(Numbers.time(Double(greatest.value)))")
    } else if blocked > 0 {
      words.append("the loop was busy for \(Numbers.time(Double(blocked)))")
    }
    if missed > 0 { words.append("\(missed) missed before it") }
    if merged > 0 { words.append("stands for \(fired) deadlines") }
    return words.joined(separator: "; ")
  }
}

/// What is known of the machine, the system and the program of a recording: everything that changes the numbers.
///
/// Facts keep the order in which they were entered. A fact that could not be read is kept, without a value.
package struct Environment: Hashable, Sendable {
  /// One fact: a `# key: value` line of the CSV.
  package struct Fact: Hashable, Sendable {
    /// The name, `[a-z0-9_]+`.
    package var key: String
    /// The value as text; `nil` where it is unknown.
    package var value: String?

    /// Creates a fact.
    package init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// All facts, in order.
  package private(set) var facts: [Fact] = []

  /// Creates an environment of which nothing is known.
  package init() {}

  /// The value of a fact by its key; `nil` when unknown or absent. Setting replaces it in place.
  package subscript(key: String) -> String? {
    get { facts.first { $0.key == key }?.value }
    set {
      if let index = facts.firstIndex(where: { $0.key == key }) {
        facts[index].value = newValue
      } else {
        facts.append(Fact(key: key, value: newValue))
      }
    }
  }
}

import Timing

/// One side of a comparison: the cells of one or more recordings made under the same circumstances.
package struct Dataset: Hashable, Sendable {
  /// What it is called in a report.
  package var label: String
  /// The names of its recordings.
  package var files: [String]
  /// The environment of its first recording.
  package var environment: Environment
  /// The samples of its cells, in the cells' order.
  package var cells: [CellSamples]

  /// Creates a side from one recording.
  package init(label: String, file: String, environment: Environment, cells: [CellSamples]) {
    self.label = label
    self.files = [file]
    self.environment = environment
    self.cells = cells.sorted { $0.cell < $1.cell }
  }
}

extension Dataset {
  private static let circumstances = [
    "machine", "build", "swift_version", "kernel", "clock", "clock_source", "tool_version",
  ]

  /// Joins the recordings of one machine under the same circumstances into repetitions; the order of first
  /// appearance stays. Those of different machines, builds, Swift versions or kernels stay apart.
  package static func merged(_ datasets: [Dataset]) -> [Dataset] {
    var merged: [Dataset] = []
    for dataset in datasets {
      // A recording that does not name its machine cannot be known to be of the same.
      let index = merged.firstIndex { candidate in
        candidate.environment["machine"] != nil
          && circumstances.allSatisfy { candidate.environment[$0] == dataset.environment[$0] }
      }
      if let index {
        merged[index].add(dataset)
      } else {
        merged.append(dataset)
      }
    }
    return merged
  }

  /// Datasets that share a machine's name go by their files' names instead.
  package static func named(_ datasets: [Dataset]) -> [Dataset] {
    datasets.map { dataset in
      var dataset = dataset
      if datasets.count(where: { $0.label == dataset.label }) > 1 {
        dataset.label = dataset.files.joined(separator: ", ")
      }
      return dataset
    }
  }

  private mutating func add(_ other: Dataset) {
    files += other.files
    for samples in other.cells {
      if let index = cells.firstIndex(where: { $0.cell == samples.cell }) {
        cells[index].runs += samples.runs
        cells[index].failures += samples.failures
      } else {
        cells.append(samples)
      }
    }
    cells.sort { $0.cell < $1.cell }
  }
}

/// A fact of the environment in which two sides differ.
package struct EnvironmentDifference: Hashable, Sendable {
  /// The fact's key.
  package let key: String
  /// The value on the base's side; `nil` when unknown.
  package let base: String?
  /// The value on the other side; `nil` when unknown.
  package let other: String?
  /// Why the figures cannot be compared as they are; `nil` for a difference that may be what is compared.
  package let warning: String?
}

extension EnvironmentDifference {
  private static let keys = [
    "machine", "os", "kernel", "cpu_model", "cpu_count", "cpu_governor", "virtualization", "swift_version",
    "build",
    "tool_version", "clock", "clock_source", "clock_resolution_ns", "timer_slack_ns", "load_average",
    "preemption",
    "hz",
    "cgroup_cpu_max",
  ]

  /// The facts in which `base` and `other` differ, those that change the numbers most in front.
  static func between(_ base: Environment, _ other: Environment) -> [EnvironmentDifference] {
    let all = keys.compactMap { key -> EnvironmentDifference? in
      let (left, right) = (base[key], other[key])
      guard left != right, key != "load_average" || differs(left, right) else { return nil }
      return EnvironmentDifference(key: key, base: left, other: right, warning: warning(key, left, right))
    }
    return all.filter { $0.warning != nil } + all.filter { $0.warning == nil }
  }

  /// Load averages are never equal; half a core more is a difference.
  private static func differs(_ left: String?, _ right: String?) -> Bool {
    let values = [left, right].map { $0.flatMap { $0.split(separator: " ").first }.flatMap { Double($0) } }
    guard let first = values[0], let second = values[1] else { return left != right }
    return abs(first - second) >= 0.5
  }

  private static func warning(_ key: String, _ base: String?, _ other: String?) -> String? {
    guard let base, let other else { return nil }
    switch key {
    case "build": return "a \(base) build against a \(other) build: measure both as release builds"
    case "clock", "clock_source":
      return "measured with different clocks, \(base) and \(other): use the same clock on both"
    default: return nil
    }
  }
}

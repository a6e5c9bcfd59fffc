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
  /// What keeps it apart from an earlier recording of its machine; `nil` where there is none.
  package var separation: Separation?

  /// Creates a side from one recording.
  package init(label: String, file: String, environment: Environment, cells: [CellSamples]) {
    self.label = label
    self.files = [file]
    self.environment = environment
    self.cells = cells.sorted { $0.cell < $1.cell }
  }
}

/// Why a recording is none of the repetitions of another one of the same machine.
package struct Separation: Hashable, Sendable {
  /// The other recording's name.
  package let from: String
  /// The facts that keep them apart, first the other's value, then the own.
  package let facts: [EnvironmentDifference]
}

extension Separation: CustomStringConvertible {
  /// A sentence without its full stop.
  package var description: String {
    "not pooled with \(from), which was measured otherwise: \(facts.map(\.description).joined(separator: "; "))"
  }
}

/// A run that is in two recordings: one is a copy of the other, or of a part of it.
package struct RepeatedRun: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recordings' names.
  package let files: [String]
  /// The run.
  package let run: PlannedRun

  package var description: String {
    "\(files[1]) holds run \(run.index) of \(files[0]) once more: a copy is no repetition; name each recording once"
  }
}

extension Dataset {
  /// Pools recordings that are repetitions of one another: of one machine, where nothing differs that can move a figure
  /// (``Environment/Key/role``). The order of first appearance stays. Others stay apart and say why.
  /// - Throws: ``RepeatedRun`` for one that is given twice, under whatever name.
  package static func pooled(_ datasets: [Dataset]) throws(RepeatedRun) -> [Dataset] {
    var pooled: [Dataset] = []
    for var dataset in datasets {
      // A recording that does not name its machine cannot be known to be of the same.
      let alike = pooled.indices.filter { index in
        pooled[index].environment[.machine].map { $0 == dataset.environment[.machine] } ?? false
      }
      let separations = alike.map { index in
        Separation(
          from: pooled[index].files[0],
          facts: EnvironmentDifference.between(pooled[index].environment, dataset.environment)
            .filter(\.keepsApart))
      }
      if let place = separations.firstIndex(where: \.facts.isEmpty) {
        try pooled[alike[place]].add(dataset)
      } else {
        dataset.separation = separations.min { $0.facts.count < $1.facts.count }
        pooled.append(dataset)
      }
    }
    return pooled
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

  private mutating func add(_ other: Dataset) throws(RepeatedRun) {
    for samples in other.cells {
      if let index = cells.firstIndex(where: { $0.cell == samples.cell }) {
        for run in samples.runs where cells[index].runs.contains(where: { $0.isSame(as: run) }) {
          throw RepeatedRun(files: [files[0], other.files[0]], run: run.planned)
        }
        cells[index].runs += samples.runs
        cells[index].counts.add(samples.counts)
        cells[index].failures += samples.failures
        cells[index].unbegun += samples.unbegun
      } else {
        cells.append(samples)
      }
    }
    files += other.files
    cells.sort { $0.cell < $1.cell }
  }
}

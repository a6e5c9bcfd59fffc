import Results

/// The suites that the program carries, so that a copy of it alone can run them.
enum BuiltInSuite: String, CaseIterable {
  case quick, leeway, load, soak

  /// What the list of suites says.
  var summary: String {
    switch self {
    case .quick: "the default, half a minute: idle, a busy loop, leeway among four timers"
    case .leeway: "what leeway buys: 0, 1 %, 10 %, 50 % for 1, 8 and 64 timers"
    case .load: "where each timer breaks: loop and handler loads from 0 to 150 % of the interval"
    case .soak: "an endurance run of half an hour at 1 ms"
    }
  }

  private var json: [UInt8] {
    switch self {
    case .quick: PackageResources.quick_json
    case .leeway: PackageResources.leeway_json
    case .load: PackageResources.load_json
    case .soak: PackageResources.soak_json
    }
  }

  func suite() throws(SuiteError) -> Suite {
    try Suite(parsing: json, name: rawValue + ".json")
  }
}

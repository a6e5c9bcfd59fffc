// swift-tools-version: 6.2
import PackageDescription

// `BENCH_CHARTS=0 swift build …` leaves out the charts, and with them gnuplot and Boost:
// the build for a machine that only measures.
let charts = Context.environment["BENCH_CHARTS"] != "0"

// A compiler that is newer than those of the CI may warn of more, which is no reason to stop a user's build.
let warningsAreErrors = Context.environment["BENCH_STRICT"] == "1"

// What `bench --version` says of the source; nothing where it is no checkout.
let commit = Context.gitInformation.map {
  $0.currentCommit.prefix(12) + ($0.hasUncommittedChanges ? "-changed" : "")
}

let strict: [SwiftSetting] =
  [.swiftLanguageMode(.v6), .strictMemorySafety()]
  + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let libraries: [Target] = [
  .target(name: "CClock"),
  .target(name: "CPlatform", dependencies: ["CClock"]),
  .target(name: "CTracing"),
  .target(name: "CBuild", cSettings: commit.map { [.define("BENCH_COMMIT", to: "\"\($0)\"")] } ?? []),
  library("Text", []),
  library("Timing", ["Text"]),
  library("Timers", ["CClock"]),
  library("UnderTest", ["Text", "Timing", "Timers", "CPlatform"]),
  library("Harness", ["Text", "Timing", "Timers", "UnderTest", "CPlatform", "CTracing"]),
  library("Results", ["Text", "Timing"]),
  library("Analysis", ["Text", "Timing"]),
  library("Behaviors", ["Text", "Timing", "Timers", "UnderTest", "CPlatform"]),
]

/// The gnuplot scripts, which the program carries.
let scripts = [
  "style", "page", "panel", "ticks", "drift", "coalescing", "percentiles", "load", "stability", "why",
  "compare", "trend",
]

let chartLibraries: [Target] = [
  .target(
    name: "Scripts", path: "plot", sources: ["Scripts.swift"],
    resources: scripts.map { .embedInCode("\($0).gp") }, swiftSettings: strict),
  .target(
    name: "PageFiles", path: "page", sources: ["PageFiles.swift"],
    resources: ["report.css", "tables.js", "axes.js", "charts.js", "page.js"].map { .embedInCode($0) },
    swiftSettings: strict),
  .target(name: "CChartLibrary"),
  .target(name: "CGnuplot"),
  library("Charts", ["Text", "Timing", "Results", "Scripts", "CGnuplot"]),
  tests("ChartsTests", ["Charts", "Results", "Analysis", "Text", "Timing"]),
]

let program: [Target] = [
  .executableTarget(
    name: "bench",
    dependencies: [
      "Text", "Timing", "Timers", "UnderTest", "Harness", "Results", "Analysis", "Behaviors", "CPlatform",
      "CBuild",
    ]
      + (charts ? ["Charts", "Scripts", "PageFiles", "CChartLibrary"] : []),
    path: "Benchmarks",
    exclude: ["fuzz", "package", "peers", "platforms", "readers", "interrupts.sh"],
    sources: ["bench"],
    resources: ["quick", "leeway", "load", "soak"].map { .embedInCode("suites/\($0).json") },
    swiftSettings: strict + (charts ? [.define("CHARTS")] : []))
]

let testTargets: [Target] = [
  tests("TextTests", ["Text"]),
  tests("TimingTests", ["Timing"]),
  tests("TimersTests", ["Timing", "Timers", "CPlatform"]),
  tests("UnderTestTests", ["Timing", "Timers", "UnderTest"]),
  .target(name: "CAllocations", path: "Tests/CAllocations"),
  tests("HarnessTests", ["Timing", "Timers", "UnderTest", "Harness", "Analysis", "CAllocations"]),
  tests("ResultsTests", ["Text", "Timing", "Results"]),
  tests("AnalysisTests", ["Text", "Timing", "Analysis"]),
  .executableTarget(
    name: "behaviors-child", dependencies: ["Behaviors"], path: "Tests/BehaviorsChild", swiftSettings: strict),
  tests("BehaviorsTests", ["Timing", "Timers", "Behaviors", "behaviors-child"]),
  tests("BenchTests", ["Timing", "Results", "UnderTest", "bench"]),
]

let package = Package(
  name: "timer-bench",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Timers", targets: ["Timers"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  targets: libraries + (charts ? chartLibraries : []) + program + testTargets,
  cxxLanguageStandard: .cxx17
)

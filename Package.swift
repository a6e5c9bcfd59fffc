// swift-tools-version: 6.2
import PackageDescription

// `BENCH_CHARTS=0 swift build …` leaves out the charts, and with them gnuplot and Boost:
// the build for a machine that only measures.
let charts = Context.environment["BENCH_CHARTS"] != "0"

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "timer-bench",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Timers", targets: ["Timers"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  targets: [
    .target(name: "CPlatform"),
    .target(name: "CTracing"),
    .target(name: "Timing", swiftSettings: strict),
    .target(name: "Timers", dependencies: ["Timing", "CPlatform"], swiftSettings: strict),
    .target(name: "Harness", dependencies: ["Timing", "Timers", "CPlatform", "CTracing"], swiftSettings: strict),
    .target(name: "Results", dependencies: ["Timing"], swiftSettings: strict),
    .target(name: "Analysis", dependencies: ["Timing"], swiftSettings: strict),
    .executableTarget(
      name: "bench",
      dependencies: ["Timing", "Timers", "Harness", "Results", "Analysis", "CPlatform"],
      path: "Benchmarks/bench",
      swiftSettings: strict
    ),
    .testTarget(name: "BenchTests", dependencies: ["bench", "Results", "Timing"], swiftSettings: strict),
    .testTarget(name: "TimingTests", dependencies: ["Timing"], swiftSettings: strict),
    .testTarget(name: "ResultsTests", dependencies: ["Results", "Timing"], swiftSettings: strict),
    .testTarget(name: "AnalysisTests", dependencies: ["Analysis", "Timing"], swiftSettings: strict),
    .testTarget(
      name: "HarnessTests", dependencies: ["Timing", "Timers", "Harness", "Analysis"],
      swiftSettings: strict),
  ]
)

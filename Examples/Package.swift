// swift-tools-version: 6.2
import PackageDescription

// Depends on the library as a program would; `swift run --package-path Examples` runs what the documentation shows.
let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "timer-bench", path: "..")],
  targets: [
    .executableTarget(
      name: "examples", dependencies: [.product(name: "Timers", package: "timer-bench")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)

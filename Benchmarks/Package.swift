// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "headroom-benchmarks",
  dependencies: [.package(name: "headroom", path: "..")],
  targets: [
    // The codec libraries called directly: what decoding and encoding cost when nothing happens in between.
    .target(
      name: "CCodecBaseline",
      cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("z")]),
    .executableTarget(
      name: "HeadroomBenchmarks",
      dependencies: ["CCodecBaseline", .product(name: "Headroom", package: "headroom")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)

// swift-tools-version: 6.2
import PackageDescription

// As good as the compiler can do with the baseline's loops.
#if arch(x86_64)
  let optimisation = ["-O3", "-march=x86-64-v3"]
#else
  let optimisation = ["-O3"]
#endif

let package = Package(
  name: "headroom-benchmarks",
  dependencies: [.package(name: "headroom", path: "..")],
  targets: [
    // The codec libraries called directly: what decoding and encoding cost when nothing happens in between.
    .target(
      name: "CCodecBaseline",
      cSettings: [.unsafeFlags(optimisation)],
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("dav1d")]),
    .executableTarget(
      name: "HeadroomBenchmarks",
      dependencies: ["CCodecBaseline", .product(name: "Headroom", package: "headroom")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)

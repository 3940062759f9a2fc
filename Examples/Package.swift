// swift-tools-version: 6.2
import PackageDescription

// Programs as another package has them. Those that show a page (HDRHighlights, LiveView) are targets of the package itself.
let names = ["EditorChain", "MetalDisplay", "OwnFilter", "RAWBatch", "ThumbnailServer", "VideoDissolve"]
let sockets = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let package = Package(
  name: "examples",
  dependencies: [
    .package(name: "headroom", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: names.map {
    .executableTarget(
      name: $0,
      dependencies: [.product(name: "Headroom", package: "headroom")] + ($0 == "ThumbnailServer" ? sockets : []),
      path: $0)
  })

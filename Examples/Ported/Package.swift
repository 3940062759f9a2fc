// swift-tools-version: 6.2
import PackageDescription

// The program keeps `import CoreImage` and the others. On Linux these names stand for Headroom's modules; on Apple platforms
// nothing changes.
let apple = [
  "CoreImage", "ImageIO", "CoreGraphics", "CoreVideo", "CoreMedia", "QuartzCore", "Metal", "MetalKit", "AVFoundation",
  "UIKit", "AppKit", "UniformTypeIdentifiers", "IOSurface", "VideoToolbox", "MobileCoreServices",
].flatMap { ["-module-alias", "\($0)=Apple\($0)"] }

let package = Package(
  name: "ported",
  dependencies: [.package(name: "headroom", path: "../..")],
  targets: [
    .executableTarget(
      name: "ported",
      dependencies: [.product(name: "AppleNames", package: "headroom", condition: .when(platforms: [.linux]))],
      swiftSettings: [.unsafeFlags(apple, .when(platforms: [.linux]))])
  ]
)

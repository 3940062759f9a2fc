// swift-tools-version: 6.2
import PackageDescription

/// Language settings of every target: Swift 6 mode, warnings as errors, checked memory safety.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// Row kernels rely on fused multiply-add, half conversion and vector square roots. Without the first flag these become
// library calls; without the second every square root ends in a branch to libm. Never -Ounchecked: it leaks into other
// modules through shared specialisations.
#if arch(x86_64)
  let vectorFlags = ["-Xcc", "-march=x86-64-v3", "-Xcc", "-fno-math-errno"]
  let vectorCFlags = ["-march=x86-64-v3", "-fno-math-errno"]
#else
  let vectorFlags = ["-Xcc", "-fno-math-errno"]
  let vectorCFlags = ["-fno-math-errno"]
#endif

/// Targets that hold pixel kernels.
let kernels: [SwiftSetting] = strict + [.unsafeFlags(vectorFlags)]

/// The command carries the Swift runtime and Foundation with it: half of its start was spent on loading and relocating
/// them, and it runs where no Swift is installed. Foundation's own libraries have to be named, since its module says them
/// for the shared form only; the default linker cannot put the static ones together. Relocations are packed: two megabytes
/// of the file that the loader need not read. Nothing looks its names up in it: they take five more. No C++ exception passes
/// through it: without the index of its frames it is 1.6 smaller.
let staticRuntime: [LinkerSetting] = [
  .unsafeFlags(
    localeData + [
      "-static-stdlib", "-use-ld=lld", "-lFoundation", "-lFoundationEssentials", "-lFoundationInternationalization",
      "-l_FoundationICU", "-lCoreFoundation", "-l_FoundationCShims", "-l_FoundationCollections",
      "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--no-export-dynamic",
      "-Xlinker", "--no-eh-frame-hdr",
    ], .when(platforms: [.linux]))
]

/// In packages an object file that takes the place of the runtime's 34 MB of locale data (Scripts/trim-locale-data).
var localeData: [String] { Context.environment["HEADROOM_LOCALE_DATA"].map { [$0] } ?? [] }

/// From numbers to the objects of Core Image: what all that lies above builds on, lowest first.
let imaging: [Target.Dependency] = [
  "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine", "HeadroomImageIO",
  "HeadroomImage",
]

/// Modules that clients see under Apple's names: `-module-alias CoreImage=AppleCoreImage` and so on. Never targets of those
/// names themselves: a client with another package that has one would not build.
let appleModules = [
  "CoreImage", "ImageIO", "CoreGraphics", "CoreVideo", "CoreMedia", "QuartzCore", "Metal", "MetalKit", "AVFoundation",
  "UIKit", "AppKit", "UniformTypeIdentifiers", "IOSurface", "VideoToolbox", "MobileCoreServices",
]

/// What such clients pass to the compiler.
let appleAliases: SwiftSetting = .unsafeFlags(appleModules.flatMap { ["-module-alias", "\($0)=Apple\($0)"] })

let package = Package(
  name: "headroom",
  products: [
    .library(name: "Headroom", targets: ["Headroom"]),
    // The same under Apple's module names; see Documentation/AppleNames.md.
    .library(name: "AppleNames", targets: appleModules.map { "Apple\($0)" }),
    // A page of a browser as a program's screen; needs the trait.
    .library(name: "HeadroomViewerServer", targets: ["HeadroomViewerServer"]),
    .executable(name: "headroom", targets: ["HeadroomCommand"]),
  ],
  // What only the viewer needs is fetched and built only where it is asked for (`swift build --traits Viewer`, as the Makefile
  // does): a client of the library pays for no web server.
  traits: [.trait(name: "Viewer", description: "The web viewer, `headroom view`.")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    // C libraries and the only C we write.
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CDE265", pkgConfig: "libde265", providers: [.apt(["libde265-dev"])]),
    .systemLibrary(name: "CDAV1D", pkgConfig: "dav1d", providers: [.apt(["libdav1d-dev"])]),
    // No pkg-config name, which would link it: the shim loads the library when a picture is encoded.
    .systemLibrary(name: "CX265", providers: [.apt(["libx265-dev"])]),
    // Headers only: the libraries take time to load and are opened when first needed.
    .systemLibrary(name: "CAOM", providers: [.apt(["libaom-dev"])]),
    .systemLibrary(name: "CJXL", providers: [.apt(["libjxl-dev"])]),
    .systemLibrary(name: "CWEBP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CTIFF", providers: [.apt(["libtiff-dev"])]),
    // The C library alone; the C++ one takes more than a millisecond to load and is opened when a file needs it.
    .systemLibrary(name: "CEXR", providers: [.apt(["libopenexr-dev"])]),
    // What text needs, opened when the first is drawn.
    .systemLibrary(name: "CFREETYPE", providers: [.apt(["libfreetype-dev"])]),
    .systemLibrary(name: "CHARFBUZZ", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFONTCONFIG", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CFRIBIDI", providers: [.apt(["libfribidi-dev"])]),
    .target(
      name: "CHeadroomCodecs",
      dependencies: [
        "CHeadroomSystem", "CJPEG", "CPNG", "CDE265", "CDAV1D", "CX265", "CAOM", "CJXL", "CWEBP", "CTIFF", "CEXR",
      ],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("OpenEXRCore")]),
    // zlib alone: what containers need of it, without a codec.
    .target(name: "CHeadroomDeflate", linkerSettings: [.linkedLibrary("z")]),
    // Fonts, shaping, directions. FreeType's headers lie in a folder of their own, for which there is no name without linking it.
    .target(
      name: "CHeadroomText", dependencies: ["CFREETYPE", "CHARFBUZZ", "CFONTCONFIG", "CFRIBIDI"],
      cSettings: [.unsafeFlags(["-I/usr/include/freetype2"])]),
    // Camera files. No pkg-config name, which would link the library: the shim loads it when the first one is opened.
    .systemLibrary(name: "CLIBRAW", providers: [.apt(["libraw-dev"])]),
    // Data of lenses, opened when the first is looked up.
    .systemLibrary(name: "CLENSFUN", providers: [.apt(["liblensfun-dev", "liblensfun-data-v1"])]),
    .target(name: "CHeadroomRAW", dependencies: ["CLIBRAW", "CLENSFUN"]),
    // Tables of ICC profiles, opened when the first profile has nothing else.
    .systemLibrary(name: "CLCMS", providers: [.apt(["liblcms2-dev"])]),
    .target(name: "CHeadroomICC", dependencies: ["CLCMS"]),
    // SHA-256, opened with the first digest: no pkg-config name, which would link it.
    .systemLibrary(name: "CCRYPTO", providers: [.apt(["libssl-dev"])]),
    .target(name: "CHeadroomCrypto", dependencies: ["CCRYPTO"]),
    // Video for the viewer, opened when the first page asks for it.
    .systemLibrary(name: "CVPX", providers: [.apt(["libvpx-dev"])]),
    .target(name: "CHeadroomVPX", dependencies: ["CVPX"]),
    // Films: headers only, the libraries are opened with the first film.
    .systemLibrary(
      name: "CFFMPEG",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev"])]),
    .target(name: "CHeadroomMedia", dependencies: ["CFFMPEG"]),
    .target(name: "CHeadroomMath", cSettings: [.unsafeFlags(vectorCFlags)]),
    .target(name: "CHeadroomSystem"),

    // Libraries, lowest first. Arrows point down only.
    .target(name: "HeadroomColor", dependencies: ["CHeadroomMath"], swiftSettings: strict),
    // The compiler of kernel text: no pixels, no planner, no processor, below it only the functions of numbers.
    .target(name: "HeadroomKernelLanguage", dependencies: ["CHeadroomMath"], swiftSettings: strict),
    .target(
      name: "HeadroomPixels", dependencies: ["HeadroomColor", "CHeadroomMath", "CHeadroomSystem"],
      swiftSettings: kernels),
    // Kernel text over rows of pixels.
    .target(
      name: "HeadroomKernelRows", dependencies: ["HeadroomKernelLanguage", "HeadroomPixels", "CHeadroomSystem"],
      swiftSettings: kernels),
    // Of HeadroomPixels only the ledger of memory.
    .target(
      name: "HeadroomContainers",
      dependencies: ["HeadroomColor", "HeadroomPixels", "CHeadroomDeflate", "CHeadroomSystem"], swiftSettings: strict),
    // Batches as values: manifests, shards, claims, reports, simulation. No pixels.
    .target(
      name: "HeadroomBatch", dependencies: ["HeadroomContainers", "CHeadroomCrypto", "CHeadroomSystem"],
      swiftSettings: strict),
    .target(name: "HeadroomGraphics", dependencies: ["HeadroomColor", "HeadroomPixels"], swiftSettings: kernels),
    // Recipe, planner, renderers: no file, no container, no name of Apple's but geometry.
    .target(
      name: "HeadroomEngine",
      dependencies: ["HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "CHeadroomMath"],
      swiftSettings: kernels),
    .target(
      name: "HeadroomImageIO",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "CHeadroomCodecs",
        "CHeadroomDeflate", "CHeadroomICC", "CHeadroomMath", "CHeadroomSystem",
      ],
      swiftSettings: kernels),
    .target(
      name: "HeadroomImage",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine",
        "HeadroomImageIO", "HeadroomKernelLanguage", "HeadroomKernelRows", "CHeadroomMath",
      ],
      swiftSettings: kernels),
    // Codes, and text: the only user of fonts.
    .target(
      name: "HeadroomSymbols",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomGraphics", "HeadroomEngine", "HeadroomImage", "CHeadroomText",
      ],
      swiftSettings: kernels),
    // A file for each filter, and the list of them; what makes filters by their names.
    .target(
      name: "HeadroomFilters",
      dependencies: imaging + ["HeadroomSymbols", "HeadroomKernelLanguage", "CHeadroomMath"],
      swiftSettings: kernels,
      plugins: ["FilterRegistry"]),
    // Sensors' files: from bytes to linear light, and the recipe that develops it.
    .target(
      name: "HeadroomRAW",
      dependencies: imaging + [
        "HeadroomFilters", "CHeadroomDeflate", "CHeadroomMath", "CHeadroomRAW", "CHeadroomSystem",
      ],
      swiftSettings: kernels),
    // One way from a picture to a file.
    .target(
      name: "HeadroomPictures",
      dependencies: imaging + ["HeadroomFilters", "HeadroomRAW", "CHeadroomSystem"],
      swiftSettings: kernels),
    // Screens, layers, textures, image views: what a display makes of a picture.
    .target(
      name: "HeadroomDisplay",
      dependencies: imaging + [
        "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "CHeadroomSystem",
      ],
      swiftSettings: kernels),
    // Moving pictures: FFmpeg's libraries open when the first film is, and nobody else sees them.
    .target(
      name: "HeadroomVideo",
      dependencies: imaging + [
        "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomDisplay", "CHeadroomMedia",
        "CHeadroomSystem",
      ],
      swiftSettings: kernels),
    .target(
      name: "Headroom",
      dependencies: imaging + [
        "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomDisplay", "HeadroomVideo",
        "HeadroomNames",
      ],
      swiftSettings: strict),
    // Names that would hide others beside them; see its one file.
    .target(
      name: "HeadroomNames", dependencies: ["HeadroomGraphics", "HeadroomImageIO", "HeadroomPictures"],
      swiftSettings: strict),
    .systemLibrary(name: "AppleCIFilterBuiltins", path: "Sources/AppleNames/CIFilterBuiltins"),
    // The viewer: what it answers to whom. No sockets.
    .target(
      name: "HeadroomViewer",
      dependencies: imaging + [
        "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomDisplay", "CHeadroomSystem",
      ],
      resources: [.embedInCode("Page")],
      swiftSettings: kernels),
    // Its sockets, HTTP, WebSocket, TLS, video. Empty without the trait.
    .target(
      name: "HeadroomViewerServer",
      dependencies: [
        "HeadroomViewer", "HeadroomPixels", "HeadroomContainers", "HeadroomDisplay", "HeadroomGraphics",
        .target(name: "CHeadroomVPX", condition: .when(traits: ["Viewer"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Viewer"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Viewer"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Viewer"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Viewer"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Viewer"])),
      ],
      swiftSettings: strict),
    // All libraries by name, though the first brings the others: only so is the command compiled again when what the
    // package sees of one changes. A class with other fields was once written to where the old ones were.
    .executableTarget(
      name: "HeadroomCommand",
      dependencies: [
        "Headroom", "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine",
        "HeadroomImageIO", "HeadroomImage", "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures",
        "HeadroomDisplay", "HeadroomVideo", "HeadroomViewer", "HeadroomViewerServer", "HeadroomKernelLanguage",
        "HeadroomBatch",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict, linkerSettings: staticRuntime),

    // A program whose screen is a page, as Documentation/Displays.md has it.
    .executableTarget(
      name: "live-view", dependencies: ["Headroom", "HeadroomViewerServer"], path: "Examples/LiveView",
      packageAccess: false),
    // A film with a compositor of its own, played on a page and exported.
    .executableTarget(
      name: "hdr-highlights", dependencies: ["Headroom", "HeadroomViewerServer"], path: "Examples/HDRHighlights",
      packageAccess: false),

    // The list of filters, written at build time from the files in HeadroomFilters.
    .executableTarget(name: "FilterRegistryTool", swiftSettings: strict),
    .plugin(name: "FilterRegistry", capability: .buildTool(), dependencies: ["FilterRegistryTool"]),

    // Tests.
    .target(
      name: "HeadroomWriterScenarios",
      dependencies: ["HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomImageIO"],
      path: "Fuzz/Scenarios", swiftSettings: strict),
    .target(
      name: "HeadroomMovieScenarios", dependencies: ["HeadroomContainers"], path: "Fuzz/Movies", swiftSettings: strict),
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    .target(name: "HeadroomTestSupport", path: "Tests/HeadroomTestSupport", swiftSettings: strict),
    // Pictures and random recipes.
    .target(
      name: "HeadroomImageTestSupport",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomGraphics", "HeadroomEngine", "HeadroomImage", "HeadroomFilters",
        "HeadroomPictures", "HeadroomTestSupport",
      ],
      path: "Tests/HeadroomImageTestSupport", swiftSettings: kernels),
    .testTarget(
      name: "HeadroomColorTests", dependencies: ["HeadroomColor", "HeadroomTestSupport"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomKernelLanguageTests", dependencies: ["HeadroomKernelLanguage", "HeadroomTestSupport"],
      exclude: ["Peer", "Written"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomKernelRowsTests",
      dependencies: ["HeadroomKernelRows", "HeadroomKernelLanguage", "HeadroomPixels", "HeadroomTestSupport"],
      swiftSettings: kernels),
    .testTarget(
      name: "HeadroomPixelsTests", dependencies: ["HeadroomColor", "HeadroomPixels", "HeadroomTestSupport"],
      swiftSettings: kernels),
    .testTarget(
      name: "HeadroomGraphicsTests",
      dependencies: ["HeadroomColor", "HeadroomPixels", "HeadroomGraphics", "HeadroomTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomContainersTests",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomTestSupport", "HeadroomMovieScenarios",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomBatchTests", dependencies: ["HeadroomBatch", "HeadroomContainers", "HeadroomTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomImageIOTests",
      // Of HeadroomPictures the destinations, whose files sources read.
      dependencies: imaging + [
        "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomTestSupport", "HeadroomWriterScenarios",
      ],
      exclude: ["OpenEXR/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "HeadroomRAWTests",
      dependencies: imaging + [
        "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomTestSupport", "HeadroomImageTestSupport",
      ],
      swiftSettings: kernels),
    .testTarget(name: "HeadroomEngineTests", dependencies: ["HeadroomTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "HeadroomImageTests",
      dependencies: imaging + [
        "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomKernelLanguage",
        "HeadroomTestSupport", "HeadroomImageTestSupport", "CAllocationCount",
      ],
      swiftSettings: kernels),
    .testTarget(
      name: "HeadroomFiltersTests",
      dependencies: imaging + [
        "HeadroomSymbols", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomTestSupport",
        "HeadroomImageTestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: kernels),
    .testTarget(
      name: "HeadroomPicturesTests",
      dependencies: imaging + [
        "HeadroomFilters", "HeadroomRAW", "HeadroomPictures", "HeadroomTestSupport", "HeadroomImageTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomDisplayTests",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine", "HeadroomImage",
        "HeadroomSymbols", "HeadroomFilters", "HeadroomPictures", "HeadroomDisplay", "HeadroomTestSupport",
      ],
      swiftSettings: kernels),
    .testTarget(
      name: "HeadroomVideoTests",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomImage",
        "HeadroomFilters", "HeadroomDisplay", "HeadroomVideo", "HeadroomTestSupport", "HeadroomImageTestSupport",
        "HeadroomMovieScenarios",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadroomViewerTests",
      dependencies: [
        "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine", "HeadroomImage",
        "HeadroomFilters", "HeadroomPictures", "HeadroomDisplay", "HeadroomViewer", "HeadroomViewerServer",
        "HeadroomTestSupport",
      ],
      swiftSettings: strict),
    // The API as another package has it: `import Headroom`, no package access, no settings of ours. The engine is named so that
    // they are compiled again when its types get other fields, as the command is.
    .testTarget(
      name: "HeadroomClientTests", dependencies: ["Headroom", "HeadroomEngine", "HeadroomImage", "HeadroomFilters"],
      packageAccess: false),
    // The same for programs in Swift 5 mode, which hold on to what no actor owns.
    .testTarget(
      name: "HeadroomSwift5ClientTests",
      dependencies: ["Headroom", "HeadroomEngine", "HeadroomImage", "HeadroomFilters"],
      packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // The same for programs that keep Apple's import lines.
    .testTarget(
      name: "AppleNamesTests", dependencies: appleModules.map { .init(stringLiteral: "Apple\($0)") },
      packageAccess: false,
      swiftSettings: [
        .swiftLanguageMode(.v5), appleAliases,
        // The test library would look for overlays of its own beside these names.
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
      ]),
    .testTarget(name: "FilterRegistryToolTests", dependencies: ["FilterRegistryTool"], swiftSettings: strict),
    // They run the command, which is built beside them; to depend on it would link it into the tests, runtime and all.
    .testTarget(
      name: "HeadroomCommandTests",
      dependencies: ["Headroom", "HeadroomPictures", "HeadroomVideo", "HeadroomTestSupport"],
      swiftSettings: strict),
  ]
)

package.targets += appleModules.map { name in
  .target(
    name: "Apple\(name)", dependencies: ["Headroom"] + (name == "CoreImage" ? ["AppleCIFilterBuiltins"] : []),
    path: "Sources/AppleNames/\(name)", swiftSettings: strict)
}

// The fuzzer instruments everything it runs and brings its own loop, so its target exists only where Fuzz/run asks.
if Context.environment["HEADROOM_FUZZ"] != nil {
  let sanitizers = ["-sanitize=fuzzer,address"]
  for target in package.targets where target.type == .regular {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(sanitizers)]
    if target.name.hasPrefix("C") {
      target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]
    }
  }
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "headroom-fuzz",
      dependencies: [
        "CFuzzer", "HeadroomColor", "HeadroomPixels", "HeadroomContainers", "HeadroomGraphics", "HeadroomEngine",
        "HeadroomImageIO", "HeadroomImage", "HeadroomFilters", "HeadroomRAW", "HeadroomPictures",
        "HeadroomKernelLanguage", "HeadroomKernelRows", "HeadroomWriterScenarios",
        "HeadroomMovieScenarios", "HeadroomVideo",
      ],
      path: "Fuzz/Sources", swiftSettings: strict + [.unsafeFlags(sanitizers)],
      // The Swift linker's default cannot link the sanitizer's runtime.
      linkerSettings: [.unsafeFlags(sanitizers + ["-use-ld=lld"])]),
  ]
}

internal import Foundation
internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// Kernels in `Written`, with the idioms that people use: macros, structures, lambdas, shaders in the same file.
@Suite struct WrittenKernelTests {
  @Test(arguments: WrittenKernels.names) func `A kernel as people write it compiles, and both forms agree`(
    _ name: String
  ) throws {
    let source = try WrittenKernels.source(name)
    let result = KernelText(dialect: source.dialect).compile(SourceText(name: name, bytes: source.bytes))
    if result.program == nil { Issue.record("\(result.report)") }
    try Agreement.check(try #require(result.program), name, pixels: 40)
  }

  @Test(
    .enabled(if: ClangPeer.compiler != nil, "no clang++ on the PATH"),
    arguments: WrittenKernels.names.filter { !WrittenKernels.needMore.contains($0) })
  func `Clang makes the same pixels of a kernel as people write it`(_ name: String) throws {
    try ClangAgreementTests.check(try WrittenKernels.source(name))
  }
}

enum WrittenKernels {
  /// What needs more than the shim of the vector types has: shaders' attributes, `array`, `sincos` with two results, limits of
  /// half, vectors of lists in braces, functions of CIKL that the older compilers had.
  static let needMore: Set<String> = [
    "beside-shaders.metal", "beside-compute.metal", "effects.cikernel", "gradient-map.metal", "halves.metal",
    "halftone.metal", "kuwahara.metal", "lens.metal", "macros.metal", "templates.metal", "tonemap.metal",
  ]

  private static var folder: URL {
    TestData.packageRoot.appending(path: "Tests/HeadroomKernelLanguageTests/Written")
  }

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  static func source(_ name: String) throws -> RealSource {
    RealSource(
      name: name, bytes: try [UInt8](Data(contentsOf: folder.appending(path: name))),
      dialect: name.hasSuffix(".metal") ? .metal : .coreImage, kernels: [])
  }
}

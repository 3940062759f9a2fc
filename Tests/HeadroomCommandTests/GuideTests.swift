import Foundation
import HeadroomTestSupport
import Testing

/// The guides, as a reader tries them: the program of each is compiled and run, and prints what its page says.
@Suite struct GuideTests {
  @Test(arguments: Guides.pages)
  func `The program of a guide runs and prints what the guide says`(_ page: String) throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: "{}")
    let compiled = try Guides.compile(Guides.program(of: page), to: "program", in: scratch)
    try #require(compiled.status == 0, "\(compiled.errors)")
    let before = Set(scratch.contents)
    let result = try Shell.run("./program", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == Guides.printed(by: page))
    for made in Set(scratch.contents).subtracting(before) {
      let verb = made.hasSuffix(".mov") ? ["video", "info"] : ["info"]
      #expect(try Headroom.run(verb + [made], in: scratch.folder).status == 0, "\(made)")
    }
  }

  @Test func `There are seven guides, and each is linked from the first page`() throws {
    let root = TestData.packageRoot.appending(path: "\(Guides.folder)/Headroom.md")
    let front = try String(contentsOf: root, encoding: .utf8)
    #expect(Guides.pages.count == 7)
    for page in Guides.pages {
      let name = URL(filePath: page).deletingPathExtension().lastPathComponent
      #expect(front.contains("<doc:\(name)>"), "\(name)")
    }
  }

  @Test(arguments: Guides.pages.flatMap(Guides.manifests))
  func `The pieces of manifests are Swift`(_ piece: String) throws {
    let scratch = try Scratch()
    try Data(("import PackageDescription\n" + piece).utf8).write(to: scratch.file("Package.swift"))
    let result = try Shell.run(
      #"swiftc -typecheck -package-description-version 6.2.0 -I "$(dirname "$(command -v swiftc)")/../lib/swift/pm/ManifestAPI" Package.swift"#,
      in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Blocks of the other pages: whole programs have imports, pieces use what a reader has.
  @Test(arguments: ["Displays", "Kernels", "RAW", "Video"])
  func `Every piece of Swift of a page compiles`(_ page: String) throws {
    let scratch = try Scratch()
    let blocks = Guides.blocks("swift", of: "Documentation/\(page).md")
    #expect(!blocks.isEmpty)
    for block in blocks {
      let isWhole = block.hasPrefix("import ")
      let effects = block.contains("await") ? "async throws" : "throws"
      let source = isWhole ? block : "\(Self.given)func piece() \(effects) {\n\(block)\n}\n"
      let compiled = try Guides.compile(source, to: "piece", in: scratch, flags: isWhole ? "" : "-suppress-warnings")
      #expect(compiled.status == 0, "\(block)\n\(compiled.errors)")
    }
  }

  /// What pieces of code take from around them.
  private static let given = """
    import Foundation
    import Headroom
    import HeadroomViewerServer
    let (url, output, shared) = (URL(filePath: "a"), URL(filePath: "b"), URL(filePath: "c"))
    let (photo, text) = (CIImage.empty(), "")
    let (context, space) = (CIContext(), CGColorSpace(name: CGColorSpace.displayP3)!)
    nonisolated(unsafe) let queue = MTLCreateSystemDefaultDevice()!.makeCommandQueue()!
    nonisolated(unsafe) let (layer, view) = (CALayer(), UIView())
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
    let image: CGImage? = nil

    """
}

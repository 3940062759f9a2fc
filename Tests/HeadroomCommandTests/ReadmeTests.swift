import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// The README's example of the library, run as it stands there.
private enum Example {
  static let begin = #line
  static func run(_ url: URL, _ output: URL) throws {
    // A phone photo with its gain map applied: light, 1.0 = reference white, highlights above.
    let photo = CIImage(contentsOf: url, options: [.expandToHDR: true, .applyOrientationProperty: true])!

    let exposure = CIFilter.exposureAdjust()
    exposure.inputImage = photo
    exposure.ev = -0.5
    let edited = exposure.outputImage!

    // Nothing has been computed yet. Write an SDR picture with a gain map that leads back to the HDR one.
    let context = CIContext()
    try context.writeJPEGRepresentation(
      of: edited.applyingFilter("CIToneMapHeadroom"), to: output,
      colorSpace: CGColorSpace(name: CGColorSpace.displayP3)!, options: [.hdrImage: edited])
  }
  static let end = #line
}

@Suite struct ReadmeTests {
  @Test func `The README shows this very code`() throws {
    // From the line behind the head of the function to the one before its last brace.
    #expect(try PrintedCode.isShown(Example.begin + 2...Example.end - 2, of: #filePath, by: "README.md"))
  }

  @Test func `The example writes a picture with a gain map`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 48, height: 32) { x, y in (UInt16(20_000 + x * 500), 25_000, UInt16(y * 1000)) }.pq
    let photo = try scratch.write(fixture.bytes, to: "photo.png")
    try Example.run(URL(filePath: photo), scratch.file("result.jpg"))
    let object = try Headroom.run("info", "--json", scratch.path("result.jpg")).object()
    #expect((object["hdr"] as? [String: Any])?["kind"] as? String == "gainMap")
  }

  @Test(arguments: PrintedCommands.lines(of: "README.md", beginning: ["make"]))
  func `Every target of the README exists`(_ line: String) throws {
    let result = try Shell.run(line.replacing("make ", with: "make -n "), in: TestData.packageRoot)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `make help names every target`() throws {
    let makefile = try String(contentsOf: TestData.packageRoot.appending(path: "Makefile"), encoding: .utf8)
    let phony = try #require(makefile.split(separator: "\n").first { $0.hasPrefix(".PHONY: ") })
    let targets = phony.split(separator: " ").dropFirst().filter { $0 != "help" }
    let help = try Shell.run("make help", in: TestData.packageRoot).output
    #expect(targets.count > 8)
    for target in targets { #expect(help.contains("make \(target) "), "\(target)") }
  }

  @Test func `CONTRIBUTING lists the packages that make deps installs`() throws {
    func file(_ path: String) throws -> String {
      try String(contentsOf: TestData.packageRoot.appending(path: path), encoding: .utf8)
    }
    let script = try file("Scripts/install-dependencies")
    let packages = script.matches(of: /\nneed \S+ (\S+)/).map { String($0.1) }
    let text = try file("CONTRIBUTING.md")
    #expect(packages.count > 5)
    for package in packages { #expect(text.contains(package), "\(package)") }
  }
}

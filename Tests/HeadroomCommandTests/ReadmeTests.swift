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
    let readme = try String(contentsOf: TestData.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)[(Example.begin + 1)..<(Example.end - 2)]
    // Where the lines break is the formatter's business.
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    #expect(words(readme).contains(words(lines.joined())))
  }

  @Test func `The example writes a picture with a gain map`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 48, height: 32) { x, y in (UInt16(20_000 + x * 500), 25_000, UInt16(y * 1000)) }.pq
    let photo = try scratch.write(fixture.bytes, to: "photo.png")
    try Example.run(URL(filePath: photo), scratch.file("result.jpg"))
    let object = try Headroom.run("info", "--json", scratch.path("result.jpg")).object()
    #expect((object["hdr"] as? [String: Any])?["kind"] as? String == "gainMap")
  }

  /// The lines of the README's blocks that begin with these words, without their comments.
  private static func commands(_ names: String...) -> [String] {
    let readme = try? String(contentsOf: TestData.packageRoot.appending(path: "README.md"), encoding: .utf8)
    return (readme ?? "").split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    "), names.contains(where: { line.dropFirst(4).hasPrefix($0 + " ") }) else { return nil }
      return line.split(separator: " #")[0].trimmingCharacters(in: .whitespaces)
    }
  }

  /// Small pictures under the names that the README uses.
  private static let samples = Result {
    let scratch = try Scratch()
    func run(_ arguments: String...) throws {
      let result = try Headroom.run(arguments, in: scratch.folder)
      if result.status != 0 { throw SampleFailure(text: result.errors) }
    }
    try run("demo", "--width", "128", "--quiet", "--output-directory", ".")
    try run("convert", "scene.jpg", "photo.jpg", "--overwrite")
    for name in ["photo.heic", "photo.avif", "render.exr"] { try run("convert", "scene.jpg", name) }
    for name in ["master.png", "a.png"] { try run("convert", "scene-pq.png", name) }
    for name in ["in.jpg", "b.jpg"] { try run("convert", "scene.jpg", name) }
    try run("thumbnail", "scene.jpg", "logo.png", "--format", "png", "--size", "24")
    for name in ["mask.png", "other.jpg"] { try run("convert", "scene.jpg", name, "--rendition", "sdr", "--quiet") }
    let sensor = PlainDNG.neutral(width: 64, height: 48) { x, y in 0.01 + 0.015 * Double(x) + 0.002 * Double(y) }
    try Data(sensor.bytes).write(to: scratch.file("IMG.dng"))
    let recipe = """
      {"schema": 1, "inputs": ["photo"], "output": "soft", "nodes": [
        {"id": "soft", "filter": "CIGaussianBlur", "image": "photo", "inputRadius": 4}]}
      """
    try Data(recipe.utf8).write(to: scratch.file("recipe.json"))
    let kernel = "kernel vec4 zebra(__sample s, float limit) { return s.r > limit ? vec4(1.0, 0.0, 0.0, s.a) : s; }"
    try Data(kernel.utf8).write(to: scratch.file("zebra.cikernel"))
    try run("convert", "scene.jpg", "photo.jpg", "--output-directory", "photos/trip", "--format", "jpeg")
    for name in scratch.contents where name.hasPrefix("scene") {
      try FileManager.default.removeItem(at: scratch.file(name))
    }
    return scratch
  }

  private struct SampleFailure: Error {
    let text: String
  }

  @Test(arguments: commands("headroom", "find"))
  func `Every command line of the README runs`(_ line: String) throws {
    let samples = try Self.samples.get()
    let scratch = try Scratch()
    // What a line writes is not there before.
    for name in samples.contents where !(line.hasPrefix("headroom convert") && line.hasSuffix(" \(name)")) {
      try FileManager.default.copyItem(at: samples.file(name), to: scratch.file(name))
    }
    if line.contains("-odd-name.jpg") {
      try FileManager.default.copyItem(at: samples.file("photo.jpg"), to: scratch.file("-odd-name.jpg"))
    }
    // A server goes on until it is told to stop.
    let command = line.hasPrefix("headroom view") ? "timeout -s INT 3 \(line); test $? -eq 124" : line
    let result = try Shell.run("set -o pipefail; " + command, in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: commands("make"))
  func `Every target of the README exists`(_ line: String) throws {
    let result = try Shell.run(line.replacing("make ", with: "make -n "), in: TestData.packageRoot)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func `There are lines to run`() {
    #expect(Self.commands("headroom", "find").count > 20)
    #expect(Self.commands("make").count >= 3)
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

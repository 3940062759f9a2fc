import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// The README's example of the library, run as it stands there.
private enum Example {
  static let begin = #line
  static func brighten(_ photo: URL, into result: URL) throws {
    let hdr = try CIImage(reading: photo, options: [.expandToHDR: true, .applyOrientationProperty: true])
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
    let sdr = hdr.applyingFilter("CIToneMapHeadroom", parameters: ["inputTargetHeadroom": 1.0])
    guard let displayP3 = CGColorSpace(name: CGColorSpace.displayP3) else { return }
    try CIContext().writeJPEGRepresentation(of: sdr, to: result, colorSpace: displayP3, options: [.hdrImage: hdr])
  }
  static let end = #line
}

@Suite struct ReadmeTests {
  @Test func `The README shows this very code`() throws {
    let readme = try String(contentsOf: TestData.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    for line in source[Example.begin..<(Example.end - 1)] {
      let code = line.replacing("static func", with: "func").trimmingCharacters(in: .whitespaces)
      #expect(readme.contains(code), "\(code)")
    }
  }

  @Test func `The example writes a picture with a gain map`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 48, height: 32) { x, y in (UInt16(20_000 + x * 500), 25_000, UInt16(y * 1000)) }.pq
    let photo = try scratch.write(fixture.bytes, to: "photo.png")
    try Example.brighten(URL(filePath: photo), into: scratch.file("result.jpg"))
    let object = try Headroom.run("info", "--json", scratch.path("result.jpg")).object()
    #expect((object["hdr"] as? [String: Any])?["kind"] as? String == "gainMap")
  }

  @Test func `Every verb of the README exists`() throws {
    let readme = try String(contentsOf: TestData.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let verbs = Set(readme.matches(of: /\n    headroom ([a-z]+)/).map { String($0.1) })
    #expect(verbs.count >= 6)
    for verb in verbs { #expect(try Headroom.run(verb, "--help").status == 0) }
  }
}

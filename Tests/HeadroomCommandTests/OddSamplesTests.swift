import Foundation
import Testing

/// Samples that no file of integers and no lossy codec can hold.
@Suite struct OddSamplesTests {
  private static let picture: [UInt8] = {
    var samples = [Float](repeating: 0.5, count: 40 * 40 * 3)
    samples[100] = .nan
    samples[200] = .infinity
    samples[300] = 1e20
    var data = Array("PF\n40 40\n-1.0\n".utf8)
    for sample in samples { data += (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * UInt32($0))) } }
    return data
  }()

  /// As many as the format cannot hold; in integers 1e20 is bright, and nothing else.
  @Test(arguments: [("o.jxl", 3), ("o.png", 2), ("o.jpg", 2), ("o.avif", 2), ("o.exr", 0), ("o.pfm", 0)])
  func `one warning says how many samples were changed`(_ name: String, _ count: Int) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.picture, to: "in.pfm")
    let result = try Headroom.run("convert", input, scratch.path(name))
    #expect(result.status == 0, "\(result.errors)")
    let warnings = result.errorLines.filter { $0.contains("NaN") }
    #expect(warnings.count == (count > 0 ? 1 : 0))
    if count > 0 { #expect(warnings[0].contains("\(count) samples are NaN")) }
  }

  /// What is infinite is read as the largest half, which is beyond what JPEG XL takes.
  @Test(arguments: [("o.exr", 3), ("o.tiff", 3), ("o.jxl", 4)])
  func `what halves do not hold is counted`(_ name: String, _ count: Int) throws {
    let scratch = try Scratch()
    var picture = Self.picture
    // 70000, of the sample behind the infinity.
    picture.replaceSubrange(
      picture.count - 40 * 40 * 12 + 4 * 201..<picture.count - 40 * 40 * 12 + 4 * 202, with: [0, 0xB8, 0x88, 0x47])
    let input = try scratch.write(picture, to: "in.pfm")
    // Rendered, and as it is; the writer makes halves of both.
    for (index, more) in [[], ["--flip", "h"]].enumerated() {
      let output = scratch.path("\(index)\(name)")
      let result = try Headroom.run(["convert", input, output, "--depth", "half"] + more)
      #expect(result.status == 0, "\(result.errors)")
      let warnings = result.errorLines.filter { $0.contains("NaN") }
      #expect(warnings.count == 1 && warnings[0].contains("\(count) samples are NaN"), "\(result.errors)")
      #expect(result.errors.contains("1 samples are infinite; they are taken for 65504"), "\(result.errors)")
      let info = try Headroom.run("info", "--json", output).object()
      #expect(info["bitDepth"] as? Int == 16)
    }
  }
}

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
      #expect(result.errors.contains("1 sample is infinite; it is taken for 65504"), "\(result.errors)")
      let info = try Headroom.run("info", "--json", output).object()
      #expect(info["bitDepth"] as? Int == 16)
    }
  }

  /// A few samples among ones of a half.
  private static func light(_ values: [Float]) -> [UInt8] {
    FixturePFM(width: 40, height: 40) { x, y in
      let value = y == 3 && x < values.count ? values[x] : 0.5
      return (value, 0.5, 0.5)
    }.bytes
  }

  @Test func `Infinite light of Radiance files is what it is elsewhere, edited or not`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.light([.infinity]), to: "in.pfm")
    for (name, more) in [("a.hdr", []), ("b.hdr", ["--flip", "h"])] {
      let result = try Headroom.run(["convert", "in.pfm", name, "--exposure", "0"] + more, in: scratch.folder)
      #expect(result.status == 0 && result.errorLines.count == 1, "\(result.errors)")
      #expect(result.errors.contains("65504"), "\(result.errors)")
      let line = ["pixels", name, "--format", "npy", "--color-space", "extendedLinearSRGB"]
      let back = try Headroom.run(line, in: scratch.folder)
      // 255.875 steps of a mantissa of 8 bits.
      #expect(try PixelRows(npy: back.output).values.max() == 65536)
    }
  }

  @Test(arguments: ["o.exr", "o.png", "o.jpg"])
  func `Samples that are no numbers are counted in rows as in whole pictures`(_ name: String) throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.light([.infinity, .nan, -.infinity]), to: "in.pfm")
    let line = ["convert", "in.pfm", name, "--overwrite", "--exposure", "0", "--flip", "h"]
    let whole = try Headroom.run(line, in: scratch.folder)
    let rows = try Headroom.run(line + ["--rows-from", "1"], in: scratch.folder)
    #expect(rows.errors.contains(name == "o.exr" ? "2 samples are infinite" : "3 samples are NaN"), "\(rows.errors)")
    #expect(whole.errorLines.sorted() == rows.errorLines.sorted())
  }

  @Test func `What halves lose in the dark is counted`() throws {
    let scratch = try Scratch()
    // Half of the smallest half and less become 0; more than that becomes the smallest.
    _ = try scratch.write(Self.light([1e-9, -2e-10, 0x1p-25, 0x1.8p-25, 0]), to: "in.pfm")
    for more in [[], ["--rows-from", "1"], ["--flip", "h"]] {
      let line = ["convert", "in.pfm", "o.exr", "--overwrite", "--exposure", "0", "--depth", "half"] + more
      let result = try Headroom.run(line, in: scratch.folder)
      #expect(result.errors.contains("3 samples are too small for half floats; written as 0"), "\(result.errors)")
      #expect(result.errorLines.count == 1, "\(result.errors)")
    }
    let whole = try Headroom.run("convert", "in.pfm", "w.exr", "--exposure", "0", in: scratch.folder)
    #expect(whole.errors.isEmpty, "\(whole.errors)")
  }
}

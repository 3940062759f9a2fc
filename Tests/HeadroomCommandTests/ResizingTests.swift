import Foundation
import HeadroomTestSupport
import Testing

/// Pictures that are made smaller and larger by the command stay within their own light.
@Suite struct ResizingTests {
  private static let disc = FixturePFM(width: 96, height: 96) { x, y in
    let isInside = (x - 47) * (x - 47) + (y - 40) * (y - 40) < 700
    return isInside ? (0.06, 0.06, 0.06) : (6, 6, 6)
  }

  private func light(_ path: String, _ options: [String] = []) throws -> [Float] {
    let arguments = ["pixels", path, "--format", "npy", "--color-space", "extendedLinearSRGB"] + options
    let rows = try PixelRows(npy: Headroom.run(arguments).output)
    return (0..<rows.width * rows.height).flatMap { rows[$0 % rows.width, $0 / rows.width].prefix(3) }
  }

  @Test(arguments: ["png", "exr", "tiff"], [["--resize", "24x24"], ["--resize", "70x70"], ["--resize", "250%"]])
  func `A disc of little light on much has no ring`(_ format: String, _ size: [String]) throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.disc.bytes, to: "in.pfm")
    let output = scratch.path("out." + format)
    let result = try Headroom.run(["convert", input, output, "--rendition", "hdr"] + size)
    #expect(result.status == 0, "\(result.errors)")
    let found = try light(output)
    #expect((found.min() ?? 0) >= 0.9 * 0.06 && (found.max() ?? 9) <= 1.02 * 6)
    #expect((found.min() ?? 0) < 0.062 && (found.max() ?? 0) > 5.9)
  }

  @Test func `Neither has a thumbnail, nor an SDR picture`() throws {
    let scratch = try Scratch()
    let input = try scratch.write(Self.disc.bytes, to: "in.pfm")
    #expect(try Headroom.run("thumbnail", input, scratch.path("small.exr"), "--size", "24").status == 0)
    let small = try light(scratch.path("small.exr"))
    #expect((small.min() ?? 0) >= 0.9 * 0.06 && (small.max() ?? 9) <= 1.02 * 6)
    let codes = FixturePNG(width: 96, height: 96, bitDepth: 8) { x, y in
      let code: UInt16 = (x - 47) * (x - 47) + (y - 40) * (y - 40) < 700 ? 40 : 235
      return (code, code, code)
    }
    let sdr = try scratch.write(codes.sRGB.bytes, to: "sdr.png")
    #expect(try Headroom.run("convert", sdr, scratch.path("small.png"), "--resize", "24x24").status == 0)
    let found = try light(scratch.path("small.png")).map { TransferFunctionOfTests.sRGBCode($0) }
    #expect((found.min() ?? 0) >= 39.5 && (found.max() ?? 255) <= 235.5)
  }

  /// Held, and by rows with little memory, with one thread and with several.
  @Test func `It does not matter how it is rendered`() throws {
    let scratch = try Scratch()
    let noise = FixturePFM(width: 300, height: 200) { x, y in
      let value = Float((x * 7919 + y * 104_729 + x * y * 31) % 997) / 997
      return (value * value * 8, value, 1 - value)
    }
    let input = try scratch.write(noise.bytes, to: "in.pfm")
    for size in ["110x90", "450x280"] {
      var files: [Data] = []
      for options in [["--threads", "1"], ["--threads", "2"], ["--rows-from", "1"]] {
        let output = scratch.path("out.exr")
        let all = ["convert", input, output, "--resize", size, "--overwrite"]
        let result = try Headroom.run(all + options)
        #expect(result.status == 0, "\(result.errors)")
        files.append(try Data(contentsOf: URL(filePath: output)))
      }
      #expect(files[1] == files[0] && files[2] == files[0], "\(size)")
    }
  }
}

private enum TransferFunctionOfTests {
  static func sRGBCode(_ light: Float) -> Float {
    255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}

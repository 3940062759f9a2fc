import Foundation
import Testing

/// Conversions that decode, render and encode by rows, as large pictures do. A memory limit of nothing makes a small
/// picture one of them.
@Suite struct ConvertByRowsTests {
  private static let master = FixturePNG(width: 150, height: 97) { x, y in
    let grey = 14_000 + x * 220 + y * 90
    return (UInt16(grey + y * 60), UInt16(grey), UInt16(grey + (x * 37 + y * 11) % 3000))
  }.pq

  private static let sdr = FixturePNG(width: 131, height: 86, bitDepth: 8) { x, y in
    (UInt16((x * 5 + y * 3) % 256), UInt16((y * 7) % 256), UInt16((x * y) % 256))
  }.sRGB

  private func convert(_ input: String, _ output: String, _ options: [String]) throws {
    let result = try Headroom.run(["convert", input, output] + options)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Converts at once and by rows.
  private func both(_ scratch: Scratch, _ input: String, _ type: String, _ options: [String]) throws -> [String] {
    let outputs = ["whole.\(type)", "rows.\(type)"].map { scratch.path($0) }
    try convert(input, outputs[0], options + ["--overwrite"])
    try convert(input, outputs[1], options + ["--overwrite", "--rows-from", "1"])
    return outputs
  }

  private static let jpegOptions = [
    ["--rendition", "sdr"], ["--rendition", "sdr", "--resize", "50%"], ["--rendition", "sdr", "--rotate", "90"],
    ["--crop", "20,10,64,48"], ["--resize", "40%"], [], ["--filter", "CIExposureAdjust inputEV=0.5"],
    ["--gain-map", "rgb"],
  ]

  @Test(arguments: jpegOptions) func `A JPEG made by rows is the JPEG made at once`(options: [String]) throws {
    let scratch = try Scratch()
    for fixture in [Self.master, Self.sdr] {
      let input = try scratch.write(fixture.bytes, to: "in.png")
      if fixture.bitDepth == 8, options.contains("--gain-map") { continue }
      let outputs = try both(scratch, input, "jpg", options)
      #expect(FileManager.default.contents(atPath: outputs[0]) == FileManager.default.contents(atPath: outputs[1]))
    }
  }

  @Test func `By rows a map gets three gains where the whole picture does`() throws {
    let scratch = try Scratch()
    // Lights of BT.2020's own primaries, which Display P3 has not.
    let lights = FixturePNG(width: 120, height: 72) { x, y in
      let isLight = (x / 12 + y / 12) % 2 == 0
      return (isLight ? 46_000 : 20_000, UInt16(isLight ? 9_000 : 20_000), UInt16(x * 40 + 9_000))
    }
    let input = try scratch.write(lights.pq.bytes, to: "in.png")
    let outputs = try both(scratch, input, "jpg", [])
    for output in outputs {
      let map = try #require(try Headroom.run("info", "--json", output).object()["gainMap"] as? [String: Any])
      #expect(map["channels"] as? Int == 3)
    }
    #expect(FileManager.default.contents(atPath: outputs[0]) == FileManager.default.contents(atPath: outputs[1]))
  }

  @Test func `A gain map goes along by rows`() throws {
    let scratch = try Scratch()
    let source = try scratch.write(Self.master.bytes, to: "in.png")
    let input = scratch.path("map.jpg")
    try convert(source, input, [])
    for options in [[], ["--resize", "50%"], ["--resize", "29%", "--rotate", "90"], ["--crop", "20,10,64,48"]] {
      let outputs = try both(scratch, input, "jpg", options)
      #expect(FileManager.default.contents(atPath: outputs[0]) == FileManager.default.contents(atPath: outputs[1]))
    }
    let outputs = try both(scratch, input, "png", [])
    #expect(try pixels(outputs[0]) == pixels(outputs[1]))
  }

  @Test(arguments: ["png", "tiff"]) func `Pictures without loss made by rows have the pixels made at once`(
    type: String
  ) throws {
    let scratch = try Scratch()
    for fixture in [Self.master, Self.sdr] {
      let input = try scratch.write(fixture.bytes, to: "in.png")
      for options in [[], ["--headroom", "2"], ["--resize", "60%", "--flip", "v"]] {
        let outputs = try both(scratch, input, type, options)
        #expect(try pixels(outputs[0]) == pixels(outputs[1]))
        let facts = try outputs.map { try Headroom.run("info", "--json", $0).object() }
        for key in ["hdr", "color", "width", "height"] {
          #expect(facts[0][key] as? NSObject == facts[1][key] as? NSObject)
        }
      }
    }
  }

  @Test func `A picture that is cut is reported and leaves nothing behind`() throws {
    let scratch = try Scratch()
    let bytes = Self.master.bytes
    let input = try scratch.write(Array(bytes[..<(bytes.count / 2)]), to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.jpg"), "--rows-from", "1")
    #expect(result.status == 3)
    #expect(result.errorLines.count == 1)
    #expect(scratch.contents == ["in.png"])
  }

  private func pixels(_ path: String) throws -> [Float] {
    try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output).values
  }
}

import Foundation
import HeadroomTestSupport
import Testing

/// What `--tone-map` says where it changes nothing: the same bytes under every operator, and only then.
@Suite struct ToneMapTests {
  /// A dark picture with a lamp of six times white.
  private static let light = FixturePFM(width: 48, height: 32) { x, y in
    let isLamp = (20..<30).contains(x) && (10..<20).contains(y)
    return isLamp ? (6, 5, 4) : (0.05 + 0.004 * Float(x), 0.3, 0.2 + 0.003 * Float(y))
  }

  private static let sdr = FixturePNG(width: 16, height: 16, bitDepth: 8) { x, y in
    (UInt16(x * 16), UInt16(y * 16), 90)
  }.sRGB

  struct Case: CustomTestStringConvertible {
    let input: String
    let output: String
    let options: [String]
    /// A part of the note; nil where the operator counts.
    let note: String?

    init(_ input: String, _ output: String, _ options: String..., note: String?) {
      (self.input, self.output, self.options, self.note) = (input, output, options, note)
    }

    var testDescription: String { "\(input) to \(output) \(options.joined(separator: " "))" }
  }

  private static let own = "the file's own SDR picture is kept"
  private static let noOp = ["CIExposureAdjust", "CIAffineTransform", "CIVibrance"]

  private static let cases: [Case] =
    [
      Case("map.jpg", "a.png", "--rendition", "sdr", note: own),
      Case("map.jpg", "a.png", "--rendition", "sdr", "--resize", "50%", note: own),
      Case("map.jpg", "a.png", "--rendition", "sdr", "--crop", "9x9", "--rotate", "90", note: own),
      Case("map.jpg", "a.png", "--rendition", "sdr", "--filter", "CIVibrance amount=1", note: nil),
      Case("map.jpg", "a.jpg", note: own), Case("map.jpg", "a.jpg", "--filter", "CIExposureAdjust ev=1", note: nil),
      Case("map.jpg", "a.png", "--headroom", "1.5", note: "own gain map"),
      Case("map.jpg", "a.png", "--headroom", "1.5", "--filter", "CIExposureAdjust ev=1", note: nil),
      Case("map.jpg", "a.exr", note: "may be as bright as it is"),
      Case("light.pfm", "a.png", "--exposure", "0", note: "fits into headroom 49.26"),
      Case("light.pfm", "a.png", "--exposure", "5", note: nil),
      Case("light.pfm", "a.png", "--exposure", "0", "--color-space", "itur_2100_HLG", note: nil),
      Case("light.pfm", "a.jpg", "--exposure", "0", note: nil),
      Case("light.pfm", "a.exr", "--exposure", "0", "--headroom", "20", note: "fits into headroom 20"),
      Case("light.pfm", "a.exr", "--exposure", "0", "--headroom", "4", note: nil),
      Case(
        "light.pfm", "a.exr", "--headroom", "20", "--filter", "CIExposureAdjust ev=1", note: "fits into headroom 20"),
      Case("light.pfm", "a.exr", "--headroom", "20", "--filter", "CIExposureAdjust ev=3", note: nil),
      Case("light.pfm", "a.png", "--exposure", "0", "--filter", "CIGaussianBlur radius=3", note: "49.26"),
      Case("light.pfm", "a.png", "--exposure", "0", "--headroom", "3", "--filter", "CIBoxBlur radius=3", note: nil),
      Case("light.pfm", "a.jpg", "--exposure", "0", "--filter", "CIExposureAdjust ev=-6", note: "fits into headroom 1"),
      Case("light.pfm", "a.png", "--exposure", "0", "--headroom", "5.5", "--resize", "8x8!", note: nil),
      Case("pq.png", "a.png", "--rendition", "sdr", note: nil), Case("pq.png", "a.png", "--headroom", "2", note: nil),
      Case("pq.png", "a.png", "--rendition", "sdr", "--filter", "CIColorInvert", note: "fits into headroom 1"),
      Case(
        "pq.png", "a.png", "--headroom", "8", "--filter", "CIColorControls contrast=0.5", note: "fits into headroom 8"),
      Case("dark.png", "a.jpg", "--rendition", "sdr", note: "fits into headroom 1"),
      Case("dark.png", "a.png", "--headroom", "2", note: "fits into headroom 2"),
      Case("map.jpg", "a.exr", "--headroom", "20", "--filter", "CIVibrance amount=0.5", note: "fits into headroom 20"),
      Case("map.jpg", "a.jpg", "--rendition", "adaptive", "--resize", "50%", note: own),
      Case("sdr.png", "a.png", "--exposure", "3", note: "the input is SDR"),
      Case("sdr.png", "a.png", "--exposure", "3", "--rendition", "hdr", "--headroom", "2", note: nil),
    ] + noOp.map { Case("map.jpg", "a.png", "--rendition", "sdr", "--resize", "50%", "--filter", $0, note: own) }

  @Test(arguments: cases)
  func `An operator that changes nothing says so, and why`(_ form: Case) throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.light.bytes, to: "light.pfm")
    _ = try scratch.write(Self.sdr.bytes, to: "sdr.png")
    let made = try Headroom.run("convert", "light.pfm", "map.jpg", "--exposure", "0", in: scratch.folder)
    #expect(made.status == 0, "\(made.errors)")
    for (name, stops) in [("pq.png", "0"), ("dark.png", "-4")] {
      let line = ["convert", "light.pfm", name, "--rendition", "hdr", "--exposure", stops]
      #expect(try Headroom.run(line, in: scratch.folder).status == 0)
    }
    var files: [Data] = []
    for tone in ["reinhard", "clip"] {
      let line = ["convert", form.input, form.output, "--overwrite", "--tone-map", tone] + form.options
      let result = try Headroom.run(line, in: scratch.folder)
      #expect(result.status == 0, "\(result.errors)")
      let notes = result.errorLines.filter { $0.contains("has no effect") }
      #expect(notes.count == (form.note == nil ? 0 : 1), "\(result.errors)")
      if let note = form.note { #expect(notes.first?.contains(note) == true) }
      files.append(try Data(contentsOf: scratch.file(form.output)))
    }
    #expect((files[0] == files[1]) == (form.note != nil))
    if form.note == nil { return }
    let plain = try Headroom.run(
      ["convert", form.input, form.output, "--overwrite"] + form.options, in: scratch.folder)
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(try Data(contentsOf: scratch.file(form.output)) == files[0])
  }

  /// Any operator takes the place of the curve between the author's two pictures, whether the light fits or not.
  @Test func `An operator in the place of the author's curve is not idle`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.light.bytes, to: "light.pfm")
    let made = try Headroom.run("convert", "light.pfm", "map.jpg", "--exposure", "0", in: scratch.folder)
    #expect(made.status == 0, "\(made.errors)")
    let line = ["convert", "map.jpg", "a.png", "--rendition", "sdr", "--exposure", "-4", "--tone-map", "clip"]
    let result = try Headroom.run(line, in: scratch.folder)
    #expect(result.status == 0 && !result.errors.contains("has no effect"), "\(result.errors)")
  }
}

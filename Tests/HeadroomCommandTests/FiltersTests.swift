import Foundation
import Testing

@Suite struct FiltersTests {
  @Test func `Every filter is listed with its inputs`() throws {
    let result = try Headroom.run("filters", "--json")
    #expect(result.status == 0)
    let object = try result.object()
    #expect(object["schema"] as? Int == 1)
    let filters = try #require(object["filters"] as? [[String: Any]])
    #expect(filters.count >= 32)
    for filter in filters {
      for key in ["name", "displayName", "categories", "hdr", "inputs", "outputs"] { #expect(filter[key] != nil) }
      for input in filter["inputs"] as? [[String: Any]] ?? [] {
        for key in ["key", "type", "default", "min", "max", "least", "most", "sliderMin", "sliderMax", "identity"] {
          #expect(input[key] != nil, "\(filter["name"] ?? "") \(key)")
        }
      }
    }
  }

  @Test func `One filter is explained`() throws {
    let text = try Headroom.run("filters", "CIExposureAdjust").text
    #expect(text.contains("inputEV"))
    #expect(text.contains("Exposure Adjust"))
  }

  @Test func `An example of a scale shows a picture, not one of its pixels`() throws {
    let text = try Headroom.run("filters", "CIBicubicScaleTransform").text
    #expect(text.contains("--filter 'CIBicubicScaleTransform scale=0.5 "))
  }

  @Test func `An example whose defaults change nothing has values that do`() throws {
    let weights = try Headroom.run("filters", "CIConvolution3X3").text
    #expect(weights.contains("'CIConvolution3X3 weights=[-1,0,0,0,1,0,0,0,1] bias=0'"))
    #expect(try Headroom.run("filters", "CITemperatureAndTint").text.contains("targetNeutral=[4000,0]"))
  }

  @Test func `Examples are values that people would start with`() throws {
    for (name, words) in [
      ("CIExposureAdjust", "ev=1'"), ("CIColorControls", "brightness=0.1"), ("CIStraightenFilter", "angle=0.1"),
      ("CIMorphologyMinimum", "radius=5'"), ("CIPageCurlTransition", "extent=[0,0,640,480]"),
    ] {
      #expect(try Headroom.run("filters", name).text.contains(words), "\(name)")
    }
    // What only numbers say is said by a recipe.
    let curves = try Headroom.run("filters", "CIColorCurves").text
    #expect(curves.contains("inputCurvesData") && curves.contains("\"inputCurvesDomain\":[0"))
  }

  @Test func `The example of every filter works as it is printed`() throws {
    let scratch = try Scratch()
    let picture = FixturePNG(width: 64, height: 48) { x, y in (UInt16(x * 1000), 25_000, UInt16(y * 1000)) }
    for name in ["photo.png", "other.png"] { _ = try scratch.write(picture.bytes, to: name) }
    let script = """
      headroom convert photo.png photo.jpg --quiet || exit 1
      example() {
        mkdir $1 && cd $1 && ln -s ../photo.jpg ../other.png . || exit 1
        headroom filters $1 | sed '1,/^example$/d' > example.sh
        bash -e example.sh 2> errors || echo "$1: $(cat errors)"
        test -s out.jpg || echo "$1: no picture"
      }
      export -f example
      headroom filters | cut -d ' ' -f 1 | tee names | xargs -P 2 -I{} bash -c 'example {}'
      """
    let result = try Shell.run(script, in: scratch.folder)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output) \(result.errors)")
    let names = try String(contentsOf: scratch.file("names"), encoding: .utf8).split(separator: "\n")
    #expect(names.count > 240)
  }

  @Test func `A category narrows the list`() throws {
    let lines = try Headroom.run("filters", "--category", "Blur").lines
    #expect(lines.contains { $0.hasPrefix("CIGaussianBlur") })
    #expect(!lines.contains { $0.hasPrefix("CIExposureAdjust") })
  }

  @Test func `Unknown names are wrong usage`() throws {
    #expect(try Headroom.run("filters", "CINothing").status == 2)
    #expect(try Headroom.run("filters", "--category", "Nothing").status == 2)
  }

  @Test func `A recipe prints as text and as a graph, and its plan merges what can be merged`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(FixturePNG(width: 8, height: 8) { _, _ in (0, 0, 0) }.bytes, to: "a.png")
    let filters = ["--filter", "CIExposureAdjust ev=1", "--filter", "CIGaussianBlur radius=2"]
    let text = try Headroom.run(["graph", path] + filters)
    #expect(text.status == 0)
    #expect(text.text.contains("CIExposureAdjust"))
    let dot = try Headroom.run(["graph", path, "--optimized", "--format", "dot"] + filters)
    #expect(dot.status == 0)
    #expect(dot.text.hasPrefix("digraph"))
  }

  @Test func `Transparency that a filter makes is kept where the file can hold it, and said where it cannot`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      FixturePNG(width: 8, height: 8) { _, _ in (30_000, 30_000, 30_000) }.bytes, to: "a.png")
    let filter = ["--filter", "CIColorMatrix inputAVector=[0,0,0,0.5]"]
    let (kept, lost) = (scratch.file("kept.png").path, scratch.file("lost.jpg").path)
    #expect(try Headroom.run(["convert", path, kept] + filter).status == 0)
    let alpha = try PixelRows(npy: Headroom.run("pixels", kept, "--format", "npy").output)[3, 3][3]
    #expect(abs(alpha - 0.5) < 0.003)
    let result = try Headroom.run(["convert", path, lost] + filter)
    #expect(result.status == 0 && result.errors.contains("has no transparency"))
    let opaque = try Headroom.run("convert", path, lost, "--overwrite", "--filter", "CIGaussianBlur radius=2")
    #expect(opaque.status == 0 && opaque.errors.isEmpty)
  }

  @Test(arguments: [3, 4])
  func `A filter's holes are kept, whether or not the picture has an alpha channel that says nothing`(
    _ channels: Int
  ) throws {
    let scratch = try Scratch()
    let type = channels == 4 ? "RGB_ALPHA" : "RGB"
    var bytes = Array("P7\nWIDTH 16\nHEIGHT 8\nDEPTH \(channels)\nMAXVAL 255\nTUPLTYPE \(type)\nENDHDR\n".utf8)
    for pixel in 0..<16 * 8 { bytes += [UInt8(pixel), UInt8(2 * pixel), 90, 255].prefix(channels) }
    let input = try scratch.write(bytes, to: "in.pam")
    for name in ["out.png", "out.tif", "out.exr"] {
      let output = scratch.path(name)
      #expect(try Headroom.run("convert", input, output, "--filter", "CIMaskToAlpha").status == 0)
      #expect(try Headroom.run("info", "--json", output).object()["channels"] as? Int == 4, "\(name)")
    }
  }

  /// No image is missing: a value does not fit, and is named.
  @Test(arguments: [
    ("CIQRCodeGenerator message=a correctionLevel=X", "inputCorrectionLevel: 'X' is not one of L, M, Q, H"),
    ("CIRoundedQRCodeGenerator message=a correctionLevel=X", "inputCorrectionLevel: 'X' is not one of L, M, Q, H"),
    ("CIAztecCodeGenerator", "inputMessage: is missing"),
    (
      "CIColorCube cubeDimension=4 cubeData=AAAA",
      "inputCubeData: has 3 bytes; a cube of 4 colours along each axis has 1024"
    ),
    ("CIColorCubeWithColorSpace cubeDimension=4", "inputCubeData: has 128 bytes"),
    ("CIColorCurves curvesData=AAAA", "inputCurvesData: has 3 bytes"),
    ("CIExposureAdjust ev=1 ev=2", "inputEV: is given twice"),
    ("CIExposureAdjust ev=1 inputEV=2", "inputEV: is given twice, as 'ev' and 'inputEV'"),
    ("CIExposureAdjust evv=1", "did you mean 'ev'?"),
  ])
  func `A value that leaves a filter without a result is named`(_ filter: String, _ reason: String) throws {
    let scratch = try Scratch()
    let input = try scratch.write(
      FixturePNG(width: 8, height: 8, bitDepth: 8) { _, _ in (9, 9, 9) }.sRGB.bytes, to: "in.png")
    let result = try Headroom.run("convert", input, scratch.path("out.png"), "--filter", filter)
    #expect(result.status == 2)
    #expect(result.errors.contains(reason) && result.errorLines.count == 1, "\(result.errors)")
  }
}

import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// `render`, `graph --format json`, `--recipe`, `--grow`, and that `convert` writes what `graph` prints.
@Suite struct RecipeTests {
  /// A dark picture with a lamp of six times white, as a gain map JPEG and as PQ.
  private static func photo(_ scratch: Scratch, _ name: String = "photo.jpg") throws -> String {
    let light = try scratch.write(
      FixturePFM(width: 96, height: 64) { x, y in
        let isLamp = (40..<60).contains(x) && (20..<40).contains(y)
        return isLamp ? (6, 5, 4) : (0.05 + 0.004 * Float(x), 0.3, 0.2 + 0.003 * Float(y))
      }.bytes, to: "light.pfm")
    let path = scratch.path(name)
    #expect(try Headroom.run("convert", light, path).status == 0)
    return path
  }

  private static let chains: [[String]] = [
    ["CIGaussianBlur radius=3"], ["CIExposureAdjust ev=-1", "CIGaussianBlur radius=2", "CIVibrance amount=0.4"],
    ["CITwirlDistortion inputCenter=[30,30] inputRadius=40"], ["CIUnsharpMask", "CIColorControls saturation=1.4"],
    ["CIAffineTransform inputTransform=[0.9,0.2,-0.2,0.9,3,1]"],
    ["CIMorphologyMaximum radius=2", "CIVignette intensity=1"],
  ]

  @Test(arguments: chains, ["sdr", "hdr"])
  func `convert writes byte for byte what its graph renders`(_ chain: [String], _ rendition: String) throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let arguments = chain.flatMap { ["--filter", $0] } + ["--rendition", rendition]
    let space = ["--color-space", rendition == "sdr" ? "displayP3" : "itur_2100_PQ"]
    let written = scratch.path("converted.png")
    let converted = try Headroom.run(["convert", photo, written] + arguments + space)
    #expect(converted.status == 0, "\(converted.errors)")
    let graph = try Headroom.run(["graph", photo, "--output-format", "png", "--format", "json"] + arguments)
    #expect(graph.status == 0, "\(graph.errors)")
    // By the command.
    try graph.output.write(to: scratch.file("recipe.json"))
    let rendered = try Headroom.run(
      ["render", scratch.path("recipe.json"), "-o", scratch.path("rendered.png"), "--rendition", rendition] + space)
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try Data(contentsOf: scratch.file("rendered.png")) == Data(contentsOf: URL(filePath: written)))
    // By a context.
    let image = try CIImage(recipe: graph.output)
    let picture = try CGImageSource(url: URL(filePath: written)).image(at: 0)
    #expect(image.extent.size == CGSize(width: picture.width, height: picture.height))
    let pixels = try context(image, like: written, picture)
    #expect(pixels == picture.bitmap.bytesForTests)
  }

  /// What is done without a filter, and what containers say of light.
  @Test(
    arguments: [
      ["photo.jpg", "png", "--rendition", "sdr", "--resize", "90%"],
      ["photo.jpg", "png", "--rendition", "sdr", "--resize", "130%"],
      ["photo.jpg", "png", "--rendition", "hdr", "--resize", "50%"],
      ["photo.jpg", "png", "--rendition", "sdr", "--rotate", "10"],
      ["photo.jpg", "jpeg", "--rendition", "sdr", "--rotate", "7", "--crop", "30,20,40,30"],
      ["light.pfm", "exr", "--filter", "CIVibrance amount=0.5"],
      ["light.exr", "exr", "--filter", "CIVibrance amount=0.5"],
      ["light.exr", "exr", "--filter", "CIExposureAdjust ev=-1", "--rotate", "90"],
      ["light.pfm", "exr", "--rendition", "sdr"], ["light.pfm", "tiff", "--rendition", "sdr"],
      ["light.exr", "avif", "--rendition", "sdr"], ["light.exr", "jxl", "--rendition", "sdr"],
      ["pq.png", "avif", "--rendition", "sdr"], ["pq.png", "png", "--rendition", "hdr", "--headroom", "2"],
      ["pq.avif", "png", "--rendition", "hdr", "--headroom", "2"], ["pq.avif", "avif", "--rendition", "sdr"],
    ])
  func `convert without filters, and of light, is what its graph renders`(_ arguments: [String]) throws {
    let scratch = try Scratch()
    _ = try Self.photo(scratch)
    for name in ["light.exr", "pq.png", "pq.avif"] {
      #expect(try Headroom.run("convert", scratch.path("light.pfm"), scratch.path(name)).status == 0)
    }
    let (source, format) = (scratch.path(arguments[0]), arguments[1])
    let options = Array(arguments.dropFirst(2))
    let (a, b) = ("a.\(format)", "b.\(format)")
    let converted = try Headroom.run(["convert", source, scratch.path(a)] + options)
    try #require(converted.status == 0, "\(converted.errors)")
    let graph = try Headroom.run(["graph", source, "--output-format", format, "--format", "json"] + options)
    try #require(graph.status == 0, "\(graph.errors)")
    try graph.output.write(to: scratch.file("r.json"))
    let wishes = options.firstIndex(of: "--rendition").map { ["--rendition", options[$0 + 1]] } ?? []
    let rendered = try Headroom.run(["render", scratch.path("r.json"), "-o", scratch.path(b)] + wishes)
    try #require(rendered.status == 0, "\(rendered.errors)")
    #expect(try Data(contentsOf: scratch.file(a)) == Data(contentsOf: scratch.file(b)))
  }

  @Test(arguments: [["--crop", "30,20,40,30"], ["--resize", "50%"], ["--rotate", "90"]])
  func `The graph of a gain map picture that is only reshaped is its light`(_ edit: [String]) throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let graph = try Headroom.run(["graph", photo, "--format", "json"] + edit)
    #expect(graph.status == 0 && !graph.text.contains("base"), "\(graph.errors) \(graph.text)")
    try graph.output.write(to: scratch.file("r.json"))
    let wish = ["--rendition", "hdr"]
    #expect(try Headroom.run(["render", scratch.path("r.json"), "-o", scratch.path("a.png")] + wish).status == 0)
    #expect(try Headroom.run(["convert", photo, scratch.path("b.png")] + edit + wish).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.png")) == Data(contentsOf: scratch.file("b.png")))
  }

  @Test func `The optimized graph is the plan that is run, with what it takes`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let blur = ["--filter", "CIGaussianBlur radius=3"]
    func plan(_ options: [String], _ format: String = "json") throws -> Headroom.Result {
      try Headroom.run(["graph", photo, "--optimized", "--format", format] + blur + options)
    }
    // Two renditions are outputs of one plan.
    let both = try plan(["--rendition", "adaptive", "--output-format", "jpeg"]).object()
    let outputs = try #require(both["outputs"] as? [[String: Any]])
    #expect(outputs.count == 1 && both["schema"] as? Int == 1)
    let work = try #require(both["work"] as? [String: Int])
    #expect(try #require(work["pixels"]) >= 96 * 64 && (work["passes"] ?? 0) >= 1 && work.count == 2)
    let memory = try #require(both["memory"] as? [String: Int])
    #expect(try #require(memory["rendering"]) > 0 && #require(memory["writing"]) > 0)
    let text = try plan(["--rendition", "sdr", "--color-space", "displayP3"], "text").text
    #expect(text.contains("encode sRGB") && text.contains("project") && text.contains("\nwork: "), "\(text)")
    #expect(text.components(separatedBy: " MiB to render, ").count == 2 && text.contains("to write the file"))
    #expect(try plan(["--rendition", "adaptive"], "dot").text.components(separatedBy: "digraph").count == 2)
    // Light that nobody writes takes its rendering alone.
    let light = try #require(try plan([]).object()["memory"] as? [String: Any])
    #expect(light["rendering"] is Int && light["writing"] is NSNull)
  }

  @Test func `The optimized graph says where convert renders nothing`() throws {
    let scratch = try Scratch()
    let plan = ["graph", try Self.photo(scratch), "--optimized", "--rendition", "keep"]
    #expect(try Headroom.run(plan).text.hasSuffix("\nwork: none, the pixels stay as they are\n"))
    let data = try Headroom.run(plan + ["--format", "json"]).object()
    #expect(data["work"] is NSNull && data["memory"] is NSNull)
  }

  /// The first two files of each folder of real photos.
  static let photos: [String] = {
    guard let all = FileManager.default.enumerator(atPath: TestData.root.appending(path: "stills").path) else {
      return []
    }
    let kinds = ["jpg", "jpeg", "heic", "avif", "png", "exr", "hdr", "jxl", "tif", "tiff"]
    let paths = all.compactMap { $0 as? String }.sorted().filter { path in
      kinds.contains((path as NSString).pathExtension.lowercased()) && !path.hasPrefix("malformed")
    }
    return Dictionary(grouping: paths) { ($0 as NSString).deletingLastPathComponent }.values.flatMap { $0.prefix(2) }
      .sorted()
  }()

  @Test(.enabled(if: TestData.isAvailable), arguments: photos, [["sdr", "displayP3"], ["hdr", "itur_2100_PQ"]])
  func `convert writes real photos byte for byte as its graph renders them`(_ photo: String, _ form: [String]) throws {
    let scratch = try Scratch()
    let path = TestData.still(photo).path
    let wishes = ["--rendition", form[0], "--color-space", form[1]]
    let edits = [
      "--filter", "CIVibrance amount=0.4", "--filter", "CIGaussianBlur radius=2", "--crop", "4x2", "--rotate", "90",
    ]
    let converted = try Headroom.run(["convert", path, scratch.path("a.png")] + edits + wishes)
    try #require(converted.status == 0, "\(converted.errors)")
    let graph = try Headroom.run(["graph", path, "--output-format", "png", "--format", "json"] + edits + wishes)
    try #require(graph.status == 0, "\(graph.errors)")
    try graph.output.write(to: scratch.file("recipe.json"))
    let rendered = try Headroom.run(["render", scratch.path("recipe.json"), "-o", scratch.path("b.png")] + wishes)
    try #require(rendered.status == 0, "\(rendered.errors)")
    #expect(try Data(contentsOf: scratch.file("a.png")) == Data(contentsOf: scratch.file("b.png")))
  }

  @Test func `Light whose headroom is measured is brought to that of PQ once`() throws {
    let scratch = try Scratch()
    _ = try Self.photo(scratch)
    let light = scratch.path("light.pfm")
    let filter = ["--filter", "CIVibrance amount=0.3", "--rendition", "hdr"]
    #expect(try Headroom.run(["convert", light, scratch.path("a.png")] + filter).status == 0)
    let graph = try Headroom.run(["graph", light, "--output-format", "png", "--format", "json"] + filter)
    #expect(graph.text.contains(#""from":"measured""#))
    try graph.output.write(to: scratch.file("r.json"))
    let again = ["render", scratch.path("r.json"), "-o", scratch.path("b.png"), "--rendition", "hdr"]
    #expect(try Headroom.run(again).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.png")) == Data(contentsOf: scratch.file("b.png")))
  }

  /// The pixels that a context renders, in the form of a file's.
  private func context(_ image: CIImage, like path: String, _ picture: CGImage) throws -> [UInt8] {
    let bitmap = picture.bitmap
    let encoding = try #require(picture.colorSpace?.encoding)
    return try CIContext().bitmap(
      image, region: PixelRect(enclosing: image.extent), format: bitmap.format, encoding: encoding,
      gamutPeak: encoding.transfer.isHDR ? nil : 1, alpha: .straight
    ).bytesForTests
  }

  @Test func `A filter keeps the frame and the brightness of its edges, unless it is to grow`() throws {
    let scratch = try Scratch()
    let grey = try scratch.write(
      FixturePNG(width: 20, height: 10) { _, _ in (30_000, 30_000, 30_000) }.sRGB.bytes, to: "grey.png")
    for filter in [
      "CIGaussianBlur radius=4", "CIBoxBlur radius=5", "CITwirlDistortion", "CIMorphologyMinimum radius=3",
    ] {
      let out = scratch.path("out.png")
      #expect(try Headroom.run("convert", grey, out, "--filter", filter, "--overwrite").status == 0)
      let rows = try PixelRows(npy: Headroom.run("pixels", out, "--format", "npy").output)
      #expect(rows.width == 20 && rows.height == 10)
      let original = try PixelRows(npy: Headroom.run("pixels", grey, "--format", "npy").output)
      for (x, y) in [(0, 0), (19, 0), (0, 9), (10, 5)] {
        for c in 0..<4 { #expect(abs(rows[x, y][c] - original[x, y][c]) < 1e-3, "\(filter) \(x) \(y)") }
      }
    }
    let grown = scratch.path("grown.png")
    #expect(try Headroom.run("convert", grey, grown, "--filter", "CIGaussianBlur radius=4", "--grow").status == 0)
    let rows = try PixelRows(npy: Headroom.run("pixels", grown, "--format", "npy").output)
    #expect(rows.width > 20 && rows.height > 10)
    // What the blur spread is transparent there, and the file keeps it.
    #expect(rows[0, 0][3] < 0.05 && rows[rows.width / 2, rows.height / 2][3] > 0.5)
    let graph = try Headroom.run("graph", grey, "--filter", "CIGaussianBlur radius=4", "--format", "json")
    #expect(graph.text.contains("clampedToExtent") && graph.text.contains("CICrop"))
  }

  private static let recipe = """
    {"schema": 1, "inputs": ["photo", "mask"], "output": "mixed", "nodes": [
      {"id": "soft", "filter": "CIGaussianBlur", "image": "photo", "inputRadius": 4},
      {"id": "mixed", "filter": "CIBlendWithMask", "image": "soft", "backgroundImage": "photo", "maskImage": "mask"},
      {"id": "unused", "filter": "CIVibrance", "image": "mixed", "inputAmount": 0.5}]}
    """

  @Test func `A recipe is rendered with its inputs and settings`() throws {
    let scratch = try Scratch()
    _ = try Self.photo(scratch)
    let mask = FixturePNG(width: 96, height: 64) { x, _ in x < 48 ? (0, 0, 0) : (65_535, 65_535, 65_535) }
    _ = try scratch.write(mask.sRGB.bytes, to: "mask.png")
    _ = try scratch.write(Array(Self.recipe.utf8), to: "recipe.json")
    func run(_ arguments: String...) throws -> Headroom.Result { try Headroom.run(arguments, in: scratch.folder) }
    let inputs = ["--input", "photo=photo.jpg", "--input", "mask=mask.png"]
    let plain = try Headroom.run(["render", "recipe.json", "--output", "a.png"] + inputs, in: scratch.folder)
    #expect(plain.status == 0, "\(plain.errors)")
    let set = try Headroom.run(
      ["render", "recipe.json", "-o", "b.png", "--set", "soft.inputRadius=0"] + inputs, in: scratch.folder)
    #expect(set.status == 0, "\(set.errors)")
    #expect(try Data(contentsOf: scratch.file("a.png")) != Data(contentsOf: scratch.file("b.png")))
    let missing = try run("render", "recipe.json", "-o", "c.png", "--input", "mask=mask.png")
    #expect(missing.status == 3 && missing.errors.contains("$.inputs[0]") && missing.errors.contains("--input"))
    let unknown = try run("render", "recipe.json", "-o", "c.png", "--input", "phto=photo.jpg")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'photo'"))
    #expect(unknown.errors.contains("it has photo, mask"))
    let setting = try run("render", "recipe.json", "-o", "c.png", "--set", "sofd.radius=1")
    #expect(setting.status == 2 && setting.errors.contains("did you mean 'soft'"))
    for format in ["text", "json", "dot"] {
      for optimized in [[], ["--optimized"]] {
        let graph = try Headroom.run(
          ["graph", "recipe.json", "--format", format] + optimized + inputs, in: scratch.folder)
        #expect(graph.status == 0, "\(graph.errors)")
        if format == "json" { #expect(try graph.object()["schema"] as? Int == 1) }
      }
    }
  }

  @Test func `convert takes a recipe with one input`() throws {
    let scratch = try Scratch()
    let photo = try Self.photo(scratch)
    let recipe = try scratch.write(
      Array(
        #"{"schema":1,"inputs":["x"],"output":"a","nodes":[{"id":"a","filter":"CIExposureAdjust","image":"x","ev":-1}]}"#
          .utf8), to: "r.json")
    #expect(try Headroom.run("convert", photo, scratch.path("a.png"), "--recipe", recipe).status == 0)
    #expect(try Headroom.run("convert", photo, scratch.path("b.png"), "--filter", "CIExposureAdjust ev=-1").status == 0)
    #expect(try Data(contentsOf: scratch.file("a.png")) == Data(contentsOf: scratch.file("b.png")))
    let two = try scratch.write(Array(Self.recipe.utf8), to: "two.json")
    #expect(try Headroom.run("convert", photo, scratch.path("c.png"), "--recipe", two).status == 2)
  }

  @Test func `Masks and backgrounds of filters are paths`() throws {
    let scratch = try Scratch()
    let photo = try scratch.write(
      FixturePNG(width: 96, height: 64) { x, y in (UInt16(x * 600), 20_000, UInt16(y * 900)) }.sRGB.bytes,
      to: "photo.png")
    let other = try scratch.write(
      FixturePNG(width: 96, height: 64) { _, _ in (65_535, 0, 0) }.sRGB.bytes, to: "red.png")
    let mask = try scratch.write(FixturePNG(width: 96, height: 64) { _, _ in (0, 0, 0) }.sRGB.bytes, to: "black.png")
    let out = scratch.path("out.png")
    let filter = "CIBlendWithMask inputMaskImage=\(mask) inputBackgroundImage=\(other)"
    #expect(try Headroom.run("convert", photo, out, "--filter", filter).status == 0)
    let rows = try PixelRows(
      npy: Headroom.run("pixels", out, "--format", "npy", "--color-space", "extendedLinearSRGB").output)
    #expect(abs(rows[50, 30][0] - 1) < 0.01 && abs(rows[50, 30][1]) < 0.01)
    let missing = try Headroom.run(
      "convert", photo, out, "--filter", "CIBlendWithMask maskImage=none.png", "--overwrite")
    #expect(missing.status == 3 && missing.errors.contains("none.png"))
  }

  @Test func `Wrong recipes are one line that says where`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      Array(#"{"schema":1,"output":"a","nodes":[{"id":"a","filter":"CIGaussianBlur","inputRadus":1}]}"#.utf8),
      to: "bad.json")
    for verb in [["render", path, "-o", scratch.path("a.png")], ["graph", path]] {
      let result = try Headroom.run(verb)
      #expect(result.status == 3 && result.errorLines.count == 1)
      #expect(result.errors.contains("bad.json: $.nodes[0].inputRadus: "))
      #expect(result.errors.contains("did you mean 'inputRadius'"))
    }
    let endless = try scratch.write(
      Array(#"{"schema":1,"output":"a","nodes":[{"id":"a","operation":"color","color":[1,0,0]}]}"#.utf8),
      to: "endless.json")
    let result = try Headroom.run("render", endless, "-o", scratch.path("a.png"))
    #expect(result.status == 3 && result.errors.contains("no bounds"))
  }

  @Test(arguments: [
    (#""filter":"CIColorCube","image":"in","cubeDimension":4,"cubeData":"AAAA""#, "cubeData: has 3 bytes"),
    (
      #""filter":"CIQRCodeGenerator","message":"a","inputCorrectionLevel":"X""#,
      "inputCorrectionLevel: 'X' is not one of"
    ),
    (#""filter":"CIAztecCodeGenerator""#, "message: is missing"),
    (#""filter":"kernel:none.ci","image":"in""#, "filter: none.ci: cannot be read: no such file"),
    (
      #""operaton":"clampedToExtent","image":"in""#,
      "operaton: a node has one of 'filter', 'operation', 'file'; did you mean 'operation'?"
    ),
    (
      #""filtr":"CIVibrance","image":"in""#,
      "filtr: a node has one of 'filter', 'operation', 'file'; did you mean 'filter'?"
    ),
    (#""color":[1,0,0]"#, "a node has one of 'filter', 'operation', 'file'; found neither"),
  ])
  func `A wrong member is named by its place`(_ members: String, _ reason: String) throws {
    let scratch = try Scratch()
    let text = "{\"schema\":1,\"inputs\":[\"in\"],\"output\":\"a\",\"nodes\":[{\"id\":\"a\",\(members)}]}"
    _ = try scratch.write(Array(text.utf8), to: "r.json")
    _ = try Self.photo(scratch)
    let result = try Headroom.run(
      "render", "r.json", "-o", "a.png", "--input", "in=photo.jpg", in: scratch.folder)
    let place = reason.hasPrefix("a node") ? ": " : "."
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("headroom: r.json: $.nodes[0]\(place)\(reason)"), "\(result.errors)")
  }

  @Test func `A setting replaces an input under each of its names`() throws {
    let scratch = try Scratch()
    let text =
      #"{"schema":1,"inputs":["in"],"output":"a","nodes":[{"id":"a","filter":"CIExposureAdjust","image":"in","ev":1}]}"#
    _ = try scratch.write(Array(text.utf8), to: "r.json")
    _ = try Self.photo(scratch)
    for name in ["ev", "inputEV"] {
      let result = try Headroom.run(
        "render", "r.json", "-o", "\(name).png", "--input", "in=photo.jpg", "--set", "a.\(name)=0", in: scratch.folder)
      #expect(result.status == 0, "\(result.errors)")
    }
    for (other, text) in [
      ("a.ev", "'a.ev' is given twice\n"), ("a.inputEV", "'a.inputEV' is given twice, once as 'a.ev'"),
    ] {
      let line = [
        "render", "r.json", "-o", "d.png", "--input", "in=photo.jpg", "--set", "a.ev=0", "--set", other + "=1",
      ]
      let twice = try Headroom.run(line, in: scratch.folder)
      #expect(twice.status == 2 && twice.errors.contains("--set: " + text), "\(twice.errors)")
    }
    let wrong = try Headroom.run("render", "r.json", "-o", "c.png", "--input", "foto=photo.jpg", in: scratch.folder)
    #expect(wrong.status == 2 && wrong.errors.contains("has no input 'foto'; it has in"), "\(wrong.errors)")
  }

  @Test func `A recipe of generators alone is a picture`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      Array(
        """
        {"schema":1,"output":"b","nodes":[{"id":"a","operation":"color","color":[4,2,1]},
        {"id":"b","filter":"CICrop","image":"a","inputRectangle":[10,10,8,6]}]}
        """.utf8), to: "lamp.json")
    let result = try Headroom.run("render", path, "-o", scratch.path("lamp.exr"))
    #expect(result.status == 0, "\(result.errors)")
    let rows = try PixelRows(
      npy: Headroom.run("pixels", scratch.path("lamp.exr"), "--format", "npy", "--color-space", "extendedSRGB").output)
    #expect(rows.width == 8 && rows.height == 6 && abs(rows[3, 3][0] - 4) < 0.02)
  }
}

extension PixelBitmap {
  /// Its rows, one behind the other.
  fileprivate var bytesForTests: [UInt8] {
    (0..<height).flatMap { row in
      unsafe Array(UnsafeRawBufferPointer(start: rowAddress(row), count: width * format.bytesPerPixel))
    }
  }
}

import Foundation
import HeadroomTestSupport
import Testing

/// Two roads to a file: `convert`, and `render` of the recipe that `graph` prints with the same options. The files are the same,
/// byte for byte: pixels, metadata, gain maps, what is said of light.
///
/// By design they are not without `--rendition` where the picture has a gain map: that recipe is light alone, and knows neither the
/// author's SDR nor the map; nor where a large picture is made so much smaller that `convert` decodes it at a smaller size.
@Suite struct RecipeRoadsTests {
  private static let outputs = ["png", "jpeg", "avif", "heic", "jxl", "ppm", "exr"]
  private static let filter = ["--filter", "CIExposureAdjust inputEV=0.5"]
  private static let crop = ["--crop", "8,8,64,40"]

  /// Options that say what is to be written.
  private static let wishes: [[String]] =
    ["sdr", "hdr", "adaptive", "keep"].flatMap { rendition in
      [[], filter].map { $0 + ["--rendition", rendition] }
    } + [["--resize", "50%"], ["--resize", "130%"], crop, ["--rotate", "90"]].map { $0 + ["--rendition", "keep"] }

  /// Those that leave it to the picture.
  private static let plain: [[String]] = [[], filter, ["--resize", "50%"], crop]

  /// A small picture: SDR, PQ, floating point, or with a gain map, as its name says.
  private static func photo(_ name: String, _ scratch: Scratch) throws -> String {
    if scratch.contents.contains(name) { return scratch.path(name) }
    let original: String
    if name.hasPrefix("sdr") {
      let sdr = FixturePNG(width: 96, height: 64, bitDepth: 8) { x, y in
        let blue = (x / 8 + y / 8) % 2 > 0 ? 200 : x * y % 256
        return (UInt16(min(255, 40 + 2 * x)), UInt16(min(255, 30 + 3 * y)), UInt16(blue))
      }
      original = try scratch.write(sdr.sRGB.bytes, to: "original.png")
    } else {
      let light = FixturePFM(width: 96, height: 64) { x, y in
        let isLamp = !name.hasPrefix("dim") && (40..<60).contains(x) && (20..<40).contains(y)
        return isLamp ? (6, 5, 4) : (0.05 + 0.004 * Float(x), 0.3, 0.2 + 0.003 * Float(y))
      }
      original = try scratch.write(light.bytes, to: "original.pfm")
    }
    let wishes = name.hasPrefix("map") ? ["--rendition", "adaptive"] : []
    let made = try Headroom.run(["convert", original, scratch.path(name)] + wishes)
    try #require(made.status == 0, "\(made.errors)")
    return scratch.path(name)
  }

  /// Each source and option meets others in its turn, and every second a JPEG, which holds HDR as a gain map.
  private static func formats(_ turn: Int) -> Set<String> {
    Set([outputs[turn % outputs.count]] + (turn % 2 == 0 ? ["jpeg"] : []))
  }

  private static let sources = [
    "sdr.png", "sdr.ppm", "sdr.jpg", "pq.png", "pq.avif", "map.jpg", "map.heic", "light.exr",
    "dim.exr",
  ]

  @Test(arguments: sources, wishes) func `Both write the same file of a rendition`(
    _ source: String, _ options: [String]
  ) throws {
    let turn = (Self.sources.firstIndex(of: source) ?? 0) + (Self.wishes.firstIndex(of: options) ?? 0)
    for format in Self.formats(turn) {
      try Self.compare(options, format) { try Self.photo(source, $0) }
    }
  }

  @Test(arguments: sources.filter { !$0.hasPrefix("map") }, plain)
  func `Both write the same file where the picture decides`(
    _ source: String, _ options: [String]
  ) throws {
    let turn = (Self.sources.firstIndex(of: source) ?? 0) + (Self.plain.firstIndex(of: options) ?? 0)
    for format in Self.formats(turn) {
      try Self.compare(options, format) { try Self.photo(source, $0) }
    }
  }

  @Test func `An output that has a gain map's light already takes no map`() throws {
    let scratch = try Scratch()
    _ = try Self.photo("map.jpg", scratch)
    for (rendition, status) in [("hdr", Int32(3)), ("base", 0)] {
      let recipe = """
        {"schema": 1, "nodes": [{"id": "a", "file": "map.jpg", "rendition": "\(rendition)"},
          {"id": "m", "file": "map.jpg", "rendition": "gainMap"}], "output": "a", "hdrGainMapImage": "m"}
        """
      let path = try scratch.write(Array(recipe.utf8), to: "\(rendition).json")
      let result = try Headroom.run("render", path, "-o", scratch.path("\(rendition).jpg"))
      #expect(result.status == status, "\(result.errors)")
      #expect(status == 0 || result.errors.contains("$.hdrGainMapImage: the output has a gain map's light"))
    }
  }

  /// Neither draws rings around the sun of a panorama.
  @Test(arguments: [[], ["--exposure", "2"]])
  func `Both make a picture with a sun smaller in the same way`(_ exposure: [String]) throws {
    for format in ["png", "tiff"] {
      try Self.compare(exposure + ["--resize", "50%", "--rendition", "hdr"], format) { scratch in
        let sun = FixturePFM(width: 96, height: 64) { x, y in x == 40 && y == 30 ? (900, 800, 700) : (0.3, 0.2, 0.4) }
        return try scratch.write(sun.bytes, to: "sun.pfm")
      }
    }
  }

  /// EXIF with a preview, a camera's map, its own primaries.
  @Test(.enabled(if: TestData.isAvailable), arguments: wishes) func `Both write the same file of a camera's picture`(
    _ options: [String]
  ) throws {
    let path = TestData.still("ultrahdr/small_uhdr.jpg").path
    for format in ["jpeg", "heic"] { try Self.compare(options, format) { _ in path } }
  }

  /// An HDR base whose map leads to SDR, a turned HEIC, and a map of Apple's.
  @Test(
    .enabled(if: TestData.isAvailable),
    arguments: ["avif-gainmap/seine_hdr_gainmap_srgb.avif", "jpeg-apple-gainmap/HDR.jpg"], [[], crop])
  func `Both write the same file of other maps`(_ photo: String, _ options: [String]) throws {
    let path = TestData.still(photo).path
    for (rendition, format) in [("keep", "avif"), ("keep", "jpeg"), ("sdr", "png"), ("hdr", "png")] {
      try Self.compare(options + ["--rendition", rendition], format) { _ in path }
    }
  }

  private static func compare(_ options: [String], _ format: String, _ photo: (Scratch) throws -> String) throws {
    let scratch = try Scratch()
    let source = try photo(scratch)
    let (a, b) = (scratch.path("a.\(format)"), scratch.path("b.\(format)"))
    // Where `convert` keeps the coded data there is nothing to compare: a word about the codec has it code anew.
    let keepsData = try Headroom.run(["convert", source, a, "--dry-run"] + options).text.contains("the coded data of")
    let coding = keepsData ? ["--speed", "5"] : []
    let converted = try Headroom.run(["convert", source, a] + options + coding)
    let target = options.contains("--rendition") ? ["--output-format", format] : []
    let graph = try Headroom.run(["graph", source, "--format", "json"] + target + options)
    // What a container does not hold is refused on both roads.
    if converted.status != 0, graph.status == converted.status { return }
    try #require(converted.status == 0 && graph.status == 0, "\(converted.errors) \(graph.errors)")
    try graph.output.write(to: scratch.file("r.json"))
    let rendition = options.firstIndex(of: "--rendition").map { Array(options[$0...].prefix(2)) } ?? []
    let rendered = try Headroom.run(["render", scratch.path("r.json"), "-o", b] + rendition + coding)
    try #require(rendered.status == 0, "\(rendered.errors)")
    let (first, second) = (
      try Data(contentsOf: scratch.file("a.\(format)")), try Data(contentsOf: scratch.file("b.\(format)"))
    )
    #expect(first == second, "\(source) \(options) \(format): \(first.count) and \(second.count) bytes")
  }

  // MARK: Recipes of two renditions

  private func recipe(_ source: String, _ options: [String], _ scratch: Scratch) throws -> [String: Any] {
    let photo = try Self.photo(source, scratch)
    let graph = try Headroom.run(
      ["graph", photo, "--output-format", "jpeg", "--format", "json", "--rendition", "adaptive"] + options)
    #expect(graph.status == 0, "\(graph.errors)")
    try graph.output.write(to: scratch.file("r.json"))
    return try graph.object()
  }

  @Test func `An adaptive recipe names its output and the HDR picture, a kept map itself`() throws {
    let scratch = try Scratch()
    let filtered = try recipe("map.jpg", Self.filter, scratch)
    #expect(filtered["hdrImage"] as? String == "exposureAdjust" && filtered["hdrGainMapImage"] == nil)
    #expect(filtered["schema"] as? Int == 1 && filtered["output"] is String)
    let kept = try recipe("map.jpg", Self.crop, scratch)
    #expect(kept["hdrGainMapImage"] is String && kept["hdrImage"] == nil)
    let nodes = try #require(kept["nodes"] as? [[String: Any]])
    #expect(nodes.compactMap { $0["rendition"] as? String }.sorted() == ["base", "gainMap"])
  }

  @Test func `A recipe of two renditions is printed, planned, set and rendered as one of them`() throws {
    let scratch = try Scratch()
    _ = try recipe("sdr.png", ["--filter", "CIExposureAdjust inputEV=2"], scratch)
    let r = scratch.path("r.json")
    let text = try Headroom.run("graph", r).text
    #expect(text.hasPrefix("output:\n") && text.contains("\nhdrImage:\n"), "\(text)")
    let dot = try Headroom.run("graph", r, "--format", "dot").text
    #expect(dot.components(separatedBy: "digraph").count == 2 && dot.contains("label=\"hdrImage\""), "\(dot)")
    let again = try Headroom.run("graph", r, "--format", "json")
    #expect(again.output == (try Data(contentsOf: scratch.file("r.json"))))
    let plan = try Headroom.run("graph", r, "--optimized", "--format", "json").output
    let photo = ["graph", scratch.path("sdr.png"), "--filter", "CIExposureAdjust inputEV=2"]
    let converted = try Headroom.run(
      photo + ["--output-format", "jpeg", "--rendition", "adaptive", "--optimized", "--format", "json"])
    #expect(plan == converted.output && !plan.isEmpty)
    let info = { (name: String) in try Headroom.run("info", scratch.path(name), "--json").text }
    #expect(try Headroom.run("render", r, "-o", scratch.path("a.jpg")).status == 0)
    #expect(try info("a.jpg").contains("gainMap"))
    let set = ["render", r, "--set", "exposureAdjust.ev=1"]
    #expect(try Headroom.run(set + ["-o", scratch.path("b.jpg")]).status == 0)
    #expect(try Data(contentsOf: scratch.file("a.jpg")) != Data(contentsOf: scratch.file("b.jpg")))
    // A container without maps takes the richest that it holds.
    #expect(try Headroom.run("render", r, "-o", scratch.path("a.png")).status == 0)
    #expect(try info("a.png").contains("itur_2100_PQ"))
    let refused = try Headroom.run("convert", Self.photo("sdr.png", scratch), scratch.path("c.png"), "--recipe", r)
    #expect(refused.status == 2 && refused.errors.contains("two renditions"), "\(refused.errors)")
  }

  @Test func `A kept map goes along when its recipe is reshaped`() throws {
    let scratch = try Scratch()
    _ = try recipe("map.jpg", Self.crop, scratch)
    let (r, out) = (scratch.path("r.json"), scratch.path("a.jpg"))
    #expect(try Headroom.run("render", r, "-o", out, "--rotate", "90").status == 0)
    #expect(
      try Headroom.run(["convert", scratch.path("map.jpg"), scratch.path("b.jpg"), "--rotate", "90"] + Self.crop).status
        == 0)
    #expect(try Data(contentsOf: scratch.file("a.jpg")) == Data(contentsOf: scratch.file("b.jpg")))
  }

  @Test(arguments: [
    (#""hdrImage":"none""#, "$.hdrImage: there is no node or input 'none'"),
    (#""hdrImage":"a","hdrGainMapImage":"a""#, "$.hdrGainMapImage: a gain map is either given"),
    (#""hdrImage":"b""#, "$.hdrImage: its extent [0 0 10 10] is another than the output's"),
    (#""hdrGainMapImage":"a""#, "$.hdrGainMapImage: is no gain map"),
    (#""hdrImag":"a""#, "did you mean 'hdrImage'"),
    (#""hdrImage":3"#, "$.hdrImage: expected the name of a node"),
  ])
  func `A wrong second rendition is named by its place`(_ members: String, _ reason: String) throws {
    let scratch = try Scratch()
    let text = """
      {"schema":1,"inputs":["in"],"output":"a",\(members),"nodes":[{"id":"a","filter":"CIVibrance","image":"in"},
      {"id":"b","filter":"CICrop","image":"in","inputRectangle":[0,0,10,10]}]}
      """
    let r = try scratch.write(Array(text.utf8), to: "r.json")
    let result = try Headroom.run(
      "render", r, "-o", scratch.path("a.jpg"), "--input", "in=\(Self.photo("sdr.png", scratch))")
    #expect(result.status == 3 && result.errors.contains(reason), "\(result.errors)")
  }
}

import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Tracks that are not read")
struct TrackRefusalTests {
  private func refusal(_ format: String, handler: String = "vide", configuration: [UInt8] = []) throws -> String? {
    var track = PlainMovie.Track()
    (track.handler, track.format, track.configuration) = (handler, format, configuration)
    track.samples = [[UInt8](repeating: 1, count: 40)]
    var movie = PlainMovie([track])
    movie.brands = ["isom"]
    return try MediaFile(FileBytes(movie.build())).tracks.first?.refusal?.description
  }

  @Test(arguments: [
    ("aprn", "ProRes RAW"), ("aprh", "ProRes RAW"), ("vvc1", "VVC"), ("encv", "encrypted video"),
    ("lhe1", "HEVC in layers"),
  ])
  func `Codecs are refused by their names`(_ format: String, _ words: String) throws {
    #expect(try refusal(format)?.hasPrefix("track 1: \(words)") == true)
  }

  @Test func `Auxiliary pictures are refused`() throws {
    #expect(try refusal("hvc1", handler: "auxv")?.contains("auxiliary pictures") == true)
  }

  @Test func `Layers of HEVC are told from one another`() throws {
    func words(_ mask: UInt32) throws -> String? {
      try refusal("hvc1", configuration: Self.configuration(mask: mask))
    }
    #expect(try words(0x4000)?.contains("second view (MV-HEVC)") == true)
    #expect(try words(0x1000)?.contains("alpha layer") == true)
    // A layer of more detail is left out.
    #expect(try words(0x2000)?.contains("is not read") != true)
    #expect(try refusal("hvc1", configuration: PlainMovie.box("lhvC", [1]))?.contains("in layers") == true)
    let views = PlainMovie.box("lhvC", [1]) + PlainMovie.box("vexu", [])
    #expect(try refusal("hvc1", configuration: views)?.contains("MV-HEVC") == true)
  }

  /// An `hvcC` box with the parameter set of a stream of two layers.
  private static func configuration(mask: UInt32) -> [UInt8] {
    var bits: [UInt8] = []
    func add(_ value: UInt32, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    // Number, base layer inside and there, two layers, one sublayer, nested, 16 ones.
    for (value, count) in [(0, 4), (3, 2), (1, 6), (0, 3), (1, 1), (0xFFFF, 16)] { add(UInt32(value), count) }
    // A profile, an order for all sublayers: three numbers of 0.
    for _ in 0..<12 { add(0x55, 8) }
    for (value, count) in [(1, 1), (7, 3)] { add(UInt32(value), count) }
    // Layers 0 and 1 in one set beside the first: ue(1) is 010; no times, an extension.
    for (value, count) in [(1, 6), (2, 3), (3, 2), (0, 1), (1, 1)] { add(UInt32(value), count) }
    while bits.count % 8 != 0 { add(1, 1) }
    add(0x5D, 8)
    add(0, 1)
    add(mask, 16)
    while bits.count % 8 != 0 { add(0, 1) }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { place in
      bits[place..<place + 8].reduce(0) { $0 << 1 | $1 }
    }
    let unit: [UInt8] = [32 << 1, 1] + bytes
    let head: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 1, 0xA0, 0, 1]
    return PlainMovie.box("hvcC", head + PlainMovie.number(UInt16(unit.count)) + unit)
  }

  @Test(
    "Dolby Vision without a base layer is refused, and says so when a frame is asked for",
    .enabled(if: Clip.areHere, "no clips"))
  func profile5() throws {
    let file = try MediaFile(path: Clip.path("dovi-p5-ipt.mp4"))
    let track = try #require(file.tracks.first)
    #expect(track.refusal?.description == "track 1: Dolby Vision profile 5 has no base layer that can be shown alone")
    #expect(throws: try #require(track.refusal)) { try file.reader(of: track, threads: 1, isScrubbing: true) }
    #expect(VideoReport(file: "a.mp4", file).warnings.contains { $0.contains("profile 5") })
    let other = try MediaFile(path: Clip.path("dovi-p81-hdr10.mp4"))
    #expect(other.facts.warnings.contains { $0.hasSuffix("profile 8 is read as its base layer, which is PQ") })
  }
}

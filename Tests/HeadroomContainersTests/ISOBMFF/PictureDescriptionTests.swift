import HeadroomColor
import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomTestSupport
import Testing

@Suite("Boxes of sample entries")
struct PictureDescriptionTests {
  private static func description(_ boxes: [UInt8]) throws -> PictureDescription {
    var track = PlainMovie.Track()
    (track.handler, track.samples, track.configuration) = ("vide", [[1]], boxes)
    let file = try MovieFile(FileBytes(PlainMovie([track]).build()))
    return PictureDescription(file.movie.tracks[0].entries[0])
  }

  private static func color(_ kind: String, _ codes: [UInt16], _ rest: [UInt8] = []) -> [UInt8] {
    BoxBytes.box("colr", Array(kind.utf8) + codes.flatMap { PlainMovie.number($0) } + rest)
  }

  @Test("colour is read in all its forms, codes before profiles")
  func colors() throws {
    let whole = try Self.description(Self.color("nclx", [9, 16, 9], [0x80]))
    #expect(whole.cicp == CICP(primaries: 9, transfer: 16, matrix: 9, fullRange: true) && whole.hasRange)
    // QuickTime's form, and a short one, leave the range out.
    for kind in ["nclc", "nclx"] {
      let short = try Self.description(Self.color(kind, [9, 18, 9]))
      #expect(short.cicp == CICP(primaries: 9, transfer: 18, matrix: 9, fullRange: false) && !short.hasRange)
    }
    let profile = BoxBytes.box("colr", Array("prof".utf8) + [1, 2, 3])
    let both = try Self.description(profile + Self.color("nclx", [1, 1, 1], [0]) + Self.color("nclc", [9, 9, 9]))
    #expect(both.cicp?.primaries == 1 && both.profile == [1, 2, 3])
    let cut = try Self.description(Self.color("nclx", [9]))
    #expect(cut.cicp == nil && cut.damage.count == 1)
  }

  @Test("light, Dolby Vision, apertures, pixels and fields are values")
  func values() throws {
    let file = try MovieFile(FileBytes(MovieSeeds.film))
    let track = file.movie.tracks[0]
    let found = PictureDescription(track.entries[0])
    #expect(found.damage.isEmpty && found.configuration == "hvcC")
    #expect(found.hdr.lightLevel == ContentLightLevel(maxCLL: 1000, maxFALL: 400) && found.hdr.mastering != nil)
    let dolbyVision = DolbyVisionConfiguration(
      profile: 8, level: 4, compatibility: 4, hasRPU: true, hasEnhancementLayer: false, hasBaseLayer: true)
    #expect(found.dolbyVision == dolbyVision)
    #expect(found.pixelAspect?.horizontal == 4 && found.fields?.isTopFirst == false)
    #expect(found.cleanAperture == CleanAperture(width: 16, height: 8, horizontalOffset: 0, verticalOffset: 0))
    #expect(track.apertures?.clean?.width == 16 && track.apertures?.clean?.height == 8)
    #expect(track.apertures?.encoded == nil && file.movie.tracks[1].apertures == nil)
    let sound = file.movie.tracks[1].entries[0]
    #expect(sound.sound?.channels == 2 && sound.sound?.sampleRate == 48_000 && sound.box("wave") != nil)
    let ambient = AmbientViewingEnvironment(illuminanceLux: 314)
    #expect(try Self.description(BoxBytes.box("amve", ambient.seiBytes)).hdr.ambient?.illuminanceLux == 314)
  }

  @Test("a damaged box counts as absent, with its error, and four bytes of zero end the boxes")
  func damage() throws {
    let found = try Self.description(
      BoxBytes.box("clli", [1]) + BoxBytes.box("pasp", MovieBoxes.words(131_072, 65_536)) + [0, 0, 0, 0])
    #expect(found.hdr.lightLevel == nil && found.damage.map { "\($0)" }.first?.contains("stsd/av01/clli: ") == true)
    let shape = try #require(found.pixelAspect?.reduced)
    #expect(shape == (2, 1))
  }

  @Test("samples in another file are refused by name")
  func foreign() throws {
    func index(_ type: String, flags: UInt32, _ place: [UInt8]) throws -> SampleIndex {
      var track = PlainMovie.Track()
      let reference = BoxBytes.fullBox(type, flags: flags, place)
      track.information = BoxBytes.box("dinf", BoxBytes.fullBox("dref", MovieBoxes.words(1) + reference))
      track.samples = [[1]]
      return try SampleIndex(try MovieFile(FileBytes(PlainMovie([track]).build())).movie.tracks[0])
    }
    #expect(try index("url ", flags: 1, []).samples.count == 1)
    #expect(try index("alis", flags: 1, [1, 2]).samples.count == 1)
    // Some writers forget the flag.
    #expect(try index("url ", flags: 0, [0]).samples.count == 1)
    let error = #expect(throws: ImageIOError.self) { try index("url ", flags: 0, BoxBytes.text("other.mov")) }
    #expect(error.map { "\($0)".hasSuffix("stsd/av01: the samples of track 1 are in another file") } == true)
  }
}

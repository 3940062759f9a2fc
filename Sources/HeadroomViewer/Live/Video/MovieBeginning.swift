internal import HeadroomColor
internal import HeadroomContainers

/// The boxes in front of the fragments of a live movie: one track of VP9, no samples yet.
struct MovieBeginning {
  let shape: LiveMovie.Shape
  let timescale: UInt32

  var bytes: [UInt8] {
    BoxBytes.box("ftyp", Array("iso6".utf8) + MovieBytes.words(0) + Array("iso6vp09dash".utf8))
      + BoxBytes.box("moov", movieHeader + track + extends)
  }

  /// No rotation: a, b, u, c, d, v, x, y, w; the last in 2.30, the others in 16.16.
  private static let identity = MovieBytes.words(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)

  // MARK: Movie and track

  private var movieHeader: [UInt8] {
    // Created, changed, timescale, duration; rate and volume of 1.
    BoxBytes.fullBox(
      "mvhd",
      MovieBytes.words(0, 0, timescale, 0, 0x1_0000) + MovieBytes.halves(0x100) + MovieBytes.zeros(10)
        + Self.identity + MovieBytes.zeros(24) + MovieBytes.words(2))
  }

  private var track: [UInt8] {
    // Enabled, in the movie. Created, changed, number, reserved, duration.
    let header = BoxBytes.fullBox(
      "tkhd", flags: 3,
      MovieBytes.words(0, 0, 1, 0, 0) + MovieBytes.zeros(16) + Self.identity
        + MovieBytes.words(UInt32(shape.width) << 16, UInt32(shape.height) << 16))
    return BoxBytes.box("trak", header + media)
  }

  private var media: [UInt8] {
    // The language is "und".
    let header = BoxBytes.fullBox("mdhd", MovieBytes.words(0, 0, timescale, 0) + MovieBytes.halves(0x55C4, 0))
    let handler = BoxBytes.fullBox(
      "hdlr", MovieBytes.words(0) + Array("vide".utf8) + MovieBytes.zeros(12) + BoxBytes.text("Headroom"))
    return BoxBytes.box("mdia", header + handler + BoxBytes.box("minf", videoHeader + dataInformation + samples))
  }

  private var videoHeader: [UInt8] { BoxBytes.fullBox("vmhd", flags: 1, MovieBytes.zeros(8)) }

  /// The data are in this file.
  private var dataInformation: [UInt8] {
    let here = BoxBytes.fullBox("url ", flags: 1, [])
    return BoxBytes.box("dinf", BoxBytes.fullBox("dref", MovieBytes.words(1) + here))
  }

  /// Tables without entries: samples are in fragments.
  private var samples: [UInt8] {
    let description = BoxBytes.fullBox("stsd", MovieBytes.words(1) + sampleEntry)
    let tables = ["stts", "stsc", "stco"].flatMap { BoxBytes.fullBox($0, MovieBytes.words(0)) }
    return BoxBytes.box("stbl", description + tables + BoxBytes.fullBox("stsz", MovieBytes.words(0, 0)))
  }

  private var extends: [UInt8] {
    // Track, description, and defaults that every fragment overrides.
    BoxBytes.box("mvex", BoxBytes.fullBox("trex", MovieBytes.words(1, 1, 0, 0, 0)))
  }

  // MARK: What the samples are

  private var sampleEntry: [UInt8] {
    let place = MovieBytes.zeros(6) + MovieBytes.halves(1) + MovieBytes.zeros(16)
    let size = MovieBytes.halves(UInt16(clamping: shape.width), UInt16(clamping: shape.height))
    // 72 dots an inch, a frame in a sample, no name of a codec, 24 bits, no colour table.
    let rest =
      MovieBytes.words(0x48_0000, 0x48_0000, 0) + MovieBytes.halves(1) + MovieBytes.zeros(32)
      + MovieBytes.halves(24, 0xFFFF)
    return BoxBytes.box("vp09", place + size + rest + configuration + colour + light)
  }

  /// `vpcC`: u8 profile, u8 level, 4 bits of depth, 3 of chroma, 1 of range, u8 primaries, transfer, matrix, u16 bytes that follow.
  private var configuration: [UInt8] {
    let depthAndChroma = UInt8(10 << 4 | 0 << 1 | 0)
    return BoxBytes.fullBox(
      "vpcC", version: 1, [2, shape.level, depthAndChroma, 9, 16, 9] + MovieBytes.halves(0))
  }

  private var colour: [UInt8] {
    BoxBytes.box("colr", Array("nclx".utf8) + MovieBytes.halves(9, 16, 9) + [0])
  }

  /// The display that the frames were made for, and the most light in them; a mean is not known.
  private var light: [UInt8] {
    let volume = MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: shape.peakNits, minimumNits: 0.0001)
    return BoxBytes.box("mdcv", volume.seiBytes)
      + BoxBytes.box("clli", ContentLightLevel(maxCLL: shape.peakNits, maxFALL: 0).seiBytes)
  }
}

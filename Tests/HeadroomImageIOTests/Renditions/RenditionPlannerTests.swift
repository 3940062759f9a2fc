import HeadroomColor
import HeadroomImage
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Plans hold what their container can, for every container, kind of picture and wish.
@Suite("Planning renditions") struct RenditionPlannerTests {
  private static let targets = ImageFormats.all.filter { $0.writer != nil }.map { RenditionTarget($0) }
  private static let kinds: [(HDRKind, ColorEncoding, Int, Double)] = [
    (.sdr, .displayP3, 8, 1), (.sdr, .sRGB, 16, 1), (.gainMap, .sRGB, 8, 4), (.isoHDR, .itur2100PQ, 10, 49),
    (.isoHDR, .itur2100HLG, 12, 4.9), (.float, .sRGB.linearized.extended, 16, 8),
    (.float, .sRGB.linearized.extended, 32, 0),
  ]

  private func info(_ kind: (HDRKind, ColorEncoding, Int, Double)) -> StillInfo {
    StillInfo(
      format: "heic", width: 8, height: 8, bitDepth: kind.2, channels: 3, encoding: kind.1, kind: kind.0,
      contentHeadroom: kind.3)
  }

  /// An SDR picture whose gain map leads to headroom 4; the other way round with `isBaseHDR`.
  private func gainMapInfo(isBaseHDR: Bool = false) -> StillInfo {
    var picture = info(Self.kinds[2])
    if isBaseHDR { picture.encoding = .itur2100PQ }
    picture.gainMap = GainMapDescription(
      kinds: [.iso],
      formula: .iso(
        GainMapMetadata(baseHeadroom: isBaseHDR ? 2 : 0, alternateHeadroom: isBaseHDR ? 0 : 2, max: 2)),
      width: 4, height: 4, channels: 1)
    return picture
  }

  private func plan(
    _ target: RenditionTarget, _ info: StillInfo, _ change: (inout RenditionWishes) -> Void = { _ in }
  ) throws(RenditionConflict) -> RenditionPlan {
    try plan(target, RenditionSubject(info), change)
  }

  private func plan(
    _ target: RenditionTarget, _ subject: RenditionSubject, _ change: (inout RenditionWishes) -> Void = { _ in }
  ) throws(RenditionConflict) -> RenditionPlan {
    var wishes = RenditionWishes()
    change(&wishes)
    return try RenditionPlanner(subject, wishes: wishes, target: target).plan()
  }

  @Test func `without wishes there is a plan for everything, which the container holds`() throws {
    for target in Self.targets {
      for kind in Self.kinds {
        let plan = try plan(target, info(kind))
        #expect(target.depths.contains(plan.depth), "\(target.name) \(kind)")
        switch plan.rendition {
        case .isoHDR:
          #expect(target.holdsISOHDR && plan.encoding.transfer.isHDR && (plan.depth.integerBits ?? 0) >= 10)
        case .adaptive: #expect(target.holdsGainMap && !plan.encoding.transfer.isHDR)
        case .float: #expect(plan.depth.integerBits == nil && plan.encoding.transfer == .linear)
        case .sdr: #expect(!plan.encoding.transfer.isHDR && !plan.encoding.isExtended || target.isLinear)
        }
        // HDR is dropped only where no form of it fits.
        let holdsHDR = target.holdsISOHDR || target.holdsGainMap || target.holdsFloat
        #expect(plan.losesHDR == (kind.0 != .sdr && !holdsHDR), "\(target.name) \(kind)")
      }
    }
  }

  @Test func `the form nearest to the picture's own is taken`() throws {
    let target = RenditionTarget(JPEGXLFormat.self)
    let wanted: [RenditionPlan.Rendition] = [.sdr, .sdr, .adaptive, .isoHDR, .isoHDR, .float, .float]
    #expect(try Self.kinds.map { try plan(target, info($0)).rendition } == wanted)
    #expect(try plan(target, info(Self.kinds[6])).depth == .float)
    #expect(try plan(target, info(Self.kinds[2])) { $0.forbidsGainMap = true }.rendition == .isoHDR)
    #expect(try plan(target, info(Self.kinds[3])) { $0.headroom = 1 }.rendition == .sdr)
  }

  @Test func `a base that goes along with its map keeps its colours`() throws {
    let target = RenditionTarget(AVIFFormat.self)
    let picture = gainMapInfo(isBaseHDR: true)
    #expect(try plan(target, picture) { $0.choice = .adaptive }.keepsEncoding)
    #expect(try !plan(target, picture) { ($0.choice, $0.headroom) = (.adaptive, 2) }.keepsEncoding)
  }

  @Test func `a gain map goes along with its base unless pixels, wishes or the container forbid it`() throws {
    let (jpeg, avif, png) = (
      RenditionTarget(JPEGFormat.self), RenditionTarget(AVIFFormat.self), RenditionTarget(PPMFormat.self)
    )
    let (sdr, hdr) = (gainMapInfo(), gainMapInfo(isBaseHDR: true))
    #expect(try plan(jpeg, sdr).keepsGainMap && plan(avif, sdr).keepsGainMap && plan(avif, hdr).keepsGainMap)
    // JPEG holds no PQ: the base has to become the SDR rendition, and the map another.
    #expect(try plan(jpeg, hdr).rendition == .adaptive && !plan(jpeg, hdr).keepsGainMap)
    #expect(try !plan(png, sdr).keepsGainMap && plan(png, sdr).rendition == .sdr)
    // Numbers that are to stay are the base's; HDR without a map of its own still gets one.
    #expect(try plan(avif, sdr) { ($0.keepsNumbers, $0.dropsGainMap) = (true, true) }.rendition == .sdr)
    #expect(try plan(jpeg, info(Self.kinds[3])) { $0.dropsGainMap = true }.rendition == .adaptive)
    let wishes: [(inout RenditionWishes) -> Void] = [
      { $0.dropsGainMap = true }, { $0.encoding = .displayP3 }, { $0.headroom = 2 },
      { $0.shapesGainMap = true }, { $0.isBaseSDR = false },
    ]
    for wish in wishes {
      let plan = try plan(avif, sdr) {
        $0.choice = .adaptive
        wish(&$0)
      }
      #expect(plan.rendition == .adaptive && !plan.keepsGainMap)
    }
    #expect(throws: RenditionConflict.hdrBaseNotHeld) { try plan(jpeg, sdr) { $0.isBaseSDR = false } }
    var subject = RenditionSubject(sdr)
    subject.geometry = .orthogonal
    #expect(try plan(jpeg, subject).keepsGainMap)
    subject.geometry = .free
    #expect(try !plan(jpeg, subject).keepsGainMap)
    subject.geometry = .none
    subject.hasOverlay = true
    #expect(try !plan(jpeg, subject).keepsGainMap)
  }

  @Test func `decoded pixels are written as they are where they are what is wanted`() throws {
    func keeps(
      _ target: RenditionTarget, _ subject: RenditionSubject, _ format: PixelFormat, alpha: AlphaMode = .opaque,
      _ change: (inout RenditionWishes) -> Void = { _ in }
    ) throws -> Bool {
      var wishes = RenditionWishes()
      change(&wishes)
      let planner = RenditionPlanner(subject, wishes: wishes, target: target)
      let header = StillHeader(
        width: 8, height: 8, format: format, alpha: alpha, encoding: subject.info.encoding)
      return try planner.keepsPixels(planner.plan(), of: header)
    }
    let (png, jpeg, tiff) = (
      RenditionTarget(PNGFormat.self), RenditionTarget(JPEGFormat.self), RenditionTarget(TIFFFormat.self)
    )
    let sdr = RenditionSubject(info(Self.kinds[0]))
    #expect(try keeps(png, sdr, .rgb8) && keeps(png, sdr, .rgba8, alpha: .straight))
    #expect(try !keeps(jpeg, sdr, .rgba8, alpha: .straight))
    #expect(try !keeps(png, sdr, .rgb8) { $0.encoding = .sRGB })
    #expect(try !keeps(png, sdr, .rgbHalf) && !keeps(png, sdr, .rgb8) { $0.headroom = 1 })
    var moved = sdr
    moved.geometry = .orthogonal
    #expect(try !keeps(png, moved, .rgb8))
    var computed = sdr
    computed.isComputed = true
    #expect(try !keeps(png, computed, .rgb8))
    // Numbers that a conversion would make ordinary, and a client wants as they are.
    var odd = info((.sdr, .linearGray, 16, 1))
    #expect(try !keeps(tiff, RenditionSubject(odd), .gray16))
    #expect(try keeps(tiff, RenditionSubject(odd), .gray16) { $0.keepsNumbers = true })
    odd = info((.float, .sRGB.extended, 32, 4))
    #expect(try !keeps(tiff, RenditionSubject(odd), .rgbFloat))
    #expect(try keeps(tiff, RenditionSubject(odd), .rgbFloat) { $0.keepsNumbers = true })
    #expect(try !keeps(png, RenditionSubject(odd), .rgbFloat) { $0.keepsNumbers = true })
  }

  @Test func `numbers of SDR pictures that keep their meaning are not brought into the gamut`() throws {
    let (png, exr) = (RenditionTarget(PNGFormat.self), RenditionTarget(OpenEXRFormat.self))
    #expect(try plan(png, info(Self.kinds[0])).gamutPeak == nil)
    #expect(try plan(png, info(Self.kinds[0])) { $0.encoding = .sRGB }.gamutPeak == 1)
    #expect(try plan(png, info(Self.kinds[3])).gamutPeak == nil)
    #expect(try plan(png, info(Self.kinds[3])) { $0.choice = .sdr }.gamutPeak == 1)
    #expect(try plan(exr, info(Self.kinds[5])).gamutPeak == nil)
    var subject = RenditionSubject(gainMapInfo())
    #expect(try plan(png, subject) { $0.choice = .sdr }.gamutPeak == nil)
    subject.changesLight = true
    #expect(try plan(png, subject) { $0.choice = .sdr }.gamutPeak == 1)
  }

  @Test func `a limit of headroom holds in the file's own primaries`() throws {
    let (png, exr) = (RenditionTarget(PNGFormat.self), RenditionTarget(OpenEXRFormat.self))
    #expect(try plan(png, info(Self.kinds[3])) { $0.headroom = 2 }.gamutPeak == 2)
    #expect(try plan(exr, info(Self.kinds[5])) { $0.headroom = 3 }.gamutPeak == 3)
  }

  @Test func `a new gain map leads to the headroom that is known, not to one that is assumed`() throws {
    let target = RenditionTarget(JPEGFormat.self)
    var picture = info(Self.kinds[3])
    picture.contentHeadroomSource = .explicit
    #expect(try plan(target, picture).mapOptions.alternateHeadroom == 49)
    #expect(try plan(target, picture) { $0.headroom = 8 }.mapOptions.alternateHeadroom == 8)
    picture.contentHeadroomSource = .assumed
    #expect(try plan(target, picture).mapOptions.alternateHeadroom == nil)
    picture.contentHeadroomSource = .explicit
    var subject = RenditionSubject(picture)
    subject.changesLight = true
    #expect(try plan(target, subject).mapOptions.alternateHeadroom == nil)
    let shaped = try plan(target, picture) { $0.gainMap = GainMapOptions(channels: .rgb, scale: 4) }.mapOptions
    #expect(shaped.channels == .rgb && shaped.scale == 4)
    let toSDR = shaped.leadingToSDR(from: 3)
    #expect(toSDR.baseHeadroom == 49 && toSDR.alternateHeadroom == 1)
    #expect(GainMapOptions().leadingToSDR(from: 1).baseHeadroom == 1.1)
  }

  @Test func `what contradicts is said`() {
    let picture = info(Self.kinds[3])
    #expect(throws: RenditionConflict.depthNotHeld(.bits10)) {
      try plan(RenditionTarget(PNGFormat.self), picture) { $0.depth = .bits10 }
    }
    #expect(throws: RenditionConflict.hdrNotHeld(hasGainMap: true)) {
      try plan(RenditionTarget(JPEGFormat.self), picture) { $0.choice = .hdr }
    }
    #expect(throws: RenditionConflict.gainMapNotHeld) {
      try plan(RenditionTarget(PNGFormat.self), picture) { $0.choice = .adaptive }
    }
    #expect(throws: RenditionConflict.nothingToShape(isHDR: false)) {
      try plan(RenditionTarget(JPEGFormat.self), info(Self.kinds[0])) { $0.shapesGainMap = true }
    }
    #expect(throws: RenditionConflict.hdrInEightBits) {
      try plan(RenditionTarget(HEICFormat.self), picture) {
        $0.encoding = .itur2100PQ
        $0.depth = .bits8
      }
    }
  }
}

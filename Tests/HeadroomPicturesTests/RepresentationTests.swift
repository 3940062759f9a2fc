import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite("Representations")
struct RepresentationTests {
  typealias Options = [CIImageRepresentationOption: Any]

  private static let context = CIContext()

  /// A smooth SDR picture, opaque.
  private static func picture(width: Int = 64, height: Int = 48, peak: Float = 0.9) -> CIImage {
    let floats = (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [Float] in
        let (u, v) = (Float(x) / Float(width - 1), Float(y) / Float(height - 1))
        return [0.05 + (peak - 0.1) * u * u, 0.05 + 0.5 * (peak - 0.1) * v, 0.1 + 0.3 * (1 - u), 1]
      }
    }
    return TestPictures.image(floats, width: width, height: height)
  }

  private static func space(_ encoding: ColorEncoding) -> CGColorSpace { CGColorSpace(encoding: encoding) }

  private static let writable = ["png", "tiff", "heic", "avif", "jxl"].filter {
    ImageFormats.named($0)?.writer != nil
  }

  private static func data(
    _ name: String, _ image: CIImage, _ format: CIFormat, _ encoding: ColorEncoding, _ options: Options = [:]
  ) throws -> Data {
    let space = space(encoding)
    switch name {
    case "png":
      return try #require(
        context.pngRepresentation(of: image, format: format, colorSpace: space, options: options))
    case "tiff":
      return try #require(
        context.tiffRepresentation(of: image, format: format, colorSpace: space, options: options))
    case "heic":
      // Not required here: some tests expect that there is none.
      guard let data = context.heifRepresentation(of: image, format: format, colorSpace: space, options: options)
      else { throw CocoaError(.featureUnsupported) }
      return data
    case "avif": return try context.avifRepresentation(of: image, format: format, colorSpace: space, options: options)
    default: return try context.jpegXLRepresentation(of: image, format: format, colorSpace: space, options: options)
    }
  }

  private func expectEqual(_ one: CIImage, _ other: CIImage, within tolerance: Float) throws {
    #expect(one.extent == other.extent)
    let region = PixelRect(enclosing: one.extent)
    for (a, b) in zip(try tiled(one, region), try tiled(other, region)) {
      #expect(abs(a.r - b.r) <= tolerance * max(abs(a.r), 0.3))
      #expect(abs(a.g - b.g) <= tolerance * max(abs(a.g), 0.3))
      #expect(abs(a.b - b.b) <= tolerance * max(abs(a.b), 0.3))
    }
  }

  private static var best: Options {
    [CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality): 0.98]
  }

  /// HEIC files have chroma of half the size unless asked otherwise, as phones write them: colours of neighbours mix.
  private static func tolerance(_ name: String, _ fullChroma: Float) -> Float { name == "heic" ? 0.3 : fullChroma }

  @Test("SDR of 8 bits and PQ of more come back", arguments: writable)
  func renditions(_ name: String) throws {
    let sdr = Self.picture()
    let eight = try Self.data(name, sdr, .RGBA8, .displayP3, Self.best)
    let back = try #require(CIImage(data: eight))
    #expect(back.colorSpace == Self.space(.displayP3))
    #expect(back.properties[kCGImagePropertyDepth] as? Int == 8)
    try expectEqual(sdr, back, within: Self.tolerance(name, 0.12))
    let hdr = Self.picture(peak: 4.8)
    let deep = try Self.data(name, hdr, .RGBA16, .itur2100PQ, Self.best)
    let pq = try #require(CIImage(data: deep))
    #expect(pq.colorSpace == Self.space(.itur2100PQ))
    #expect((pq.properties[kCGImagePropertyDepth] as? Int ?? 0) >= 10)
    try expectEqual(hdr, pq, within: Self.tolerance(name, 0.12))
  }

  @Test(
    "10 bits in HEIC and AVIF, by method and by format",
    arguments: writable.filter { $0 == "heic" || $0 == "avif" })
  func tenBits(_ name: String) throws {
    let hdr = Self.picture(peak: 4.5)
    let space = Self.space(.itur2100HLG)
    let data =
      name == "heic"
      ? try Self.context.heif10Representation(of: hdr, colorSpace: space, options: Self.best)
      : try Self.context.avif10Representation(of: hdr, colorSpace: space, options: Self.best)
    let back = try #require(CIImage(data: data))
    #expect(back.colorSpace == space)
    #expect(back.properties[kCGImagePropertyDepth] as? Int == 10)
    try expectEqual(hdr, back, within: Self.tolerance(name, 0.06))
    let adaptive = try Self.data(
      name, hdr.toneMapped(to: 1), .RGB10, .displayP3, [.hdrImage: hdr.settingContentHeadroom(4.5)])
    let base = try #require(CIImage(data: adaptive))
    #expect(base.properties[kCGImagePropertyDepth] as? Int == 10)
    #expect(CIImage(data: adaptive, options: [.auxiliaryHDRGainMap: true]) != nil)
  }

  private static let adaptive =
    ["jpeg"]
    + writable.filter {
      ImageFormats.named($0)?.abilities.contains(.gainMap) ?? false
    }

  @Test("a gain map is computed from the HDR image, one ratio or three", arguments: adaptive)
  func gainMaps(_ name: String) throws {
    let hdr = Self.picture(peak: 4).settingContentHeadroom(4)
    let sdr = hdr.toneMapped(to: 1)
    for isRGB in [false, true] {
      let options = Self.best.merging([.hdrImage: hdr, .hdrGainMapAsRGB: isRGB]) { $1 }
      let data =
        name == "jpeg"
        ? try #require(
          Self.context.jpegRepresentation(of: sdr, colorSpace: Self.space(.displayP3), options: options))
        : try Self.data(name, sdr, .RGBA8, .displayP3, options)
      let back = try #require(CIImage(data: data, options: [.expandToHDR: true]))
      #expect(abs(back.contentHeadroom - 4) < 0.05)
      let map = try #require(CIImage(data: data, options: [.auxiliaryHDRGainMap: true]))
      #expect(map.extent.width == (isRGB ? 64 : 32))
      if isRGB { try expectEqual(hdr, back, within: 0.08) }
      // The map that was read is written again, moved with its picture.
      let crop = CGRect(x: 16, y: 8, width: 32, height: 32)
      let part = CGRect(
        x: crop.minX * map.extent.width / 64, y: crop.minY * map.extent.width / 64,
        width: crop.width * map.extent.width / 64, height: crop.height * map.extent.width / 64)
      let cropped = try #require(CIImage(data: data)).cropped(to: crop)
      let given = Self.best.merging([.hdrGainMapImage: map.cropped(to: part)]) { $1 }
      let written = Self.context.jpegRepresentation(
        of: cropped, colorSpace: Self.space(.displayP3), options: given)
      let again = try #require(written)
      let cut = try #require(CIImage(data: again, options: [.expandToHDR: true]))
      let moved = back.cropped(to: crop).transformed(by: CGAffineTransform(translationX: -16, y: -8))
      try expectEqual(
        moved.cropped(to: cut.extent.insetBy(dx: 4, dy: 4)), cut.cropped(to: cut.extent.insetBy(dx: 4, dy: 4)),
        within: 0.1)
    }
  }

  @Test("options that contradict one another or the container are refused")
  func refusals() throws {
    let hdr = Self.picture(peak: 4).settingContentHeadroom(4)
    let map: Options = [.hdrImage: hdr]
    let folder = FileManager.default.temporaryDirectory.appending(path: "representation-\(UUID().uuidString)")
    #expect(throws: RenderError.self) {
      try Self.context.writePNGRepresentation(
        of: hdr, to: folder, format: .RGBA8, colorSpace: Self.space(.displayP3), options: map)
    }
    for name in Self.adaptive where name != "jpeg" {
      #expect(throws: (any Error).self) { try Self.data(name, hdr, .RGBA16, .itur2100PQ, map) }
      #expect(throws: (any Error).self) { try Self.data(name, hdr, .RGBA8, .itur2100PQ) }
    }
    #expect(throws: RenderError.self) {
      try Self.context.writeJPEGRepresentation(
        of: hdr, to: folder, colorSpace: Self.space(.displayP3), options: [.hdrImage: hdr, .hdrGainMapImage: hdr])
    }
    #expect(throws: RenderError.self) {
      try Self.context.writeJPEGRepresentation(
        of: hdr, to: folder, colorSpace: Self.space(.displayP3), options: [.hdrGainMapImage: hdr])
    }
    #expect(throws: RenderError.self) {
      try Self.context.writePNGRepresentation(
        of: .red, to: folder, format: .RGBA8, colorSpace: Self.space(.displayP3))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("floats keep light above 1 and below 0")
  func floats() throws {
    let image = TestPictures.random(width: 24, height: 16, isOpaque: true)
    if ImageFormats.named("tiff")?.writer != nil {
      for format in [CIFormat.RGBAh, .RGBAf] {
        let data = try Self.data("tiff", image, format, .extendedLinearSRGB)
        try expectEqual(image, try #require(CIImage(data: data)), within: format == .RGBAf ? 1e-6 : 1e-3)
      }
    }
    if ImageFormats.named("exr")?.writer != nil {
      let data = try Self.context.openEXRRepresentation(of: image)
      try expectEqual(image, try #require(CIImage(data: data)), within: 1e-3)
    }
  }

  @Test("a file gets the properties of its image")
  func properties() throws {
    let space = Self.space(.sRGB)
    let taken = Self.picture().settingProperties([
      kCGImagePropertyOrientation: 6,
      kCGImagePropertyExifDictionary: [kCGImagePropertyExifExposureTime: 0.008] as [String: Any],
      kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Maker"] as [String: Any],
    ])
    let data = try #require(Self.context.jpegRepresentation(of: taken, colorSpace: space))
    func check(_ image: CIImage, orientation: Int) throws {
      #expect(image.properties[kCGImagePropertyOrientation] as? Int == orientation)
      let exif = try #require(image.properties[kCGImagePropertyExifDictionary] as? [String: Any])
      #expect(abs((exif[kCGImagePropertyExifExposureTime] as? Double ?? 0) - 0.008) < 1e-9)
      let tiff = try #require(image.properties[kCGImagePropertyTIFFDictionary] as? [String: Any])
      #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Maker")
    }
    let first = try #require(CIImage(data: data))
    try check(first, orientation: 6)
    // Through filters and another container, as it is or turned upright.
    let changed = first.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
    let png = try #require(Self.context.pngRepresentation(of: changed, format: .RGBA8, colorSpace: space))
    try check(try #require(CIImage(data: png)), orientation: 6)
    let upright = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
    let turned = try #require(Self.context.pngRepresentation(of: upright, format: .RGBA8, colorSpace: space))
    try check(try #require(CIImage(data: turned)), orientation: 1)
  }

  private static let metadata = HDRMetadata(
    mastering: MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: 1000, minimumNits: 0.005),
    lightLevel: ContentLightLevel(maxCLL: 812, maxFALL: 203))

  @Test("light metadata goes from reader to writer where pixels are only moved")
  func hdrMetadata() throws {
    let hdr = Self.picture(peak: 4).settingHDRMetadata(Self.metadata)
    let data = try Self.data("png", hdr, .RGBA16, .itur2100PQ)
    let read = try #require(CIImage(data: data))
    #expect(read.hdrMetadata == Self.metadata)
    #expect(abs(read.contentHeadroom - 4) < 1e-3)
    let cropped = read.cropped(to: CGRect(x: 4, y: 4, width: 20, height: 20))
    let second = try #require(CIImage(data: try Self.data("png", cropped, .RGBA16, .itur2100PQ)))
    #expect(second.hdrMetadata == Self.metadata)
    // What is said of the light does not outlive a change of it, nor does an SDR file say it.
    let brighter = read.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(brighter.hdrMetadata.isEmpty)
    let sdr = try #require(CIImage(data: try Self.data("png", read, .RGBA8, .sRGB)))
    #expect(sdr.hdrMetadata.isEmpty)
  }

  @Test("PQ files state the light level of their pixels, or the one that was measured before")
  func measuredLight() throws {
    let hdr = Self.picture(peak: 4)
    let read = try #require(CIImage(data: try Self.data("png", hdr, .RGBA16, .itur2100PQ)))
    let own = try #require(read.hdrMetadata.lightLevel)
    let measured = try #require(Self.context.calculateHDRStats(for: read))
    #expect(own.maxCLL >= 203 && own.maxFALL > 0 && own.maxCLL.rounded() == own.maxCLL)
    let file = try #require(CIImage(data: try Self.data("png", measured, .RGBA16, .itur2100PQ)))
    let level = try #require(file.hdrMetadata.lightLevel)
    #expect(abs(level.maxCLL - Double(measured.contentHeadroom) * 203) < 0.1)
    #expect(abs(level.maxFALL - Double(measured.contentAverageLightLevel) * 203) < 0.1)
    #expect(abs(file.contentHeadroom - measured.contentHeadroom) < 1e-3)
  }

  @Test(
    "all optional metadata of ISO HDR comes back from the containers that hold it",
    arguments: writable.filter { $0 == "heic" || $0 == "avif" })
  func optionalMetadata(_ name: String) throws {
    let all = HDRMetadata(
      mastering: Self.metadata.mastering, lightLevel: Self.metadata.lightLevel,
      ambient: AmbientViewingEnvironment(illuminanceLux: 314), diffuseWhite: NominalDiffuseWhite(nits: 100),
      reference: ReferenceViewingEnvironment(surroundNits: 5, peripheryNits: 10),
      colorVolume: ContentColorVolume(minimumLuminance: 0, maximumLuminance: 0.1, averageLuminance: 0.02))
    let hdr = Self.picture(peak: 4).settingHDRMetadata(all)
    let read = try #require(CIImage(data: try Self.data(name, hdr, .RGBA16, .itur2100PQ, Self.best)))
    #expect(read.hdrMetadata == all)
    // The light is where it was: 1.0 is stored at 100 cd/m² and read from there.
    try expectEqual(hdr, read, within: Self.tolerance(name, 0.12))
  }
}

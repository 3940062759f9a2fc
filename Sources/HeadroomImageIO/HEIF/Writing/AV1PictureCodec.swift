internal import CHeadroomCodecs
internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// AV1 by libaom, all-intra, with the short header of a still picture.
///
/// Quality is libavif's: the quantizer, 0 to 63, is 63 hundredths of the difference to 100. Speed is libaom's
/// `cpu-used`, 9 at most; the default is 6, as in libavif's tools.
///
/// It codes 8, 10 or 12 bits, also without loss. Gain maps are described by ISO 21496-1.
enum AV1PictureCodec: StillPictureCodec {
  static let format = "avif"
  static let itemType = "av01"
  static let alphaType = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
  static let bitDepths = [8, 10, 12]
  static let smallestSide = 1
  static let takesOddSizes = true
  static let gainMapKinds: Set<GainMapDescription.Kind> = [.iso]

  /// AV1 has no code for it; readers take "unknown" for it.
  static func siting(_: PlanarPicture.Subsampling) -> YCbCrEncoding.Siting { .center }

  static func defaultChroma(_ options: EncodeOptions) -> EncodeOptions.Chroma {
    options.quality < 90 ? .quarter : .full
  }

  /// Nearly half the step. AV1's for 8 bits grow by an eighth of a code from one index to the next up to thirteen codes at
  /// index 100, then by a factor of four to index 192.
  static func quality(forStep step: Double) -> Double {
    let (step, knee) = (0.45 * step, 12.5)
    let index = step <= knee ? 8 * step : 100 + 92 * log2(min(step / knee, 4)) / 2
    // Of a quantiser of 0...63 four indices.
    return 100 - index / 4 / 0.63
  }

  static func encode(
    _ planes: PlanarPicture, _ settings: CodingSettings, threads: Int
  ) throws(ImageIOError) -> CodedPicture {
    var picture = headroom_aom_picture()
    picture.still = planes.still(settings, threads: threads)
    picture.quantizer = Int32(((100 - settings.quality) * 0.63).rounded())
    picture.speed = Int32(min(max(settings.speed ?? 6, leastSpeed(planes.width, planes.height)), 9))
    picture.tile_columns_log2 = tilesLog2(planes.width)
    picture.tile_rows_log2 = tilesLog2(planes.height)
    picture.chroma_position = planes.coding.siting == .left ? 1 : planes.coding.siting == .topLeft ? 2 : 0
    var stream = unsafe headroom_aom_stream()
    let result = unsafe headroom_aom_encode(&picture, &stream)
    defer { unsafe headroom_aom_stream_free(&stream) }
    if result == HEADROOM_AOM_NO_MEMORY.rawValue { throw .outOfMemory(bytes: 0) }
    guard result == HEADROOM_AOM_OK.rawValue else {
      let message = unsafe withUnsafeBytes(of: stream.message) { text in
        unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .codec(library: "libaom", code: unsafe Int(stream.code), message: message, part: "picture")
    }
    let unit = unsafe [UInt8](UnsafeBufferPointer(start: stream.bytes, count: stream.count))
    let configuration = try AV1ConfigurationRecord(
      temporalUnit: unit, chromaFormat: UInt8(planes.subsampling.codedFormat), bitDepth: planes.bitDepth,
      chromaPosition: UInt8(picture.chroma_position))
    return CodedPicture(
      bytes: configuration.itemData,
      configuration: PropertyBox(box: BoxBytes.box("av1C", configuration.bytes), isEssential: true),
      profile: configuration.profile, level: configuration.level)
  }

  /// The slowest speed for a picture of this size. Blocks are coded as a whole, however few of their pixels exist: a
  /// line of 65,535 pixels took 12 to 38 s at speed 0, as much as the megapixels that its blocks have.
  private static func leastSpeed(_ width: Int, _ height: Int) -> Int {
    let block = 64
    let blocks = ((width + block - 1) / block) * ((height + block - 1) / block)
    return blocks > 64 && blocks * block * block > 8 * width * height ? 6 : 0
  }

  /// Tiles are coded and decoded side by side, and cost a little in size: one for each 1024 pixels, four at most.
  private static func tilesLog2(_ side: Int) -> Int32 { side >= 4096 ? 2 : side >= 2048 ? 1 : 0 }

  /// The baseline profile of AVIF ends at level 5.1 (index 13), the advanced one at level 6.0 (index 16).
  static func brands(base: CodedPicture, bitDepth: Int) -> [String] {
    var brands = ["avif", "mif1", "miaf", "avif"]
    if base.profile == 0, base.level <= 13 { brands.append("MA1B") }
    if base.profile <= 1, base.level <= 16 { brands.append("MA1A") }
    return brands
  }
}

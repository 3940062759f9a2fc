internal import CHeadroomCodecs
internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// HEVC by x265: Main for 8 bits, Main 10 for 10 bits of 4:2:0, the format range extensions for the rest.
///
/// Quality is libheif's: the constant rate factor is half of the difference to 100. Speed 0...10 selects x265's presets
/// from placebo to ultrafast; the default is `medium`.
///
/// SDR pictures have 8 bits and 4:2:0 by default, which every reader accepts; PQ and HLG pictures have 10 bits. Gain
/// maps are described by ISO 21496-1 and, where its formula fits, by Apple's of 2020.
enum HEVCPictureCodec: StillPictureCodec {
  static let format = "heic"
  static let itemType = "hvc1"
  static let alphaType = "urn:mpeg:hevc:2015:auxid:1"
  static let bitDepths = [8, 10, 12]
  /// x265 refuses less.
  static let smallestSide = 16
  static let takesOddSizes = false
  static let gainMapKinds: Set<GainMapDescription.Kind> = [.iso, .apple]

  /// Streams can only state the siting of chroma that is halved both ways; chroma halved along rows lies on every
  /// second pixel (H.265, 6.2).
  static func siting(_ subsampling: PlanarPicture.Subsampling) -> YCbCrEncoding.Siting {
    subsampling == .half ? .left : .center
  }

  static func defaultChroma(_: EncodeOptions) -> EncodeOptions.Chroma { .quarter }

  /// Half the step: H.265's doubles every six quantisers, and is 1 at four.
  static func quality(forStep step: Double) -> Double { 100 - 2 * (4 + 6 * log2(max(step / 2, 1))) }

  static func encode(
    _ planes: PlanarPicture, _ settings: CodingSettings, threads: Int
  ) throws(ImageIOError) -> CodedPicture {
    var picture = headroom_x265_picture()
    picture.still = planes.still(settings, threads: threads)
    picture.rate_factor = (100 - settings.quality) / 2
    picture.preset = preset(settings.speed)
    // H.265's types are those of H.273.
    picture.chroma_location = planes.subsampling == .quarter ? Int32(planes.coding.siting.rawValue) : -1
    var stream = unsafe headroom_x265_stream()
    let result = unsafe headroom_x265_encode(&picture, &stream)
    defer { unsafe headroom_x265_stream_free(&stream) }
    try check(result, bitDepth: planes.bitDepth)
    let sets = unsafe [UInt8](UnsafeBufferPointer(start: stream.parameter_sets, count: stream.parameter_sets_count))
    let configuration = try HEVCConfigurationRecord(
      parameterSets: sets, chromaFormat: UInt8(planes.subsampling.codedFormat), bitDepth: planes.bitDepth)
    return CodedPicture(
      bytes: unsafe [UInt8](UnsafeBufferPointer(start: stream.picture, count: stream.picture_count)),
      configuration: PropertyBox(box: BoxBytes.box("hvcC", configuration.bytes), isEssential: true),
      profile: configuration.profile, level: configuration.level)
  }

  private static func preset(_ speed: Int?) -> Int32 {
    guard let speed else { return 5 }
    return Int32(9 - (min(max(speed, 0), 10) * 9 + 5) / 10)
  }

  private static func check(_ result: Int32, bitDepth: Int) throws(ImageIOError) {
    switch UInt32(result) {
    case HEADROOM_X265_OK.rawValue: return
    case HEADROOM_X265_MISSING.rawValue:
      throw .notEncodable(
        format: format, text: "libx265 with \(bitDepth) bits is not installed (Debian's package libx265-199)")
    case HEADROOM_X265_NO_MEMORY.rawValue: throw .outOfMemory(bytes: 0)
    default: throw .codec(library: "x265", code: Int(result), message: "the encoder refuses", part: "picture")
    }
  }

  /// `heic` promises Main; everything else is `heix`.
  static func brands(base: CodedPicture, bitDepth: Int) -> [String] {
    let major = base.profile == 1 || base.profile == 3 ? "heic" : "heix"
    return [major, "mif1", "miaf", major]
  }
}

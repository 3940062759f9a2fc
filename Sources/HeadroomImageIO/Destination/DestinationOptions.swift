internal import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics

/// The options in the properties of an added picture.
///
/// `@unchecked`: constant; the values of the dictionary are property list values, colours and colour spaces.
package struct DestinationOptions: @unchecked Sendable {
  /// The rendition to write.
  package var rendition = RenditionWishes.Choice.keep
  /// Nil keeps the base of a picture with a gain map, and means true for other pictures.
  package var baseIsSDR: Bool?
  package var baseSpace: CGColorSpace?
  package var alternateSpace: CGColorSpace?
  package var gainMap = GainMapOptions()
  /// Nil for the rendition's own way.
  package var toneMap: ToneMapOperator?
  package var encode = EncodeOptions()
  package var maxPixelSize: Int?
  package var background: CGColor?
  package var optimizesForSharing = false
  var preservesGainMap = true
  var embedsThumbnail = false
  var orientation: CGImagePropertyOrientation?
  var excludesGPS = false
  var excludesXMP = false
  /// The properties as given, for the EXIF parts.
  package let properties: CFDictionary

  /// Whether they choose the kind of picture that is written, not only its coding.
  package var choosesRendition: Bool {
    rendition != .keep || baseIsSDR != nil || baseSpace != nil || alternateSpace != nil
  }

  /// The wishes for the file: a picture's numbers are kept where possible.
  package var renditionWishes: RenditionWishes {
    var wishes = RenditionWishes()
    wishes.choice = rendition
    wishes.isBaseSDR = baseIsSDR
    wishes.dropsGainMap = !preservesGainMap
    wishes.gainMap = gainMap
    wishes.keepsNumbers = true
    return wishes
  }

  package init(_ properties: CFDictionary) throws(ImageIOError) {
    self.properties = properties
    func flag(_ key: CFString) -> Bool? { OptionValues.flag(properties[key]) }
    if let quality = OptionValues.number(properties[kCGImageDestinationLossyCompressionQuality]) {
      guard (0...1).contains(quality) else {
        throw .notEncodable(format: "options", text: "quality \(quality) is outside 0...1")
      }
      encode.quality = quality * 100
    }
    maxPixelSize = OptionValues.integer(properties[kCGImageDestinationImageMaxPixelSize]).flatMap { $0 > 0 ? $0 : nil }
    background = properties[kCGImageDestinationBackgroundColor] as? CGColor
    optimizesForSharing = flag(kCGImageDestinationOptimizeColorForSharing) ?? false
    preservesGainMap = flag(kCGImageDestinationPreserveGainMap) ?? true
    embedsThumbnail = flag(kCGImageDestinationEmbedThumbnail) ?? false
    excludesGPS = flag(kCGImageMetadataShouldExcludeGPS) ?? false
    excludesXMP = flag(kCGImageMetadataShouldExcludeXMP) ?? false
    let turn = properties[kCGImageDestinationOrientation] ?? properties[kCGImagePropertyOrientation]
    orientation =
      OptionValues.isNull(turn) ? .up : OptionValues.integer(turn).map { CGImagePropertyOrientation(exifTag: $0) }
    try readRequest()
  }

  private static func toneMap(_ value: Any?) throws(ImageIOError) -> ToneMapOperator? {
    guard let value = OptionValues.present(value) else { return nil }
    let method =
      value as? CGToneMapping
      ?? OptionValues.integer(value).flatMap { UInt32(exactly: $0) }.flatMap { CGToneMapping(rawValue: $0) }
    switch method {
    case .some(.default): return nil
    case .some(.referenceWhiteBased): return .rwtmo
    case .some(.ituRecommended): return .bt2390
    case .some(.none): return .clip
    case .some(.imageSpecificLumaScaling), .some(.exrGamma), nil:
      throw .notEncodable(format: "options", text: "the tone map \(value) is not one for files")
    }
  }

  private mutating func readRequest() throws(ImageIOError) {
    switch OptionValues.text(properties[kCGImageDestinationEncodeRequest]) {
    case nil: break
    case kCGImageDestinationEncodeToSDR: rendition = .sdr
    case kCGImageDestinationEncodeToISOHDR: rendition = .isoHDR
    case kCGImageDestinationEncodeToISOGainmap: rendition = .adaptive
    case let request?: throw .notEncodable(format: "options", text: "the encode request \(request) is not known")
    }
    let more = OptionValues.dictionary(properties[kCGImageDestinationEncodeRequestOptions]) ?? [:]
    func option(_ key: CFString) -> Any? { more[key] ?? properties[key] }
    baseIsSDR = OptionValues.flag(option(kCGImageDestinationEncodeBaseIsSDR))
    baseSpace = option(kCGImageDestinationEncodeBaseColorSpace) as? CGColorSpace
    alternateSpace = option(kCGImageDestinationEncodeAlternateColorSpace) as? CGColorSpace
    toneMap = try Self.toneMap(option(kCGImageDestinationEncodeTonemapMode))
    if let code = OptionValues.integer(option(kCGImageDestinationEncodeBasePixelFormatRequest)) {
      guard let format = RequestedPixelFormat(code) else {
        throw .notEncodable(format: "options", text: "the base pixel format \(code) is not known")
      }
      encode.bitDepth = format.bits
      encode.chroma = format.chroma
    }
    if let factor = OptionValues.integer(option(kCGImageDestinationEncodeGainMapSubsampleFactor)) {
      guard [1, 2, 4].contains(factor) else {
        throw .notEncodable(format: "options", text: "gain map subsample factor \(factor) is not 1, 2 or 4")
      }
      gainMap.scale = factor
    }
    if let code = OptionValues.integer(option(kCGImageDestinationEncodeGainMapPixelFormatRequest)) {
      // L008, L016, L00h and y420-like formats with only luma have one component.
      gainMap.channels = code >> 16 == 0x4C30 ? .luma : .rgb
    }
  }
}

/// The parts of a CoreVideo pixel format that concern a file: bits of a component and resolution of chroma.
struct RequestedPixelFormat: Hashable {
  let bits: Int
  let chroma: EncodeOptions.Chroma?

  /// Nil for formats that cannot be requested for a file: floats, alpha alone, unknown codes.
  init?(_ code: Int) {
    let formats: [(codes: [OSType], bits: Int, chroma: EncodeOptions.Chroma?)] = [
      (
        [
          kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA,
          kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA, kCVPixelFormatType_OneComponent8,
        ], 8, nil
      ),
      ([kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange], 8, .quarter),
      ([kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange], 8, .half),
      ([kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange], 8, .full),
      (
        [
          kCVPixelFormatType_30RGB, kCVPixelFormatType_30RGBLEPackedWideGamut, kCVPixelFormatType_ARGB2101010LEPacked,
          kCVPixelFormatType_OneComponent10,
        ], 10, nil
      ),
      (
        [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange], 10,
        .quarter
      ),
      ([kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange], 10, .half),
      ([kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange], 10, .full),
      (
        [
          kCVPixelFormatType_48RGB, kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE,
          kCVPixelFormatType_OneComponent16, kCVPixelFormatType_16Gray,
        ], 16, nil
      ),
    ]
    guard let wanted = OSType(exactly: code), let found = formats.first(where: { $0.codes.contains(wanted) }) else {
      return nil
    }
    (bits, chroma) = (found.bits, found.chroma)
  }
}

internal import Foundation
internal import HeadroomGraphics

/// What the properties of an added picture ask for.
struct DestinationOptions {
  /// The rendition to write.
  enum Rendition { case richest, standard, isoHDR, gainMap }

  var rendition = Rendition.richest
  var baseIsSDR = true
  var baseSpace: CGColorSpace?
  var gainMap = GainMapComputer.Options()
  var encode = EncodeOptions()
  var maxPixelSize: Int?
  var background: CGColor?
  var optimizesForSharing = false
  var preservesGainMap = true
  var orientation: CGImagePropertyOrientation?
  var excludesGPS = false
  var excludesXMP = false
  /// The properties as given, for the EXIF parts.
  let properties: CFDictionary

  init(_ properties: CFDictionary) throws(ImageIOError) {
    self.properties = properties
    func flag(_ key: CFString) -> Bool? { OptionValues.flag(properties[key]) }
    if let quality = OptionValues.number(properties[kCGImageDestinationLossyCompressionQuality]) {
      guard (0...1).contains(quality) else {
        throw .notEncodable(format: "options", text: "quality \(quality) is outside 0...1")
      }
      encode.quality = quality * 100
      encode.gainMapQuality = min(quality * 100, encode.gainMapQuality)
    }
    maxPixelSize = OptionValues.integer(properties[kCGImageDestinationImageMaxPixelSize]).flatMap { $0 > 0 ? $0 : nil }
    background = properties[kCGImageDestinationBackgroundColor] as? CGColor
    optimizesForSharing = flag(kCGImageDestinationOptimizeColorForSharing) ?? false
    preservesGainMap = flag(kCGImageDestinationPreserveGainMap) ?? true
    excludesGPS = flag(kCGImageMetadataShouldExcludeGPS) ?? false
    excludesXMP = flag(kCGImageMetadataShouldExcludeXMP) ?? false
    let turn = properties[kCGImageDestinationOrientation] ?? properties[kCGImagePropertyOrientation]
    orientation = OptionValues.integer(turn).map { CGImagePropertyOrientation(exifTag: $0) }
    try readRequest()
  }

  private mutating func readRequest() throws(ImageIOError) {
    switch OptionValues.text(properties[kCGImageDestinationEncodeRequest]) {
    case nil: break
    case kCGImageDestinationEncodeToSDR: rendition = .standard
    case kCGImageDestinationEncodeToISOHDR: rendition = .isoHDR
    case kCGImageDestinationEncodeToISOGainmap: rendition = .gainMap
    case let request?: throw .notEncodable(format: "options", text: "the encode request \(request) is not known")
    }
    let more = OptionValues.dictionary(properties[kCGImageDestinationEncodeRequestOptions]) ?? [:]
    func option(_ key: CFString) -> Any? { more[key] ?? properties[key] }
    guard OptionValues.flag(option(kCGImageDestinationEncodeBaseIsSDR)) ?? true else {
      throw .notEncodable(format: "options", text: "an HDR base with a gain map to SDR is not written")
    }
    baseSpace = option(kCGImageDestinationEncodeBaseColorSpace) as? CGColorSpace
    if let factor = OptionValues.integer(option(kCGImageDestinationEncodeGainMapSubsampleFactor)) {
      guard [1, 2, 4].contains(factor) else {
        throw .notEncodable(format: "options", text: "gain map subsample factor \(factor) is not 1, 2 or 4")
      }
      gainMap.scale = factor
    }
    if let format = OptionValues.integer(option(kCGImageDestinationEncodeGainMapPixelFormatRequest)) {
      // L008, L016, L00h and y420-like formats with luma alone have one component.
      gainMap.channels = format >> 16 == 0x4C30 ? .luma : .rgb
    }
  }
}

internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
package import HeadroomGraphics

/// The properties that a container adds to those of its pictures.
package protocol ContainerProperties {
  /// Whether pixels are stored as indices into a palette.
  var isIndexed: Bool { get }
  /// Pixels per inch across and down, when the container states them.
  var pixelsPerInch: (x: Double, y: Double)? { get }
  /// The container's own part of the dictionary and its key.
  var ownProperties: (key: CFString, values: CFDictionary)? { get }
  /// The container's own part of the file's properties and its key.
  var fileProperties: (key: CFString, values: CFDictionary)? { get }
}

/// The properties of single pictures of an animation.
protocol FrameProperties {
  /// The container's own part of the dictionary and its key; nil for a picture that is not one of an animation.
  func frameProperties(at index: Int) -> (key: CFString, values: CFDictionary)?
}

extension ContainerProperties {
  package var fileProperties: (key: CFString, values: CFDictionary)? { nil }
}

/// The properties dictionary of a picture, from its headers.
package struct ImageProperties {
  let info: StillInfo
  let container: (any ContainerProperties)?

  package init(_ reader: any ImageReader) {
    self.init(reader.info, of: reader)
  }

  /// The properties of one picture of a file.
  package init(_ info: StillInfo, of reader: any ImageReader) {
    self.init(info, container: reader as? any ContainerProperties)
  }

  init(_ info: StillInfo, container: (any ContainerProperties)?) {
    self.info = info
    self.container = container
  }

  package var dictionary: CFDictionary {
    var result = picture
    let exif = info.metadata.exif.flatMap { try? EXIFBlock(parsing: $0) }
    if let exif { addEXIF(exif, to: &result) }
    let auxiliary = info.metadata.exifAuxiliaryProperties
    if !auxiliary.isEmpty { result[kCGImagePropertyExifAuxDictionary] = auxiliary }
    let iptc = info.metadata.iptcProperties.merging(info.metadata.newerIPTCProperties) { own, _ in own }
    if !iptc.isEmpty { result[kCGImagePropertyIPTCDictionary] = iptc }
    if let (key, values) = container?.ownProperties, !values.isEmpty { result[key] = values }
    if let (x, y) = container?.pixelsPerInch ?? exif?.pixelsPerInch {
      result[kCGImagePropertyDPIWidth] = x
      result[kCGImagePropertyDPIHeight] = y
    }
    return result
  }

  private var picture: CFDictionary {
    var result: CFDictionary = [
      kCGImagePropertyPixelWidth: info.width, kCGImagePropertyPixelHeight: info.height,
      kCGImagePropertyDepth: info.bitDepth, kCGImagePropertyColorModel: colorModel,
      kCGImagePropertyHasAlpha: info.hasAlpha,
      kCGImagePropertyOrientation: Int(info.orientation.rawValue),
    ]
    if info.kind == .float { result[kCGImagePropertyIsFloat] = true }
    if container?.isIndexed == true { result[kCGImagePropertyIsIndexed] = true }
    let profile = info.deviceColor?.profile ?? info.iccProfile.flatMap { try? ICCProfile(parsing: $0) }
    if let name = profile?.description, !name.isEmpty {
      result[kCGImagePropertyProfileName] = name
    }
    if let name = CGColorSpace(encoding: info.encoding).name { result[kCGImagePropertyNamedColorSpace] = name }
    if info.contentHeadroom > 1 { result[kCGImagePropertyHeadroom] = info.contentHeadroom }
    return result
  }

  private var colorModel: CFString {
    switch (info.encoding.model, info.deviceColor?.model) {
    case (_, .cmyk): kCGImagePropertyColorModelCMYK
    case (.monochrome, _): kCGImagePropertyColorModelGray
    case (.cmyk, _): kCGImagePropertyColorModelCMYK
    case (.lab, _): kCGImagePropertyColorModelLab
    case (.rgb, _), (.xyz, _): info.channels < 3 ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
    }
  }

  private func addEXIF(_ block: EXIFBlock, to result: inout CFDictionary) {
    let parts: [(CFString, CFDictionary)] = [
      (kCGImagePropertyTIFFDictionary, EXIFPropertyTable.tiff.properties(of: block.image)),
      (kCGImagePropertyExifDictionary, EXIFPropertyTable.exif.properties(of: block.exif)),
      (kCGImagePropertyGPSDictionary, EXIFPropertyTable.gps.properties(of: block.gps)),
      (kCGImagePropertyMakerAppleDictionary, block.appleProperties),
    ]
    for (key, values) in parts where !values.isEmpty { result[key] = values }
  }
}

extension EXIFBlock {
  /// Resolution in pixels per inch; nil when the block gives none.
  var pixelsPerInch: (x: Double, y: Double)? {
    guard let x = image[Tag.xResolution]?.numbers.first, let y = image[Tag.yResolution]?.numbers.first, x > 0, y > 0
    else { return nil }
    // 2 is inches, the default; 3 is centimetres.
    let unit = image[Tag.resolutionUnit]?.integers.first ?? 2
    guard unit == 2 || unit == 3 else { return nil }
    return unit == 3 ? (x * 2.54, y * 2.54) : (x, y)
  }

  fileprivate var appleProperties: CFDictionary {
    var result: CFDictionary = [:]
    guard let note = appleMakerNote else { return result }
    if let value = note.headroom { result["33"] = value }
    if let value = note.gain { result["48"] = value }
    return result
  }
}

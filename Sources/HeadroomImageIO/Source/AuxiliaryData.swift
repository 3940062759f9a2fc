internal import Foundation
internal import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
internal import HeadroomPixels

/// Gain maps in the form of auxiliary data dictionaries, both ways.
package enum AuxiliaryData {
  /// The prefixes of the metadata paths.
  private static let isoPrefix = "HDRToneMap:"
  private static let applePrefix = "HDRGainMap:"

  /// The dictionary of a gain map as `type`; nil when the map cannot be given in that form.
  static func info(_ map: GainMapImage, type: CFString, orientation: CGImagePropertyOrientation) -> CFDictionary? {
    guard let metadata = metadata(map.description, type) else { return nil }
    var result = info(map.bitmap, metadata, orientation: orientation)
    if let alternate = map.description.alternateEncoding {
      result[kCGImageAuxiliaryDataInfoColorSpace] = CGColorSpace(
        encoding: alternate, iccData: map.description.alternateICCProfile)
    }
    return result
  }

  /// The dictionary of the samples of an auxiliary picture and their metadata, if there are any.
  static func info(
    _ bitmap: PixelBitmap, _ metadata: CGImageMetadata?, orientation: CGImagePropertyOrientation
  ) -> CFDictionary {
    var result: CFDictionary = [
      kCGImageAuxiliaryDataInfoData: packed(bitmap),
      kCGImageAuxiliaryDataInfoDataDescription: [
        kCGImagePropertyWidth: bitmap.width, kCGImagePropertyHeight: bitmap.height,
        kCGImagePropertyBytesPerRow: bitmap.width * bitmap.format.bytesPerPixel,
        kCGImagePropertyPixelFormat: pixelFormat(bitmap.format),
        kCGImagePropertyOrientation: Int(orientation.rawValue),
      ] as CFDictionary,
    ]
    if let metadata { result[kCGImageAuxiliaryDataInfoMetadata] = metadata }
    return result
  }

  /// Whether a map can be given in the form of `type`. Maps that a file describes in both ways can be given in both.
  static func describes(_ description: GainMapDescription, _ type: CFString) -> Bool {
    metadata(description, type) != nil
  }

  private static func metadata(_ description: GainMapDescription, _ type: CFString) -> CGImageMetadata? {
    switch (type, description.formula) {
    case (kCGImageAuxiliaryDataTypeISOGainMap, .iso(let parameters)): return isoMetadata(parameters)
    case (kCGImageAuxiliaryDataTypeHDRGainMap, .apple(let parameters)):
      return appleMetadata(headroom: parameters.headroom)
    case (kCGImageAuxiliaryDataTypeHDRGainMap, .iso):
      guard description.kinds.contains(.apple) else { return nil }
      return description.appleHeadroom.map(appleMetadata(headroom:))
    default: return nil
    }
  }

  private static func packed(_ bitmap: PixelBitmap) -> Data {
    let rowBytes = bitmap.width * bitmap.format.bytesPerPixel
    var data = Data(capacity: rowBytes * bitmap.height)
    for row in 0..<bitmap.height {
      let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      unsafe data.append(start, count: rowBytes)
    }
    return data
  }

  /// CoreVideo's codes: `L008` and `L016` for one component, 24-bit RGB for three.
  private static func pixelFormat(_ format: PixelFormat) -> OSType {
    switch format {
    case .gray8: 0x4C30_3038
    case .gray16: 0x4C30_3136
    case .rgb16: 0x6234_3872
    default: 24
    }
  }

  // MARK: - Metadata

  private static func isoMetadata(_ parameters: GainMapMetadata) -> CGImageMetadata {
    let result = CGImageMetadata([
      isoPrefix + "Version": "1", isoPrefix + "BaseHeadroom": "\(parameters.baseHeadroom)",
      isoPrefix + "AlternateHeadroom": "\(parameters.alternateHeadroom)",
      isoPrefix + "BaseColorIsWorkingColor": parameters.useBaseColorSpace ? "True" : "False",
    ])
    for channel in 0..<(parameters.isMultichannel ? 3 : 1) {
      let values = [
        ("GainMapMin", parameters.min), ("GainMapMax", parameters.max), ("Gamma", parameters.gamma),
        ("BaseOffset", parameters.baseOffset), ("AlternateOffset", parameters.alternateOffset),
      ]
      for (name, value) in values {
        result.set("\(value[channel])", at: isoPrefix + "ChannelMetadata[\(channel)].\(name)")
      }
    }
    return result
  }

  private static func appleMetadata(headroom: Double) -> CGImageMetadata {
    // Version 2, the first that states the headroom.
    CGImageMetadata([
      applePrefix + "HDRGainMapVersion": "131072", applePrefix + "HDRGainMapHeadroom": "\(headroom)",
    ])
  }

  private static func formula(_ metadata: CGImageMetadata, type: CFString) -> GainMapFormula? {
    func number(_ path: String) -> Double? { metadata[path].flatMap { Double($0) } }
    if type == kCGImageAuxiliaryDataTypeHDRGainMap {
      guard let headroom = number(applePrefix + "HDRGainMapHeadroom"), headroom >= 1, headroom.isFinite else {
        return nil
      }
      return .apple(AppleGainMap(headroom: headroom))
    }
    guard let alternate = number(isoPrefix + "AlternateHeadroom") else { return nil }
    func channels(_ name: String, _ fallback: Double) -> SIMD3<Double> {
      let first = number(isoPrefix + "ChannelMetadata[0].\(name)") ?? fallback
      return SIMD3(
        first, number(isoPrefix + "ChannelMetadata[1].\(name)") ?? first,
        number(isoPrefix + "ChannelMetadata[2].\(name)") ?? first)
    }
    let working = metadata[isoPrefix + "BaseColorIsWorkingColor"]?.lowercased()
    let parameters = GainMapMetadata(
      baseHeadroom: number(isoPrefix + "BaseHeadroom") ?? 0, alternateHeadroom: alternate,
      min: channels("GainMapMin", 0), max: channels("GainMapMax", alternate), gamma: channels("Gamma", 1),
      baseOffset: channels("BaseOffset", 0), alternateOffset: channels("AlternateOffset", 0),
      useBaseColorSpace: working != "false" && working != "0",
      isMultichannel: metadata[isoPrefix + "ChannelMetadata[1].GainMapMax"] != nil)
    return (try? parameters.validate()).map { .iso(parameters) }
  }

  // MARK: - From a dictionary

  /// The gain map of a dictionary like those of ``info(_:type:orientation:)``.
  ///
  /// - Throws: `ImageIOError/notEncodable(format:text:)` when parts are missing or contradict one another.
  package static func gainMap(_ info: CFDictionary, type: CFString) throws(ImageIOError) -> GainMapImage {
    guard type == kCGImageAuxiliaryDataTypeISOGainMap || type == kCGImageAuxiliaryDataTypeHDRGainMap else {
      throw .notEncodable(format: "auxiliary data", text: "\(type) cannot be written")
    }
    guard let metadata = info[kCGImageAuxiliaryDataInfoMetadata] as? CGImageMetadata,
      let formula = formula(metadata, type: type)
    else { throw .notEncodable(format: "auxiliary data", text: "the gain map has no usable metadata") }
    let bitmap = try bitmap(info)
    var appleHeadroom: Double?
    if case .apple(let apple) = formula { appleHeadroom = apple.headroom }
    let space = info[kCGImageAuxiliaryDataInfoColorSpace] as? CGColorSpace
    let channels = bitmap.format.isGray ? 1 : 3
    return GainMapImage(
      bitmap: bitmap,
      description: GainMapDescription(
        kinds: type == kCGImageAuxiliaryDataTypeISOGainMap ? [.iso] : [.apple], formula: formula, width: bitmap.width,
        height: bitmap.height, channels: channels, alternateEncoding: space?.encoding,
        alternateICCProfile: space?.embeddedProfile, appleHeadroom: appleHeadroom))
  }

  /// The single map for a file among those that were added, and its descriptions.
  ///
  /// A map of ISO metadata is preferred, as in readers; the same codes in Apple's terms are one map described twice. A
  /// map that is given only as Apple's stays one.
  package static func combined(_ maps: [GainMapImage]) -> (map: GainMapImage, kinds: Set<GainMapDescription.Kind>)? {
    let apple = maps.first { $0.metadata == nil }
    guard var map = maps.first(where: { $0.metadata != nil }) else { return apple.map { ($0, [.apple]) } }
    guard let apple, apple.bitmap.hasSameCodes(as: map.bitmap) else { return (map, [.iso]) }
    map.description.kinds = [.iso, .apple]
    map.description.appleHeadroom = apple.description.appleHeadroom
    return (map, [.iso, .apple])
  }

  private static func bitmap(_ info: CFDictionary) throws(ImageIOError) -> PixelBitmap {
    guard let description = OptionValues.dictionary(info[kCGImageAuxiliaryDataInfoDataDescription]),
      let width = OptionValues.integer(description["Width"]), let height = OptionValues.integer(description["Height"]),
      let rowBytes = OptionValues.integer(description["BytesPerRow"]), width > 0, height > 0, rowBytes > 0,
      let data = info[kCGImageAuxiliaryDataInfoData] as? Data
    else { throw .notEncodable(format: "auxiliary data", text: "the gain map's pixels are not described") }
    let format: PixelFormat =
      switch OptionValues.integer(description["PixelFormat"]) {
      case 0x4C30_3038: .gray8
      case 0x4C30_3136: .gray16
      case 0x6234_3872: .rgb16
      case 24: .rgb8
      case 0x4247_5241: .bgra8
      default: rowBytes >= 3 * width ? .rgb8 : .gray8
      }
    let (needed, overflow) = rowBytes.multipliedReportingOverflow(by: height - 1)
    let row = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    guard !overflow, !row.overflow, row.partialValue <= rowBytes, data.count - row.partialValue >= needed else {
      throw .notEncodable(format: "auxiliary data", text: "\(data.count) bytes are too few for the gain map")
    }
    do throws(PixelError) {
      let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
      for index in 0..<height {
        let target = unsafe bitmap.rowAddress(index).assumingMemoryBound(to: UInt8.self)
        let start = data.startIndex + index * rowBytes
        unsafe data.copyBytes(to: target, from: start..<start + row.partialValue)
      }
      return bitmap
    } catch {
      throw ImageIOError(error)
    }
  }
}

extension PixelBitmap {
  /// Whether size, format and all samples are the same.
  fileprivate func hasSameCodes(as other: PixelBitmap) -> Bool {
    guard width == other.width, height == other.height, format == other.format else { return false }
    let count = width * format.bytesPerPixel
    return (0..<height).allSatisfy { row in
      unsafe UnsafeRawBufferPointer(start: rowAddress(row), count: count)
        .elementsEqual(UnsafeRawBufferPointer(start: other.rowAddress(row), count: count))
    }
  }
}

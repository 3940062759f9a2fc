internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension CGImageSource {
  /// The gain map of a picture as an auxiliary data dictionary; nil when there is none of this type.
  func auxiliaryDataInfo(at index: Int, type: CFString) -> CFDictionary? {
    if let kind = AuxiliaryKind(type) { return depthOrMatte(at: index, kind) }
    guard let info = try? info(at: index), let description = info.gainMap else { return nil }
    // The headers decide, so that a request for the other kind costs no decoding.
    guard AuxiliaryData.describes(description, type) else { return nil }
    var request = ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    guard let map = try? still(at: index, request).gainMap else { return nil }
    return AuxiliaryData.info(map, type: type, orientation: info.orientation)
  }

  private func depthOrMatte(at index: Int, _ kind: AuxiliaryKind) -> CFDictionary? {
    guard let reader = try? reader(), index >= 0, index < reader.info.frameCount,
      let holder = reader as? any AuxiliaryPictures,
      let picture = try? holder.auxiliaryPicture(kind, at: index, limits: limits)
    else { return nil }
    let metadata = picture.xmp.flatMap { try? MetadataTree(xmp: $0) }.map { CGImageMetadata($0) }
    return AuxiliaryData.info(picture.bitmap, metadata, orientation: picture.orientation)
  }

  /// The types of a picture's auxiliary pictures and their sizes.
  func auxiliaryTypes(at index: Int) -> [(type: CFString, width: Int, height: Int)] {
    guard let reader = try? reader(), let info = try? info(at: index) else { return [] }
    let map = info.gainMap.map { description in
      [kCGImageAuxiliaryDataTypeISOGainMap, kCGImageAuxiliaryDataTypeHDRGainMap]
        .filter { AuxiliaryData.describes(description, $0) }.map { ($0, description.width, description.height) }
    }
    let others = (reader as? any AuxiliaryPictures)?.auxiliaryKinds(at: index) ?? []
    return (map ?? []) + others.map { ($0.kind.type, $0.width, $0.height) }
  }
}

extension CGImage {
  /// The image with the headroom and the average light level measured in its pixels.
  func withMeasuredLight() -> CGImage {
    let encoding = colorSpace?.encoding ?? .sRGB
    let light = PictureLight(bitmap, encoding: encoding)
    let measured = copy(contentHeadroom: Float(max(light.peak, 1))) ?? self
    return measured.copy(contentAverageLightLevel: Float(light.mean)) ?? measured
  }
}

internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension CGImageSource {
  /// The gain map of a picture as an auxiliary data dictionary; nil when there is none of this type.
  func auxiliaryDataInfo(at index: Int, type: CFString) -> CFDictionary? {
    guard let info = try? info(at: index), let description = info.gainMap else { return nil }
    // The headers decide, so that a request for the other kind costs no decoding.
    guard AuxiliaryData.describes(description, type) else { return nil }
    var request = ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    guard let map = try? still(at: index, request).gainMap else { return nil }
    return AuxiliaryData.info(map, type: type, orientation: info.orientation)
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

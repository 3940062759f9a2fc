internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

/// Writes the content of an image class as a file's bytes, upright, without the metadata of the original file.
struct PictureFile {
  let content: PictureContent
  let orientation: CGImagePropertyOrientation

  /// SDR unchanged and lossless; HDR as 16 bits of PQ in BT.2020 primaries, since PNG cannot hold numbers above 1.
  var png: Data? { written("public.png", hdr: kCGImageDestinationEncodeToISOHDR) }

  /// 8 bits; HDR as an SDR picture with a gain map that leads to it.
  ///
  /// - Parameter quality: 0 smallest ... 1 best; other numbers are clamped.
  func jpeg(quality: Double) -> Data? {
    let quality = quality.isNaN ? 1 : min(max(quality, 0), 1)
    return adaptive(quality: quality)
      ?? written("public.jpeg", hdr: kCGImageDestinationEncodeToISOGainmap, quality: quality)
  }

  /// HDR in 10 bits of PQ or HLG, all of its light, at the format's own quality.
  var heic: Data? { written("public.heic", hdr: kCGImageDestinationEncodeToISOHDR) }

  /// Numbers are unchanged: floats stay floats.
  var tiff: Data? { written("public.tiff", hdr: nil) }

  /// The two renditions of a file with a gain map, so that the SDR one stays the photographer's; nil for other pictures.
  private func adaptive(quality: Double) -> Data? {
    guard case .file(let file) = content.origin, let pair = file.bothRenditions else { return nil }
    let base = pair.standard.settingProperties([:])
    let space = CGColorSpace(encoding: file.info.encoding.usual(for: .sdr))
    return PictureRenderer.context.jpegRepresentation(
      of: base, colorSpace: space, options: [.hdrImage: pair.high, Self.quality: quality])
  }

  private static let quality = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality)

  private func written(_ type: CFString, hdr request: CFString?, quality: Double? = nil) -> Data? {
    guard let image = content.upright(orientation) else { return nil }
    var properties: CFDictionary = [:]
    if let quality { properties[kCGImageDestinationLossyCompressionQuality] = quality }
    if let request {
      properties[kCGImageDestinationEncodeRequest] = content.isHDR ? request : kCGImageDestinationEncodeToSDR
    }
    let data = CFMutableData()
    guard let destination = try? CGImageDestination(data: data, type: type),
      (try? destination.add(image, properties: properties)) != nil, (try? destination.finalize()) != nil
    else { return nil }
    return Data(referencing: data)
  }
}

internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Makes the renditions of a decoded picture that a decode request can select.
struct RenditionMaker {
  private let still: StillImage

  init(_ still: StillImage) { self.still = still }

  func image(_ range: CGImageSource.DynamicRange) throws(ImageIOError) -> CGImage {
    switch range {
    case .asStored: return stored
    case .high(let headroom): return try high(displayHeadroom: headroom)
    case .standard: return try standard()
    }
  }

  /// The base picture as it is.
  private var stored: CGImage {
    let space = CGColorSpace(encoding: still.encoding, iccData: still.iccProfile)
    let plain = still.hdr.contentHeadroom(for: still.encoding)
    return CGImage(bitmap: still.base, colorSpace: space, contentHeadroom: Float(plain.value))
  }

  private func high(displayHeadroom: Double) throws(ImageIOError) -> CGImage {
    guard still.gainMap != nil else { return stored }
    return try applyingGainMap(displayHeadroomStops: log2(max(displayHeadroom, 1)))
  }

  private func applyingGainMap(displayHeadroomStops stops: Double) throws(ImageIOError) -> CGImage {
    let format: PixelFormat = still.base.format.hasAlpha ? .rgbaHalf : .rgbxHalf
    let rendition = try GainMapRendition.make(still: still, displayHeadroomStops: stops, format: format)
    let headroom = rendition.contentHeadroom >= 1 ? rendition.contentHeadroom : 0
    return CGImage(
      bitmap: rendition.bitmap, colorSpace: CGColorSpace(encoding: rendition.encoding),
      contentHeadroom: Float(headroom))
  }

  /// An SDR base is its own SDR rendition. An HDR base with a gain map has the one that the map leads to; others are
  /// tone mapped with the reference-white operator, as in browsers.
  private func standard() throws(ImageIOError) -> CGImage {
    if let map = still.gainMap {
      if map.formula.isBaseLesser { return stored }
      let linear = try applyingGainMap(displayHeadroomStops: 0)
      return try Self.standardRange(linear.bitmap, linear.colorSpace?.encoding ?? still.encoding, toneCurve: nil)
    }
    guard still.encoding.transfer.isHDR else { return stored }
    let headroom = still.hdr.contentHeadroom(for: still.encoding).value
    let curve = ToneCurve(contentHeadroom: headroom, targetHeadroom: 1)
    return try Self.standardRange(still.base, still.encoding, toneCurve: curve)
  }

  /// The picture in 8 bits of sRGB, or of Display P3 when its primaries reach beyond sRGB's.
  static func standardRange(
    _ bitmap: PixelBitmap, _ encoding: ColorEncoding, toneCurve: ToneCurve?
  ) throws(ImageIOError) -> CGImage {
    let target: ColorEncoding = encoding.primaries == .bt709 ? .sRGB : .displayP3
    let format: PixelFormat = bitmap.format.hasAlpha && bitmap.alpha != .opaque ? .rgba8 : .rgbx8
    let converter = PictureConverter(from: encoding, to: target, toneCurve: toneCurve)
    let result = try converter.convert(bitmap, to: format, dither: .ordered)
    return CGImage(bitmap: result, colorSpace: CGColorSpace(encoding: target), contentHeadroom: 1)
  }
}

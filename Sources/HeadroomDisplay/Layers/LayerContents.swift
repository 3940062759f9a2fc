internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// The contents of a layer: pixels, their encoding, and their stated headroom.
struct LayerContents: Sendable {
  let bitmap: PixelBitmap
  let encoding: ColorEncoding
  /// A linear ratio to reference white; 0 where unknown.
  let headroom: Double

  init(bitmap: PixelBitmap, encoding: ColorEncoding, headroom: Double) {
    self.bitmap = bitmap
    self.encoding = encoding
    self.headroom = headroom
  }

  /// Nil for contents that a layer cannot show, and if memory for reading is missing.
  init?(_ contents: Any?) {
    switch OptionValues.present(contents) {
    case let image as CGImage: self.init(image)
    case let buffer as CVPixelBuffer: self.init(buffer)
    case let surface as IOSurface: self.init(surface)
    default: return nil
    }
  }

  /// The object behind contents that a layer can show; nil for others.
  static func object(_ contents: Any?) -> AnyObject? {
    switch OptionValues.present(contents) {
    case let image as CGImage: image
    case let buffer as CVPixelBuffer: buffer
    case let surface as IOSurface: surface
    default: nil
    }
  }

  private init?(_ image: CGImage) {
    guard let encoding = image.colorSpace?.encoding else { return nil }
    self.init(bitmap: image.bitmap, encoding: encoding, headroom: Double(image.contentHeadroom))
  }

  private init?(_ buffer: CVPixelBuffer) {
    guard let bitmap = try? buffer.readableBitmap() else { return nil }
    self.init(bitmap: bitmap, encoding: buffer.encoding, headroom: Double(buffer.contentHeadroom))
  }

  private init?(_ surface: IOSurface) {
    var buffer: Unmanaged<CVPixelBuffer>?
    guard unsafe CVPixelBufferCreateWithIOSurface(nil, surface, nil, &buffer) == kCVReturnSuccess,
      let made = unsafe buffer?.takeRetainedValue()
    else { return nil }
    self.init(made)
  }

  /// Whether the numbers can represent light above reference white.
  var canExceedWhite: Bool { encoding.transfer.isHDR || encoding.isExtended }

  /// The same without alpha.
  var opaque: LayerContents {
    LayerContents(bitmap: bitmap.reading(alpha: .opaque), encoding: encoding, headroom: headroom)
  }

  /// The measured headroom of the pixels (`LightMeter.contentHeadroom`, which ignores single hot pixels), at least 1.
  var measuredHeadroom: Double {
    let converter = LightConverter(bitmap, encoding: encoding, primaries: .bt2020)
    let columns = bitmap.width
    let meter = unsafe LightMeter.measuring(rows: bitmap.height, width: columns) { row, light in
      unsafe converter.read(row: row, x: 0, count: columns, into: light)
    }
    return max(meter.contentHeadroom, 1)
  }
}

/// A measured headroom, and the contents in which it was measured.
struct MeasuredHeadroom {
  let image: CGImage
  let headroom: Double
}

extension CALayer {
  /// The headroom of contents: the layer's setting, otherwise the contents' own, otherwise a measured one.
  ///
  /// PQ and HLG contents that state none count as 1000 cd/m² over reference white.
  func contentHeadroom(of contents: LayerContents) -> Double {
    if contentsHeadroom >= 1, contentsHeadroom.isFinite { return Double(contentsHeadroom) }
    guard contents.canExceedWhite else { return 1 }
    return LayerSimulation.contentHeadroom(stated: contents.headroom) { measuredHeadroom(of: contents) }
  }

  /// Images never change, so their measurement stays valid; buffers may have been filled with the next frame.
  private func measuredHeadroom(of contents: LayerContents) -> Double {
    guard let image = OptionValues.present(self.contents) as? CGImage else { return contents.measuredHeadroom }
    if let measured, measured.image === image { return measured.headroom }
    let headroom = contents.measuredHeadroom
    measured = MeasuredHeadroom(image: image, headroom: headroom)
    return headroom
  }
}

internal import Foundation
internal import HeadroomColor
package import HeadroomGraphics
package import HeadroomPixels

/// Light of a screen: RGBA float32 in extended linear sRGB, 1.0 = SDR white, colour multiplied by alpha, rows from the top.
package struct LayerPicture: Sendable {
  package let bitmap: PixelBitmap
  /// Whether alpha is known to be 1 everywhere.
  var isOpaque = false

  /// In pixels.
  package var size: (width: Int, height: Int) { (bitmap.width, bitmap.height) }

  /// The picture as an image that is not tone mapped again: it already is emitted light.
  ///
  /// - Parameter headroom: the linear ratio that no component exceeds, at least 1; infinity means unknown.
  package func image(headroom: Double) -> CGImage {
    CGImage(bitmap: bitmap, colorSpace: .screenLight, contentHeadroom: headroom.isFinite ? Float(headroom) : 0)
  }

  /// The picture over black, alpha 1 everywhere: emitted light has no alpha.
  package func overBlack() throws(PixelError) -> LayerPicture {
    if isOpaque { return self }
    let opaque = try PixelBitmap(width: bitmap.width, height: bitmap.height, format: .rgbaFloat, alpha: .premultiplied)
    let columns = bitmap.width
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    let source = bitmap
    ThreadPool.shared.concurrentPerform(bitmap.height, scratch: makeBuffer) { row, buffer in
      let light = unsafe buffer.rows
      unsafe RowCodec.unpack(source, row: row, x: 0, count: columns, into: light)
      unsafe light.a.update(repeating: 1, count: columns)
      unsafe RowCodec.pack(light, count: columns, into: opaque, row: row, x: 0)
    }
    return LayerPicture(bitmap: opaque, isOpaque: true)
  }
}

extension CGColorSpace {
  /// The space of emitted light.
  package static let screenLight = CGColorSpace(encoding: .extendedLinearSRGB)
}

package import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension LayerPicture {
  /// The ratio of the brightest light to white, at least 1; single hot pixels do not count.
  package var measuredHeadroom: Double {
    LayerContents(bitmap: bitmap, encoding: .extendedLinearSRGB, headroom: 0).measuredHeadroom
  }

  /// The smallest rectangle of pixels that holds everything that can be seen, rows from the top; empty where nothing can.
  package var coveredArea: CGRect {
    let buffer = RowBuffer(capacity: bitmap.width)
    let rows = unsafe buffer.rows
    var (left, right, top, bottom) = (bitmap.width, 0, bitmap.height, 0)
    for row in 0..<bitmap.height {
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: bitmap.width, into: rows)
      guard let first = (0..<bitmap.width).first(where: { unsafe rows.a[$0] > 0 }) else { continue }
      let last = (0..<bitmap.width).last { unsafe rows.a[$0] > 0 } ?? first
      (left, right) = (min(left, first), max(right, last + 1))
      (top, bottom) = (min(top, row), row + 1)
    }
    return right > left ? CGRect(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }
}

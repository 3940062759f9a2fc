internal import Foundation
internal import HeadroomPixels

extension PixelBitmap {
  /// The pixels in another format with the same numbers: only their storage changes.
  func converted(to format: PixelFormat) throws(PixelError) -> PixelBitmap {
    let result = try PixelBitmap(width: width, height: height, format: format, alpha: alpha, ycbcr: ycbcr)
    copyNumbers(to: result)
    return result
  }

  /// Writes the pixels into a bitmap of the same size with the same numbers.
  func copyNumbers(to target: PixelBitmap) {
    precondition(width == target.width && height == target.height, "bitmaps of different size")
    let columns = width
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(self, row: row, x: 0, count: columns, into: rows)
      unsafe RowCodec.pack(rows, count: columns, into: target, row: row, x: 0)
    }
  }

  /// The pixels in another format as bytes, rows `rowBytes` apart; empty when there is no memory for them.
  func packedBytes(as format: PixelFormat, rowBytes: Int) -> Data {
    guard let storage = try? StoragePool.shared.storage(byteCount: rowBytes * height),
      let target = try? PixelBitmap(
        storage: storage, planes: [PixelPlane(offset: 0, rowBytes: rowBytes)], width: width, height: height,
        format: format, alpha: alpha)
    else { return Data() }
    copyNumbers(to: target)
    return unsafe storage.withUnsafeMutableBytes { unsafe Data($0) }
  }
}

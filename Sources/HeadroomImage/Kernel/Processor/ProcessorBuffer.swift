internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// A rectangle of pixels in a processor's format, rows from the top.
// Sendable: only the thread that owns it writes to it, one call at a time.
final class ProcessorBuffer: @unchecked Sendable {
  let rect: PixelRect
  let bitmap: PixelBitmap

  /// - Throws: `RenderError` without memory, or where the rectangle is infinite.
  init(_ rect: PixelRect, format: CIFormat) throws(RenderError) {
    guard !rect.isInfinite else { throw .infiniteExtent }
    self.rect = rect
    let (width, height) = (max(rect.width, 1), max(rect.height, 1))
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: width, height: height, format: format.pixelFormat)
    } catch {
      throw RenderError(error, width: width, height: height)
    }
    bitmap.storage.clear()
  }

  /// Copies pixels from a tile, which may hold only a part of the rectangle.
  func fill(from tile: Tile) {
    let part = unsafe rect.intersection(tile.rect)
    for y in part.minY..<max(part.maxY, part.minY) {
      unsafe RowCodec.pack(
        tile.rows(x: part.minX, y: y), count: part.width, into: bitmap, row: rect.maxY - 1 - y, x: part.minX - rect.minX
      )
    }
  }

  /// Copies the pixels to a tile, which may want only a part of the rectangle.
  func read(into tile: Tile, isOpaque: Bool) {
    let part = unsafe rect.intersection(tile.rect)
    for y in part.minY..<max(part.maxY, part.minY) {
      let rows = unsafe tile.rows(x: part.minX, y: y)
      unsafe RowCodec.unpack(bitmap, row: rect.maxY - 1 - y, x: part.minX - rect.minX, count: part.width, into: rows)
      if isOpaque { unsafe rows.a.update(repeating: 1, count: part.width) }
    }
  }

  @unsafe var base: UnsafeMutableRawPointer { unsafe bitmap.rowAddress(0) }

  /// The memory as a pixel buffer, which keeps it alive.
  func pixelBuffer() -> CVPixelBuffer? {
    guard let code = Self.codes[bitmap.format] else { return nil }
    var buffer: CVPixelBuffer?
    let owner = unsafe Unmanaged.passRetained(self)
    let status = unsafe CVPixelBufferCreateWithBytes(
      nil, bitmap.width, bitmap.height, code, base, bitmap.rowBytes,
      { context, _ in
        if let context = unsafe context { unsafe Unmanaged<ProcessorBuffer>.fromOpaque(context).release() }
      }, owner.toOpaque(), nil, &buffer)
    if status != kCVReturnSuccess { unsafe owner.release() }
    return buffer
  }

  private static let codes: [PixelFormat: OSType] = [
    .bgra8: kCVPixelFormatType_32BGRA, .rgbaHalf: kCVPixelFormatType_64RGBAHalf,
    .rgbaFloat: kCVPixelFormatType_128RGBAFloat, .red8: kCVPixelFormatType_OneComponent8,
    .redHalf: kCVPixelFormatType_OneComponent16Half, .redFloat: kCVPixelFormatType_OneComponent32Float,
  ]

  /// FNV-1a over place, format and bytes.
  func digest() -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for number in [rect.minX, rect.minY, rect.maxX, rect.maxY, Int(CIFormat(bitmap.format).rawValue)] {
      for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    for row in 0..<bitmap.height {
      let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      for i in 0..<bitmap.rowBytes(of: bitmap.width) { unsafe add(start[i]) }
    }
    return hash
  }
}

extension PixelBitmap {
  /// Bytes of `count` adjacent pixels.
  fileprivate func rowBytes(of count: Int) -> Int { count * format.bytesPerPixel }
}

final class ProcessorInput: CIImageProcessorInput {
  private let buffer: ProcessorBuffer
  let format: CIFormat
  lazy var pixelBuffer = buffer.pixelBuffer()
  lazy var digest = buffer.digest()

  /// - Parameters:
  ///   - tile: the number of the part that it is, from 0 on.
  ///   - count: of the parts of its image.
  init(_ buffer: ProcessorBuffer, format: CIFormat, tile: Int, of count: Int) {
    (self.buffer, self.format) = (buffer, format)
    (roiTileIndex, roiTileCount) = (UInt(tile), UInt(count))
  }

  let roiTileIndex: UInt
  let roiTileCount: UInt
  var region: CGRect { buffer.rect.isEmpty ? .null : buffer.rect.cgRect }
  var bytesPerRow: Int { buffer.bitmap.rowBytes }
  var baseAddress: UnsafeRawPointer { unsafe UnsafeRawPointer(buffer.base) }
}

final class ProcessorOutput: CIImageProcessorOutput {
  private let buffer: ProcessorBuffer
  private let inputs: [ProcessorInput]
  let format: CIFormat
  lazy var pixelBuffer = buffer.pixelBuffer()
  /// Of the inputs, and the empty result: its place and format.
  lazy var digest = inputs.reduce(buffer.digest()) { ($0 &* 31) ^ $1.digest }

  init(_ buffer: ProcessorBuffer, format: CIFormat, from inputs: [ProcessorInput]) {
    self.buffer = buffer
    self.format = format
    self.inputs = inputs
  }

  var region: CGRect { buffer.rect.cgRect }
  var bytesPerRow: Int { buffer.bitmap.rowBytes }
  var baseAddress: UnsafeMutableRawPointer { unsafe buffer.base }
}

internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels

/// Renders for the viewer: half floats for the page, float rows for measurements, files for `<img>`.
struct ViewerRenderer: Sendable {
  let context: CIContext

  init() { context = CIContext(options: [:], pool: .shared) }

  /// Linear BT.2020 light without alpha: transparent pixels are laid on black.
  func light(_ image: CIImage) throws -> PixelBitmap { try bitmap(image, .rgbHalf, .extendedLinearITUR2020) }

  /// As ``light(_:)`` with alpha, for pictures that are rendered again.
  func translucent(_ image: CIImage) throws -> PixelBitmap { try bitmap(image, .rgbaHalf, .extendedLinearITUR2020) }

  /// As ``light(_:)`` in float32 RGBA, for measuring.
  func linear(_ image: CIImage) throws -> LinearPicture {
    LinearPicture(bitmap: try bitmap(image, .rgbaFloat, .extendedLinearITUR2020))
  }

  /// The unconverted numbers.
  func codes(_ image: CIImage) throws -> PixelBitmap { try bitmap(image, .rgbHalf, nil) }

  private func bitmap(_ image: CIImage, _ format: PixelFormat, _ encoding: ColorEncoding?) throws -> PixelBitmap {
    try context.bitmap(image, region: PixelRect(enclosing: image.extent), format: format, encoding: encoding)
  }

  /// The bytes of a file.
  func file(_ request: RenditionRequest) throws -> [UInt8] {
    let output = MemoryOutput()
    try RenditionWriter(request, in: context).write(to: output)
    return output.bytes
  }
}

extension PixelBitmap {
  /// The pixels from the top, in contiguous rows.
  var packedBytes: [UInt8] {
    let rowCount = width * format.bytesPerPixel
    return unsafe [UInt8](unsafeUninitializedCapacity: rowCount * height) { target, count in
      for row in 0..<height {
        let source = unsafe UnsafeRawBufferPointer(start: rowAddress(row), count: rowCount)
        unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[(row * rowCount)...])
          .copyMemory(from: source)
      }
      count = rowCount * height
    }
  }
}

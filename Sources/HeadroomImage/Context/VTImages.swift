internal import HeadroomColor
public import HeadroomGraphics
internal import HeadroomPixels

/// Makes an image of a pixel buffer's pixels, as Video Toolbox does.
///
/// Luma and chroma become red, green and blue in the space of the buffer's attachments; HDR buffers become images of 16-bit
/// half floats, others of 8 bits, or 16 where the buffer has more.
///
/// - Parameters:
///   - pixelBuffer: of any format that can be read.
///   - options: nil.
///   - imageOut: takes the image; nil where there is none.
/// - Returns: 0, or -12905 (`kVTPixelTransferNotSupportedErr`) where the pixels cannot be read.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
  _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
  let image = CIImage(cvPixelBuffer: pixelBuffer)
  let space = image.colorSpace ?? CGColorSpace(encoding: .sRGB)
  let format: CIFormat = space.isHDR() ? .RGBAh : pixelBuffer.bitsPerComponent > 8 ? .RGBA16 : .RGBA8
  let made = CIContext(options: [.cacheIntermediates: false])
    .createCGImage(image, from: image.extent, format: format, colorSpace: space)
  unsafe imageOut.pointee = made
  return made == nil ? kVTPixelTransferNotSupportedErr : noErr
}

/// The pixels cannot be converted.
public let kVTPixelTransferNotSupportedErr: OSStatus = -12905

extension CVPixelBuffer {
  fileprivate var bitsPerComponent: Int { readableFormat.bitsPerComponent }
}

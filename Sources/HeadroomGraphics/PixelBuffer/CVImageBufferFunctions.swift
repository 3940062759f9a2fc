public import Foundation
internal import HeadroomColor

/// The colour space that attachments name: the space itself, an ICC profile, or primaries and transfer function.
///
/// Nil where they name none. The caller has to release the result: `takeRetainedValue()`.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  unsafe ImageBufferColor.colorSpace(of: attachments).map { unsafe Unmanaged.passRetained($0) }
}

/// The colour space attached to a buffer under `kCVImageBufferCGColorSpaceKey`, nil where there is none. Not to be released.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  let space = imageBuffer.attachment(forKey: kCVImageBufferCGColorSpaceKey)?.value as? CGColorSpace
  return unsafe space.map { unsafe Unmanaged.passUnretained($0) }
}

/// The H.273 code of a primaries string; 2, "not stated", for unknown ones.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  Int32(ImageBufferColor.code(of: colorPrimariesString ?? "", in: ImageBufferColor.primaries))
}

/// The H.273 code of a transfer function string; 2, "not stated", for unknown ones.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  Int32(ImageBufferColor.code(of: transferFunctionString ?? "", in: ImageBufferColor.transfers))
}

/// The H.273 code of a matrix string; 2, "not stated", for unknown ones.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  Int32(ImageBufferColor.code(of: yCbCrMatrixString ?? "", in: ImageBufferColor.matrices))
}

/// The primaries string of an H.273 code, nil where there is none.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> CFString? {
  ImageBufferColor.name(of: colorPrimariesCodePoint, in: ImageBufferColor.primaries)
}

/// The transfer function string of an H.273 code, nil where there is none.
public func CVTransferFunctionGetStringForIntegerCodePoint(_ transferFunctionCodePoint: Int32) -> CFString? {
  ImageBufferColor.name(of: transferFunctionCodePoint, in: ImageBufferColor.transfers)
}

/// The matrix string of an H.273 code, nil where there is none.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> CFString? {
  ImageBufferColor.name(of: yCbCrMatrixCodePoint, in: ImageBufferColor.matrices)
}

/// The size of the buffer in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.layout.width, height: imageBuffer.layout.height)
}

/// The part that is picture, in pixels from the top left corner: the clean aperture, or everything where none is
/// attached.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let size = CVImageBufferGetEncodedSize(imageBuffer)
  let whole = CGRect(origin: .zero, size: size)
  guard let aperture = imageBuffer.attachment(forKey: kCVImageBufferCleanApertureKey)?.value as? [String: Any],
    let width = OptionValues.number(aperture[kCVImageBufferCleanApertureWidthKey]),
    let height = OptionValues.number(aperture[kCVImageBufferCleanApertureHeightKey])
  else { return whole }
  let right = OptionValues.number(aperture[kCVImageBufferCleanApertureHorizontalOffsetKey]) ?? 0
  let down = OptionValues.number(aperture[kCVImageBufferCleanApertureVerticalOffsetKey]) ?? 0
  let rect = CGRect(
    x: (Double(size.width) - width) / 2 + right, y: (Double(size.height) - height) / 2 + down, width: width,
    height: height)
  let clean = rect.sound.intersection(whole)
  return clean.isNull || clean.isEmpty ? whole : clean
}

/// The size at which the picture is to be shown: the clean aperture, widened by the shape of a pixel.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  let clean = CVImageBufferGetCleanRect(imageBuffer).size
  guard let ratio = imageBuffer.attachment(forKey: kCVImageBufferPixelAspectRatioKey)?.value as? [String: Any],
    let across = OptionValues.number(ratio[kCVImageBufferPixelAspectRatioHorizontalSpacingKey]),
    let down = OptionValues.number(ratio[kCVImageBufferPixelAspectRatioVerticalSpacingKey]), across > 0, down > 0
  else { return clean }
  return CGSize(width: clean.width * across / down, height: clean.height)
}

/// Whether the first row is the top of the picture; it always is.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

public import Foundation
public import HeadroomGraphics

/// The pixels of one image that a processor reads: premultiplied light of the working space, rows from the top.
public protocol CIImageProcessorInput: AnyObject {
  /// The rectangle of these pixels, in the image's coordinates (y up): the region of interest. Pixels outside the
  /// image's extent are transparent. Null where nothing is read.
  var region: CGRect { get }
  /// Bytes from one row to the next.
  var bytesPerRow: Int { get }
  /// The format of the pixels.
  var format: CIFormat { get }
  /// The first pixel of the top row. Valid as long as the object.
  var baseAddress: UnsafeRawPointer { get }
  /// The same memory as a pixel buffer; nil where there is no such pixel format.
  var pixelBuffer: CVPixelBuffer? { get }
  /// A hash of pixels, region and format.
  var digest: UInt64 { get }
  /// The number of this part of its image, from 0 on; see `CIImageProcessorKernel.roiTileArray(forInput:arguments:outputRect:)`.
  var roiTileIndex: UInt { get }
  /// How many parts of the image are read; mostly 1.
  var roiTileCount: UInt { get }
}

/// The destination of a processor's result.
public protocol CIImageProcessorOutput: AnyObject {
  /// The pixels to fill, all of them, in the coordinates of the result (y up). A part of the extent if no more is
  /// needed.
  var region: CGRect { get }
  /// Bytes from one row to the next.
  var bytesPerRow: Int { get }
  /// The format of the pixels.
  var format: CIFormat { get }
  /// The first pixel of the top row. Transparent before it is written; valid as long as the object.
  var baseAddress: UnsafeMutableRawPointer { get }
  /// The same memory as a pixel buffer; nil where there is no such pixel format.
  var pixelBuffer: CVPixelBuffer? { get }
  /// A hash of everything that the result is computed from.
  var digest: UInt64 { get }
}

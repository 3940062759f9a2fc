public import Foundation
public import HeadroomGraphics

/// The pixels of one image that a processor reads: premultiplied light of the working space, rows from the top.
public protocol CIImageProcessorInput: AnyObject {
  /// Which pixels these are, in the image's coordinates (y up): those of the region of interest. The ones outside the image's
  /// extent are transparent. Null where nothing is read.
  var region: CGRect { get }
  /// Bytes from one row to the next.
  var bytesPerRow: Int { get }
  /// The format of the pixels.
  var format: CIFormat { get }
  /// The first pixel of the top row. Valid as long as the object.
  var baseAddress: UnsafeRawPointer { get }
  /// The same memory as a pixel buffer; nil where there is no such pixel format.
  var pixelBuffer: CVPixelBuffer? { get }
  /// A number that differs where pixels, region or format do.
  var digest: UInt64 { get }
  /// Which part of several this is; 0, as the engine hands regions over whole.
  var roiTileIndex: UInt { get }
  /// How many parts there are; 1.
  var roiTileCount: UInt { get }
}

/// Where a processor's result goes.
public protocol CIImageProcessorOutput: AnyObject {
  /// The pixels that have to be filled, all of them, in the coordinates of the result (y up). A part of the extent where
  /// no more is needed.
  var region: CGRect { get }
  /// Bytes from one row to the next.
  var bytesPerRow: Int { get }
  /// The format of the pixels.
  var format: CIFormat { get }
  /// The first pixel of the top row. Transparent before it is written; valid as long as the object.
  var baseAddress: UnsafeMutableRawPointer { get }
  /// The same memory as a pixel buffer; nil where there is no such pixel format.
  var pixelBuffer: CVPixelBuffer? { get }
  /// A number that differs where what the result is computed from does.
  var digest: UInt64 { get }
}

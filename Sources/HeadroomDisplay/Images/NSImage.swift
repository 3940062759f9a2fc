public import Foundation
public import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPictures

/// A picture for AppKit programs: one picture with a size in points, upright.
///
/// A file with a gain map gives its HDR rendition, which image views show according to their policy; images in PQ, HLG
/// and floating point keep their range. An image may be shared between threads.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class NSImage: NSObject, @unchecked Sendable {
  // Proof: all is constant, and of types that are Sendable.
  package final let content: PictureContent
  package final let orientation: CGImagePropertyOrientation
  /// Width and height in points.
  public final let size: CGSize

  private init(_ content: PictureContent, size: CGSize? = nil, orientation: CGImagePropertyOrientation = .up) {
    self.content = content
    self.orientation = orientation
    let stored = content.size
    let upright = orientation.swapsAxes ? CGSize(width: stored.height, height: stored.width) : stored
    self.size = size.flatMap { $0 == .zero ? nil : $0 } ?? upright
  }

  /// The picture of a file; nil when it is missing, of an unknown kind or damaged.
  public convenience init?(contentsOfFile fileName: String) { self.init(contentsOf: URL(filePath: fileName)) }

  /// The picture of a file; nil when it is missing, of an unknown kind or damaged.
  public convenience init?(contentsOf url: URL) {
    guard let source = try? CGImageSource(url: url) else { return nil }
    self.init(source)
  }

  /// The picture of a file's bytes; nil when they are of an unknown kind or damaged.
  public convenience init?(data: Data) { self.init(CGImageSource(data: data)) }

  private convenience init?(_ source: CGImageSource) {
    guard let file = FilePicture(source, prefersHDR: true) else { return nil }
    self.init(PictureContent(.file(file)), orientation: file.info.orientation)
  }

  /// Pixels of a size in points; zero takes one point for each pixel.
  public convenience init(cgImage: CGImage, size: CGSize) { self.init(PictureContent(.pixels(cgImage)), size: size) }

  /// The pixels, upright, at their own size; nil where they are not available. Those of an HDR image are HDR.
  ///
  /// - Parameters:
  ///   - proposedDestRect: unchanged: there is only one picture, for any destination.
  ///   - referenceContext: ignored.
  ///   - hints: ignored.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?, context referenceContext: CGContext?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? { content.upright(orientation) }

  /// A TIFF file; HDR stays in PQ, HLG or floating point. Nil where there are no pixels.
  open var tiffRepresentation: Data? { PictureFile(content: content, orientation: orientation).tiff }
}

public import Foundation
public import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPictures

/// A picture for AppKit programs: a size in points and representations, upright.
///
/// A file with a gain map gives its HDR rendition, which image views show according to their policy; images in PQ, HLG
/// and floating point keep their range. An image that is not changed any more may be shared between threads.
// Sendable: all that changes is behind a lock; the compiler cannot see it below NSObject.
open class NSImage: NSObject, @unchecked Sendable {
  // Proof: the lock; it is held while the parts below are read and written, and is recursive, since handlers draw images.
  private let lock = NSRecursiveLock()
  private var parts: NSImageParts

  private init(parts: NSImageParts) { self.parts = parts }

  private convenience init(
    _ content: PictureContent, size: CGSize? = nil, orientation: CGImagePropertyOrientation = .up
  ) {
    let stored = content.size
    let upright = orientation.swapsAxes ? CGSize(width: stored.height, height: stored.width) : stored
    self.init(
      parts: NSImageParts(
        size: size.flatMap { $0 == .zero ? nil : $0 } ?? upright, origin: .picture(content, orientation)))
  }

  func withParts<Result>(_ body: (inout NSImageParts) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&parts)
  }

  // MARK: Making

  /// An image without a picture: representations are added, or drawn between ``lockFocus()`` and ``unlockFocus()``.
  public convenience init(size: CGSize) { self.init(parts: NSImageParts(size: size, origin: .representations)) }

  /// An image that a handler draws: into the destination whenever the image is drawn, and into pixels of the main
  /// screen's scale and range when its pixels are first asked for.
  ///
  /// - Parameters:
  ///   - size: points.
  ///   - drawingHandlerShouldBeCalledWithFlippedContext: whether y points down for the handler.
  ///   - drawingHandler: draws into this thread's context the rectangle that it is given; false for nothing.
  public convenience init(
    size: CGSize, flipped drawingHandlerShouldBeCalledWithFlippedContext: Bool,
    drawingHandler: @escaping (CGRect) -> Bool
  ) {
    let drawing = HandlerDrawing(
      size: size, isFlipped: drawingHandlerShouldBeCalledWithFlippedContext, handler: drawingHandler)
    self.init(parts: NSImageParts(size: size, origin: .handler(drawing)))
  }

  /// The picture of a file; nil when it is missing, of an unknown kind or damaged.
  public convenience init?(contentsOfFile fileName: String) { self.init(contentsOf: URL(filePath: fileName)) }

  /// The picture of a file; nil when it is missing, of an unknown kind or damaged.
  public convenience init?(contentsOf url: URL) {
    guard let source = try? CGImageSource(url: url) else { return nil }
    self.init(source)
  }

  /// The picture of a file; an image that is not valid when it is missing, of an unknown kind or damaged.
  public convenience init(byReferencing url: URL) {
    guard let source = try? CGImageSource(url: url), let file = FilePicture(source, prefersHDR: true) else {
      self.init(size: .zero)
      return
    }
    self.init(PictureContent(.file(file)), orientation: file.info.orientation)
  }

  /// As ``init(byReferencing:)``; never nil here.
  public convenience init?(byReferencingFile fileName: String) { self.init(byReferencing: URL(filePath: fileName)) }

  /// The picture of a file's bytes; nil when they are of an unknown kind or damaged.
  public convenience init?(data: Data) { self.init(CGImageSource(data: data)) }

  private convenience init?(_ source: CGImageSource) {
    guard let file = FilePicture(source, prefersHDR: true) else { return nil }
    self.init(PictureContent(.file(file)), orientation: file.info.orientation)
  }

  /// Pixels of a size in points; zero takes one point for each pixel.
  public convenience init(cgImage: CGImage, size: CGSize) { self.init(PictureContent(.pixels(cgImage)), size: size) }

  // MARK: What it is

  /// Width and height in points.
  open var size: CGSize {
    get { withParts { $0.size } }
    set { withParts { $0.size = newValue } }
  }

  /// Whether the picture is a shape to be shown in other colours. No view here does that by itself. Default false.
  open var isTemplate: Bool {
    get { withParts { $0.isTemplate } }
    set { withParts { $0.isTemplate = newValue } }
  }

  /// The colour behind the picture when it is drawn; nil for none.
  open var backgroundColor: NSColor? {
    get { withParts { $0.backgroundColor } }
    set { withParts { $0.backgroundColor = newValue } }
  }

  /// Whether there is a picture.
  open var isValid: Bool {
    withParts { parts in if case .representations = parts.origin { !parts.representations.isEmpty } else { true } }
  }

  package final var content: PictureContent { withParts { $0.content } }
  package final var orientation: CGImagePropertyOrientation { withParts { $0.orientation } }

  /// The pixels, upright, at their own size; nil where they are not available. Those of an HDR image are HDR.
  ///
  /// - Parameters:
  ///   - proposedDestRect: unchanged: there is only one picture, for any destination.
  ///   - referenceContext: ignored.
  ///   - hints: ignored.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?, context referenceContext: NSGraphicsContext?,
    hints: [NSImageRep.HintKey: Any]?
  ) -> CGImage? {
    let (content, orientation) = withParts { ($0.content, $0.orientation) }
    return content.upright(orientation)
  }

  /// A TIFF file; HDR stays in PQ, HLG or floating point. Nil where there are no pixels.
  open var tiffRepresentation: Data? { PictureFile(content: content, orientation: orientation).tiff }
}

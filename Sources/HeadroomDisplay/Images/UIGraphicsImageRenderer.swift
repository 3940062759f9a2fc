public import Foundation
public import HeadroomGraphics
internal import HeadroomImageIO

/// Makes images by drawing. y points down, 1 is a point; see ``UIGraphicsImageRendererFormat`` for the pixels' range.
///
/// Sizes are rounded up to whole pixels. An empty size, or one for which memory is missing, gives an image without
/// pixels, and the actions are not run.
open class UIGraphicsImageRenderer: NSObject {
  /// Draws into the rectangle of points ``UIGraphicsImageRenderer/bounds``.
  public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void

  /// The format of the image.
  public let format: UIGraphicsImageRendererFormat
  /// Whether ``image(actions:)`` gives images: always.
  open var allowsImageOutput: Bool { true }
  /// The rectangle of points that the image shows.
  public let bounds: CGRect

  /// A renderer of images of a size in points, in the main screen's format.
  public convenience init(size: CGSize) { self.init(size: size, format: .preferred()) }

  /// A renderer of images of a size in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// A renderer of images that show a rectangle, in the main screen's format.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .preferred()) }

  /// A renderer of images that show a rectangle.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    self.bounds = bounds.standardized
    self.format = format
    super.init()
    format.bounds = self.bounds
  }

  /// The image that the actions draw.
  open func image(actions: DrawingActions) -> UIImage {
    let canvas = Canvas(
      bounds: bounds, scale: format.scale, isOpaque: format.opaque, isExtended: format.supportsHighDynamicRange)
    guard let context = canvas.makeContext() else { return UIImage() }
    let renderer = UIGraphicsImageRendererContext(context, canvas: canvas, format: format)
    CurrentContext(canvas: canvas) { context }.current { actions(renderer) }
    return renderer.currentImage
  }

  /// As ``image(actions:)``, as a PNG file; empty where there is no image. HDR becomes PQ, see ``UIImage/pngData()``.
  open func pngData(actions: DrawingActions) -> Data { image(actions: actions).pngData() ?? Data() }

  /// As ``image(actions:)``, as a JPEG file; empty where there is no image. HDR gets a gain map, see
  /// ``UIImage/jpegData(compressionQuality:)``.
  open func jpegData(withCompressionQuality quality: CGFloat, actions: DrawingActions) -> Data {
    image(actions: actions).jpegData(compressionQuality: quality) ?? Data()
  }
}

/// The argument of drawing actions.
open class UIGraphicsImageRendererContext: NSObject {
  /// The context to draw into.
  public let cgContext: CGContext
  /// The format of the image.
  public let format: UIGraphicsImageRendererFormat
  private let canvas: Canvas

  init(_ context: CGContext, canvas: Canvas, format: UIGraphicsImageRendererFormat) {
    cgContext = context
    self.canvas = canvas
    self.format = format
  }

  /// An image of what has been drawn so far. Its headroom is measured.
  open var currentImage: UIImage {
    canvas.uiImage(of: cgContext) ?? UIImage()
  }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Fills a rectangle with the fill colour, blended with the existing pixels.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) { cgContext.fill([rect], blendMode: blendMode) }

  /// Limits drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

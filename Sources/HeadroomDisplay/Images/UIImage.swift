public import Foundation
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomImageIO

/// A picture to be shown: pixels, a Core Image recipe, or a file's picture, with its scale and orientation.
///
/// An image never changes and may be shared between threads. A file's headers are read at once and its pixels when they
/// are first needed; ``preparingForDisplay()`` does that in advance.
///
/// Images in PQ, HLG and floating point keep their range. From a file with a gain map, the initialisers here take the
/// base picture, which usually is SDR; a ``UIImageReader`` takes the HDR rendition if its configuration prefers it.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class UIImage: NSObject, @unchecked Sendable {
  // Proof: all is constant, and of types that are Sendable.
  package final let content: PictureContent
  /// Pixels per point.
  public final let scale: CGFloat
  /// How the stored pixels are turned when they are shown.
  public final let imageOrientation: Orientation
  final let traits: ImageTraits

  package convenience init(_ content: PictureContent, scale: CGFloat = 1, orientation: Orientation = .up) {
    self.init(content, scale: scale, orientation: orientation, traits: ImageTraits())
  }

  init(_ content: PictureContent, scale: CGFloat, orientation: Orientation, traits: ImageTraits) {
    self.content = content
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    imageOrientation = orientation
    self.traits = traits
  }

  /// An image without pixels.
  public override convenience init() { self.init(PictureContent(.recipe(.empty()))) }

  /// The picture of a file; nil when it is missing, of an unknown kind or damaged. A name that ends with `@2x` or `@3x`
  /// states the scale.
  public convenience init?(contentsOfFile path: String) {
    guard let source = try? CGImageSource(url: URL(filePath: path)) else { return nil }
    self.init(source, scale: ImageResources.scale(ofName: (path as NSString).deletingPathExtension))
  }

  /// The picture of a file's bytes; nil when they are of an unknown kind or damaged.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// The picture of a file's bytes. A scale that is not above 0 counts as 1.
  public convenience init?(data: Data, scale: CGFloat) { self.init(CGImageSource(data: data), scale: scale) }

  convenience init?(_ source: CGImageSource, scale: CGFloat = 1, prefersHDR: Bool = false) {
    guard let file = FilePicture(source, prefersHDR: prefersHDR) else { return nil }
    self.init(PictureContent(.file(file)), scale: scale, orientation: Orientation(file.info.orientation))
  }

  /// Pixels, upright, one for each point.
  public convenience init(cgImage: CGImage) { self.init(PictureContent(.pixels(cgImage))) }

  /// Pixels of a scale, turned when they are shown. A scale that is not above 0 counts as 1.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(PictureContent(.pixels(cgImage)), scale: scale, orientation: orientation)
  }

  /// A recipe, rendered when its pixels are first needed; an infinite one has no size and no pixels.
  public convenience init(ciImage: CIImage) { self.init(PictureContent(.recipe(ciImage))) }

  /// As ``init(ciImage:)``, of a scale, turned when it is shown.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init(PictureContent(.recipe(ciImage)), scale: scale, orientation: orientation)
  }

  // MARK: What it is

  /// The stored pixels, not turned; nil for images of recipes and where a file cannot be decoded.
  open var cgImage: CGImage? {
    if case .recipe = content.origin { return nil }
    return content.pixels
  }

  /// The recipe that the image was made from, otherwise nil.
  open var ciImage: CIImage? {
    guard case .recipe(let image) = content.origin else { return nil }
    return image
  }

  /// Width and height in points, as it is shown.
  open var size: CGSize {
    let stored = content.size
    let shown = imageOrientation.stored.swapsAxes ? CGSize(width: stored.height, height: stored.width) : stored
    return CGSize(width: shown.width / scale, height: shown.height / scale)
  }

  /// Whether it has light above reference white, by its metadata; measured where that does not state it.
  open var isHighDynamicRange: Bool { content.isHDR }

  /// The image limited to reference white; an SDR image itself.
  ///
  /// The SDR rendition of a file with a gain map is the file's own. Everything else is tone mapped with the reference-white
  /// operator, as screens do.
  open func imageRestrictedToStandardDynamicRange() -> UIImage { replacing(content.standard) }

  /// The image with other pixels of the same meaning.
  final func replacing(_ content: PictureContent) -> UIImage {
    content === self.content
      ? self : UIImage(content, scale: scale, orientation: imageOrientation, traits: traits)
  }

  /// The same picture with other traits.
  final func replacing(_ change: (inout ImageTraits) -> Void) -> UIImage {
    var traits = traits
    change(&traits)
    return UIImage(content, scale: scale, orientation: imageOrientation, traits: traits)
  }
}

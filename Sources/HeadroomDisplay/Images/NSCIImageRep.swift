internal import Foundation
public import HeadroomImage

/// A Core Image recipe as a form of an image; its pixels are rendered when they are first needed, in the recipe's range.
open class NSCIImageRep: NSImageRep {
  /// The recipe.
  public final let ciImage: CIImage
  private final let shown: PictureContent

  /// A form of a recipe, of its size in pixels. An infinite recipe has no size and no pixels.
  public init(ciImage image: CIImage) {
    ciImage = image
    shown = PictureContent(.recipe(image))
    super.init()
    size = shown.size
    (pixelsWide, pixelsHigh) = (Int(shown.size.width), Int(shown.size.height))
  }

  open override var hasAlpha: Bool { !ciImage.isOpaque }
  package override var content: PictureContent? { shown }
}

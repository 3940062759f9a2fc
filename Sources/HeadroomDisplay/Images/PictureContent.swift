package import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
package import HeadroomGraphics
package import HeadroomImage
internal import HeadroomImageIO
private import Synchronization

/// The content of an image class: pixels, a recipe, or a file's picture. The last two are turned into pixels on first
/// access, and these are kept.
package final class PictureContent: Sendable {
  enum Origin: Sendable {
    case pixels(CGImage)
    case recipe(CIImage)
    case file(FilePicture)
  }

  private struct Known {
    var pixels: CGImage?
    var headroom: Double?
  }

  let origin: Origin
  private let known = Mutex(Known())

  init(_ origin: Origin) { self.origin = origin }

  /// The pixels as stored, not turned; nil where they are not available.
  package var pixels: CGImage? {
    known.withLock { known in
      if known.pixels == nil { known.pixels = made }
      return known.pixels
    }
  }

  private var made: CGImage? {
    switch origin {
    case .pixels(let image): image
    case .recipe(let image): PictureRenderer.pixels(of: image)
    case .file(let file): file.pixels
    }
  }

  /// Size of the stored pixels; zero for infinite recipes.
  package var size: CGSize {
    switch origin {
    case .pixels(let image): CGSize(width: image.width, height: image.height)
    case .recipe(let image):
      image.extent.isInfinite || image.extent.isNull ? .zero : image.extent.integral.size
    case .file(let file): CGSize(width: file.info.width, height: file.info.height)
    }
  }

  /// Linear ratio of the brightest content to reference white, at least 1; measured where nothing states it.
  package var headroom: Double {
    let stated = statedHeadroom
    if stated > 0 { return max(stated, 1) }
    if let headroom = known.withLock({ $0.headroom }) { return headroom }
    let measured = pixels.map { Double($0.calculatedContentHeadroom) } ?? 1
    known.withLock { $0.headroom = measured }
    return measured
  }

  private var statedHeadroom: Double {
    switch origin {
    case .pixels(let image): Double(image.contentHeadroom)
    case .recipe(let image): Double(image.contentHeadroom)
    case .file(let file): file.statedHeadroom
    }
  }

  /// Whether it has light above reference white. Converted white in half floats may be slightly above 1.
  package var isHDR: Bool { headroom > 1.002 }

  /// The same picture within reference white: the file's own SDR rendition if there is one, otherwise tone mapped as
  /// displays do.
  package var standard: PictureContent {
    guard isHDR else { return self }
    switch origin {
    case .recipe(let image): return PictureContent(.recipe(image.toneMapped(to: 1)))
    case .file(let file):
      if let standard = file.standard { return PictureContent(.file(standard)) }
      fallthrough
    case .pixels:
      let mapped = pixels.flatMap { PictureRenderer.standard($0, headroom: headroom) }
      return mapped.map { PictureContent(.pixels($0)) } ?? self
    }
  }

  /// The same picture reduced so that its upright form fits into `box` pixels; never enlarged, with its proportions and
  /// range.
  func thumbnail(within box: CGSize, orientation: CGImagePropertyOrientation) -> CGImage? {
    let whole = size
    let room = orientation.swapsAxes ? CGSize(width: box.height, height: box.width) : box
    let scale = min(room.width / whole.width, room.height / whole.height, 1)
    guard scale > 0, scale.isFinite else { return nil }
    let longest = max((max(whole.width, whole.height) * scale).rounded(), 1)
    if case .file(let file) = origin { return file.thumbnail(maxPixelSize: Int(longest)) }
    return pixels.flatMap { PictureRenderer.smaller($0, longest: longest) }
  }

  /// The pixels turned upright.
  func upright(_ orientation: CGImagePropertyOrientation) -> CGImage? {
    guard orientation != .up else { return pixels }
    return pixels.flatMap { PictureRenderer.turned($0, orientation) }
  }

  /// Whether the picture's pixels depend on the headroom; see ``upright(_:headroom:)``.
  var isAdaptive: Bool { if case .file(let file) = origin { file.isAdaptive } else { false } }

  /// The upright pixels for a headroom: those of a file with a gain map follow it, all others are the same for each.
  func upright(_ orientation: CGImagePropertyOrientation, headroom: Double) -> CGImage? {
    guard case .file(let file) = origin, file.isAdaptive, headroom < self.headroom else { return upright(orientation) }
    return PictureRenderer.pixels(of: file.picture(headroom: headroom))
  }

  /// The recipe: the client's own, or one of the pixels.
  package var recipe: CIImage? {
    if case .recipe(let image) = origin { return image }
    return pixels.map { CIImage(cgImage: $0) }
  }
}

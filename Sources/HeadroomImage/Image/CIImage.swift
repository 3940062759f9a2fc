public import Foundation
internal import HeadroomColor
package import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// An immutable recipe for an image: nothing is computed until a ``CIContext`` renders it.
///
/// Coordinates are Cartesian, origin bottom left, y up; pixel (i, j) covers [i, i+1) x [j, j+1). Outside ``extent``
/// everything is transparent black. Light is linear, unclamped, 1.0 = reference white; colour is premultiplied between
/// nodes. Images may be shared between threads.
public final class CIImage: Sendable {
  package let node: RecipeNode
  package let tags: ImageTags
  /// How later transforms and warps sample between pixels.
  package let sampling: Sampling

  package init(node: RecipeNode, tags: ImageTags = ImageTags(), sampling: Sampling = .linear) {
    self.node = node
    self.tags = tags
    self.sampling = sampling
  }

  var samplesNearest: Bool { sampling == .nearest }

  /// This image with one more node on top.
  package func appending(
    _ kind: NodeKind, with others: [CIImage] = [], extent: CGRect, keepsTags: Bool = false
  ) -> CIImage {
    var after = tags.after(keepsTags: keepsTags)
    if !keepsTags { after.headroom = Self.headroom(after: kind, of: [self] + others) }
    return CIImage(
      node: RecipeNode(kind, inputs: [node] + others.map(\.node), extent: extent), tags: after,
      sampling: sampling)
  }

  /// Found on demand where those of its images are, so that pixels are read for it only when it is needed.
  private static func headroom(after kind: NodeKind, of images: [CIImage]) -> ContentHeadroom {
    images.allSatisfy(\.tags.headroom.isKnown)
      ? .known(contentHeadroom(after: kind, of: images)) : .sought { contentHeadroom(after: kind, of: images) }
  }

  /// The headroom of a node's content if it follows from known headrooms of its images; otherwise 0.
  private static func contentHeadroom(after kind: NodeKind, of images: [CIImage]) -> Float {
    let known = images.map(\.contentHeadroom)
    guard known.allSatisfy({ $0 > 0 }), let headroom = kind.contentHeadroom(of: known.map { max($0, 1) }),
      headroom.isFinite
    else { return 0 }
    return max(headroom, 1)
  }

  /// This image, with others, under an operation over the pixels at one place.
  ///
  /// - Parameter others: the operation's further images, then what it reads as a whole.
  package func appending(
    point operation: some PointImplementation, with others: [CIImage] = [], extent: CGRect, keepsTags: Bool = false
  ) -> CIImage {
    appending(.point(operation), with: others, extent: extent, keepsTags: keepsTags)
  }

  /// As ``appending(point:with:extent:keepsTags:)`` for operations that need results of reductions.
  package func appending(
    point operation: some ParameterPointImplementation, with others: [CIImage], extent: CGRect, keepsTags: Bool = false
  ) -> CIImage {
    appending(.point(operation), with: others, extent: extent, keepsTags: keepsTags)
  }

  /// - Parameter sampling: how it reads between pixels; nil takes the image's own.
  package func appending(
    warp operation: some TileWarp, sampling: Sampling? = nil, extent: CGRect, keepsTags: Bool = true
  ) -> CIImage {
    appending(.warp(operation, sampling ?? self.sampling), extent: extent, keepsTags: keepsTags)
  }

  package func appending(
    area operation: some AreaImplementation, with others: [CIImage] = [], extent: CGRect, keepsTags: Bool = false
  ) -> CIImage {
    appending(.area(operation), with: others, extent: extent, keepsTags: keepsTags)
  }

  package func appending(
    processor operation: some ProcessorImplementation, with others: [CIImage] = [], extent: CGRect,
    keepsTags: Bool = false
  ) -> CIImage {
    appending(.processor(operation), with: others, extent: extent, keepsTags: keepsTags)
  }

  package func appending(
    reduction operation: some ReductionImplementation, extent: CGRect, keepsTags: Bool = false
  ) -> CIImage {
    appending(.reduction(operation), extent: extent, keepsTags: keepsTags)
  }

  /// An image computed from positions alone.
  package convenience init(generator operation: some PointImplementation, extent: CGRect) {
    let kind = NodeKind.point(operation)
    var tags = ImageTags()
    tags.contentHeadroom = Self.contentHeadroom(after: kind, of: [])
    self.init(node: RecipeNode(kind, inputs: [], extent: extent), tags: tags)
  }

  /// The same recipe with other tags.
  package func retagged(_ change: (inout ImageTags) -> Void) -> CIImage {
    var changed = tags
    change(&changed)
    return CIImage(node: node, tags: changed, sampling: sampling)
  }

  // MARK: Properties

  /// Bounds of the pixels that may differ from transparent black: fractional, infinite (`CGRect.infinite`) or null.
  public var extent: CGRect { node.extent }

  /// Whether alpha is known to be 1 over the whole extent.
  public var isOpaque: Bool { node.isOpaque }

  /// The space of the source's numbers; nil when unknown and after filters that change colour.
  public var colorSpace: CGColorSpace? { tags.colorSpace }

  /// Linear ratio of the brightest content to reference white: 0 unknown, 1 SDR, more than 1 HDR.
  public var contentHeadroom: Float { tags.contentHeadroom }

  /// Mean of max(R, G, B) over the picture, 1.0 = reference white; 0 unknown.
  public var contentAverageLightLevel: Float { tags.contentAverageLightLevel }

  /// Metadata of the file, of the option, or of the root input.
  public var properties: [String: Any] { tags.properties.values }

  /// The file, when made from one.
  public var url: URL? { tags.url }

  /// The `CGImage`, when made from one without options.
  public var cgImage: CGImage? { tags.cgImage }

  /// The pixel buffer, when made from one without options.
  public var pixelBuffer: CVPixelBuffer? { tags.pixelBuffer }

  // MARK: Constants

  /// An image without pixels.
  public class func empty() -> CIImage {
    CIImage(generator: ConstantColor(.clear), extent: .null)
  }
}

public import HeadroomDisplay

/// Puts a tree of layers under, around and over the composed pictures: titles, logos, frames.
///
/// Layers stand still: their class here knows no animations. They are drawn once when an export begins, on the thread that
/// works for it, and must not change until then. One point is one pixel of ``AVVideoComposition/renderSize``, from the top
/// left corner down, whatever the system. White of sRGB is reference white, 203 cd/m²; contents with more light show it as
/// far as their `preferredDynamicRange` allows, and it is brought into the output's range like that of films.
/// Instructions whose ``AVVideoCompositionInstruction/enablePostProcessing`` is false are left as they are.
///
/// Sendable: what is stored never changes; the layers are read by one thread.
public final class AVVideoCompositionCoreAnimationTool: @unchecked Sendable {
  enum Use {
    case around([CALayer], tree: CALayer)
    case track(CALayer, CMPersistentTrackID)
  }

  let use: Use

  private init(_ use: Use) { self.use = use }

  /// A layer that is a track of its own: layer instructions with its number say where it lies and how opaque it is.
  ///
  /// - Parameters:
  ///   - layer: its bounds are the size of the track's pictures.
  ///   - trackID: no track of the asset has it; see ``AVAsset/unusedTrackID()``.
  public convenience init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    self.init(.track(layer, trackID))
  }

  /// Shows the composed pictures in a layer, and that layer's tree as the film.
  ///
  /// - Parameters:
  ///   - videoLayer: shows the composed pictures in its bounds, filled by its `contentsGravity`. Neither it, if it
  ///     has sublayers, nor a layer that it is inside of may be transparent.
  ///   - animationLayer: the root of the tree, as large as the composition; what it leaves free is black.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(.around([videoLayer], tree: animationLayer))
  }

  /// As ``init(postProcessingAsVideoLayer:in:)`` with the composed pictures in several layers.
  public convenience init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    self.init(.around(videoLayers, tree: animationLayer))
  }

  /// The number of the additional layer; nil where there is none.
  var trackID: CMPersistentTrackID? {
    if case .track(_, let id) = use { return id }
    return nil
  }
}

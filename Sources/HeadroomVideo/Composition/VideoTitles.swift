internal import Foundation
package import HeadroomDisplay
internal import HeadroomGraphics
package import HeadroomImage

/// What lies under, around and over composed pictures, bottom to top.
package struct VideoTitles: Sendable {
  package enum Part: Sendable {
    /// In the frame's pixels, origin at the bottom left.
    case picture(CIImage)
    /// The composed picture.
    case film(LayerSlice.Place)
  }

  package let parts: [Part]

  init(_ layers: [CALayer], in tree: CALayer, width: Int, height: Int) throws(VideoCompositionError) {
    parts = try LayerSlice.composed(tree, layers, width: width, height: height).compactMap { slice -> Part? in
      switch slice {
      case .picture(let picture): CIImage.seen(picture).map { .picture($0) }
      case .place(let place): .film(place)
      }
    }
  }
}

extension AVVideoCompositionCoreAnimationTool {
  /// What lies around composed pictures of a size; nil where it is a layer that instructions place.
  func titles(width: Int, height: Int) throws(VideoCompositionError) -> VideoTitles? {
    guard case .around(let layers, let tree) = use else { return nil }
    return try VideoTitles(layers, in: tree, width: width, height: height)
  }

  /// The pictures of the layer's track, all the same, at the origin; nil where there is no such layer.
  func picture() throws(VideoCompositionError) -> CIImage? {
    guard case .track(let layer, let id) = use else { return nil }
    let size = layer.bounds.size
    guard size.isPicture else { throw .layers("the additional layer of track \(id) has no size") }
    let (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    let slices = try LayerSlice.composed(layer, [], width: width, height: height)
    guard case .picture(let picture)? = slices.first else { return .empty() }
    return CIImage(whole: picture)
  }
}

extension LayerSlice {
  fileprivate static func composed(
    _ tree: CALayer, _ places: [CALayer], width: Int, height: Int
  ) throws(VideoCompositionError) -> [LayerSlice] {
    do {
      return try slices(of: tree, places: places, width: width, height: height)
    } catch {
      switch error {
      case .outside: throw .layers("a video layer is not inside the animation layer")
      case .shape: throw .layers("a video layer, or one around it, has round corners or a border")
      case .fading: throw .layers("a video layer, or one around it, is transparent together with its sublayers")
      case .memory: throw .layers("there is no memory for layers of \(width) by \(height) pixels")
      }
    }
  }
}

extension CIImage {
  /// The light of layers, all of it, with how bright it is.
  fileprivate convenience init(whole picture: LayerPicture) {
    self.init(cgImage: picture.image(headroom: picture.measuredHeadroom))
  }

  /// What can be seen of it; nil where that is nothing. Less has to be laid over each frame.
  fileprivate static func seen(_ picture: LayerPicture) -> CIImage? {
    let area = picture.coveredArea
    guard !area.isEmpty else { return nil }
    let height = Double(picture.size.height)
    return CIImage(whole: picture).cropped(
      to: CGRect(x: area.minX, y: height - area.maxY, width: area.width, height: area.height))
  }
}

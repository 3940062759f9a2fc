package import HeadroomColor

/// A sensor's picture and its camera's preview, pixel by pixel.
package struct MatchedViews: Sendable {
  /// Scene light in the development's space, as the input of a ``CameraLook``.
  package var scene: SmallPicture
  /// The preview's linear light there, in ``primaries``.
  package var preview: SmallPicture
  package let primaries: ColorPrimaries
  /// The pixels that both show, and those of them that neither clips.
  package private(set) var shown: [Int] = []
  package private(set) var usable: [Int] = []

  /// - Parameters:
  ///   - preview: the preview's light; nil for pixels that it does not show.
  ///   - isClipped: whether the sensor is overexposed there.
  package init(
    scene: SmallPicture, preview: [SIMD3<Float>?], primaries: ColorPrimaries, isClipped: (Int) -> Bool
  ) {
    self.scene = scene
    self.primaries = primaries
    self.preview = SmallPicture(width: scene.width, height: scene.height)
    let weights = SIMD3<Float>(primaries.luminanceWeights)
    for (index, light) in preview.enumerated() {
      guard let light else { continue }
      self.preview[index] = light
      shown.append(index)
      let isLit = (light * weights).sum() > Self.darkest && light.max() < Self.brightest
      if isLit, !isClipped(index) { usable.append(index) }
    }
  }

  /// Codes of 5 to 245, which exclude clipped values and the effects of rounding and compression on black.
  private static let darkest: Float = 0.0015
  private static let brightest: Float = 0.91

  /// At most a number of the usable pixels, evenly spread, in a row.
  func sampled(_ most: Int) -> MatchedViews {
    let stride = max((usable.count + most - 1) / most, 1)
    let chosen = Swift.stride(from: 0, to: usable.count, by: stride).map { usable[$0] }
    var (light, shown) = (SmallPicture(width: chosen.count, height: 1), SmallPicture(width: chosen.count, height: 1))
    for (index, place) in chosen.enumerated() {
      light[index] = scene[place]
      shown[index] = preview[place]
    }
    var result = self
    (result.scene, result.preview, result.usable) = (light, shown, Array(chosen.indices))
    result.shown = result.usable
    return result
  }
}

/// The placement of a camera's preview in its sensor's picture: cameras crop a few pixels more or less, crop to another
/// shape, and some store the preview rotated.
package struct PreviewPlacement: Hashable, Sendable {
  /// The clockwise quarter turns that bring the preview into the sensor's orientation.
  package var turns: Int
  /// The preview's edges as fractions of the picture's width and height; it may extend slightly beyond the picture.
  package var left: Double
  package var top: Double
  package var width: Double
  package var height: Double

  /// The position in the preview, 0...1 in both directions, for a position in the picture.
  func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) { ((x - left) / width, (y - top) / height) }
}

/// Finds a preview's placement by correlating its lightness with the picture's (Pearson's correlation).
///
/// Pixels are assumed to be square in both, so three numbers are sought: a size and a position. The search climbs from
/// the middle at three sizes, first in pictures of 48 pixels, in which the correlation is smooth, then in pictures
/// of 160.
package struct PreviewSearch {
  /// The range of sizes relative to the largest that fits.
  private static let sizes = 0.84...1.03
  private static let starts = [1, 0.96, 0.9]
  private static let reach = 0.02
  private static let certain = 0.97

  private let picture: LightnessGrid
  private let preview: LightnessGrid
  private let light: SmallPicture
  private let weights: SIMD3<Double>

  /// Takes both as linear light, of any size; luminance is computed with the weights of their primaries.
  package init(
    picture: SmallPicture, weights: SIMD3<Double>, preview: SmallPicture, previewWeights: SIMD3<Double>
  ) {
    self.picture = LightnessGrid(picture, weights)
    self.preview = LightnessGrid(preview, previewWeights)
    light = preview
    self.weights = previewWeights
  }

  /// How much better another placement must correlate than the whole picture, which most previews show.
  private static let margin = 0.002

  /// The preview's light at the pixels of the picture, nil for those that it does not show; nil as a whole where
  /// nothing correlates.
  ///
  /// The placement that the search finds in small copies is compared with the whole picture once more, in all pixels,
  /// because fine patterns mislead the search.
  package func matchedLight() -> [SIMD3<Float>?]? {
    var best: (light: [SIMD3<Float>?], correlation: Double)?
    for place in [whole, placement()] {
      guard let place else { continue }
      let light = place.light(of: light, onWidth: picture.width, height: picture.height)
      let correlation = picture.correlation(with: light, weights)
      if correlation > (best?.correlation).map({ $0 + Self.margin }) ?? 0 { best = (light, correlation) }
      if correlation > Self.certain { break }
    }
    return best?.light
  }

  /// The placement of a preview that shows all of the picture; nil for another shape.
  private var whole: PreviewPlacement? {
    let full = largest(preview)
    guard min(full.width, full.height) > 0.98 else { return nil }
    return PreviewPlacement(turns: 0, left: 0, top: 0, width: 1, height: 1)
  }

  /// The best placement; nil where nothing correlates at all.
  package func placement() -> PreviewPlacement? {
    let coarse = picture.shrunk(to: 48)
    var best: (placement: PreviewPlacement, correlation: Double)?
    for turns in 0..<4 {
      let turned = preview.turned(turns)
      let small = turned.shrunk(to: 48)
      for start in Self.starts {
        let found = climb(from: centred(start, turned, turns), step: 0.02, down: 0.005, coarse, small, turned)
        if found.correlation > best?.correlation ?? 0 { best = found }
      }
      // No other rotation can correlate as well as that.
      if best?.correlation ?? 0 > Self.certain { break }
    }
    guard let best else { return nil }
    let turned = preview.turned(best.placement.turns)
    return climb(
      from: best.placement, step: 0.006, down: 0.0007, picture.shrunk(to: 160), turned.shrunk(to: 160), turned
    ).placement
  }

  // MARK: Climbing

  private func climb(
    from start: PreviewPlacement, step: Double, down smallest: Double, _ picture: LightnessGrid,
    _ small: LightnessGrid, _ preview: LightnessGrid
  ) -> (placement: PreviewPlacement, correlation: Double) {
    var best = (placement: start, correlation: picture.correlation(with: small, at: start))
    var step = step
    while step >= smallest {
      var isBetter = false
      for candidate in neighbours(best.placement, step, preview) {
        let correlation = picture.correlation(with: small, at: candidate)
        if correlation > best.correlation + 1e-7 {
          best = (candidate, correlation)
          isBetter = true
        }
      }
      if !isBetter { step *= 0.5 }
    }
    return best
  }

  private func neighbours(_ at: PreviewPlacement, _ step: Double, _ preview: LightnessGrid) -> [PreviewPlacement] {
    let moves: [(x: Double, y: Double, size: Double)] = [
      (step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0), (0, 0, step), (0, 0, -step),
    ]
    let full = largest(preview)
    return moves.compactMap { move in
      var moved = at
      let size = at.width / full.width + move.size
      guard Self.sizes.contains(size) else { return nil }
      // Scaled about its middle.
      (moved.width, moved.height) = (full.width * size, full.height * size)
      moved.left += move.x - 0.5 * (moved.width - at.width)
      moved.top += move.y - 0.5 * (moved.height - at.height)
      let isInside =
        moved.left >= -Self.reach && moved.top >= -Self.reach && moved.left + moved.width <= 1 + Self.reach
        && moved.top + moved.height <= 1 + Self.reach
      return isInside ? moved : nil
    }
  }

  /// The largest size that fits into the picture, as fractions of it.
  private func largest(_ preview: LightnessGrid) -> (width: Double, height: Double) {
    let shape = Double(preview.width) / Double(preview.height) * Double(picture.height) / Double(picture.width)
    return shape > 1 ? (1, 1 / shape) : (shape, 1)
  }

  private func centred(_ size: Double, _ preview: LightnessGrid, _ turns: Int) -> PreviewPlacement {
    let full = largest(preview)
    let (width, height) = (full.width * size, full.height * size)
    return PreviewPlacement(
      turns: turns, left: 0.5 * (1 - width), top: 0.5 * (1 - height), width: width, height: height)
  }
}

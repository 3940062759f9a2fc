internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// A sheet of paper that is rolled up around a cylinder: lengths on it stay what they are.
///
/// Along the direction of the transition, the part beyond the fold rises around the cylinder, and the part further than
/// half its circumference returns above the sheet.
struct PageCurl: Sendable {
  let sheet: CGRect
  /// A unit vector: the end that is lifted first lies there.
  let cosine, sine: Float
  /// Where along the direction the sheet leaves the ground.
  let fold: Float
  let radius: Float

  init(_ sheet: CGRect, angle: Float, radius: Float, time: Float) {
    let sweep = TransitionSweep(sheet, angle: angle)
    (self.sheet, cosine, sine, self.radius) = (sheet, sweep.cosine, sweep.sine, radius)
    fold = sweep.high + time * (sweep.low - radius - sweep.high)
  }

  var fingerprint: [Double] {
    [cosine, sine, fold, radius].map(Double.init)
      + [sheet.minX, sheet.minY, sheet.width, sheet.height].map { Double($0) }
  }

  /// How far the sheet goes around the cylinder up to the place above a pixel, counted from the cylinder's side: in radians, and
  /// its cosine and sine.
  ///
  /// - Parameter beyond: how far the pixel lies beyond the fold, from 0 to the radius.
  @inline(__always)
  func turn(_ beyond: Float) -> (angle: Float, cosine: Float, sine: Float) {
    // Measured from the cylinder's side, where the arc sine would lose digits.
    let rest = larger(1 - beyond / radius, 0)
    let cosine = smaller(1 - rest, 1)
    let sine = root(rest * larger(2 - rest, 0))
    return (atan2Fast(sine, cosine), cosine, sine)
  }

  /// The part of the sheet with its face up, on the ground or on the cylinder, that is visible in a rectangle.
  func frontRegion(_ output: PixelRect) -> PixelRect {
    let (low, high) = span(output)
    if high <= fold { return output }
    let rolled = moved(output, from: fold, to: fold + radius * .pi / 2 + 1)
    return low <= fold ? output.union(rolled) : rolled
  }

  /// The part whose back is visible.
  func backRegion(_ output: PixelRect) -> PixelRect {
    let (low, high) = span(output)
    if low > fold + radius + 1 { return .empty }
    let half = fold + radius * .pi
    return moved(
      output, from: high <= fold ? half + fold - high : fold + radius * .pi / 2 - 1, to: half + max(fold - low, 0))
  }

  /// Where a rectangle begins and ends along the direction, and a pixel more.
  private func span(_ rect: PixelRect) -> (low: Float, high: Float) {
    let sweep = corners(rect).map { $0.x * cosine + $0.y * sine }
    return ((sweep.min() ?? 0) - 1, (sweep.max() ?? 0) + 1)
  }

  private func corners(_ rect: PixelRect) -> [(x: Float, y: Float)] {
    [rect.minX, rect.maxX].flatMap { x in [rect.minY, rect.maxY].map { (Float(x), Float($0)) } }
  }

  /// The rectangle around the part between two positions along the direction, and within a rectangle across it.
  private func moved(_ rect: PixelRect, from low: Float, to high: Float) -> PixelRect {
    let across = corners(rect).map { $0.y * cosine - $0.x * sine }
    guard let first = across.min(), let last = across.max() else { return .empty }
    let points = [low, high].flatMap { along in
      [first, last].map { CGPoint(x: CGFloat(along * cosine - $0 * sine), y: CGFloat(along * sine + $0 * cosine)) }
    }
    // Only the sheet is read, so the bounds are limited to it; numbers elsewhere may become huge.
    let bounds = CGRect.enclosing(points).grown(by: 2).intersection(sheet.grown(by: 2))
    return PixelRect(enclosing: bounds)
  }
}

/// The position on the sheet that is visible at a pixel: on its face, or on its back.
struct CurledSheet: TileWarp {
  let curl: PageCurl
  let isBack: Bool

  var fingerprint: Fingerprint { Fingerprint("curled sheet", curl.fingerprint + [isBack ? 1 : 0]) }

  func region(for output: PixelRect) -> PixelRect {
    isBack ? curl.backRegion(output) : curl.frontRegion(output)
  }

  @inline(__always)
  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let along = x * curl.cosine + y * curl.sine
    let beyond = along - curl.fold
    let (angle, _, _) = curl.turn(larger(beyond, 0))
    let quarter = Float.pi / 2
    let rolled = curl.radius * (isBack ? quarter + angle : quarter - angle)
    let flat = isBack ? curl.radius * .pi - beyond : beyond
    let move = (beyond > 0 ? rolled : flat) - beyond
    // Half a pixel beyond the side, for its soft edge.
    let place = beyond > curl.radius + 0.5 ? Float.nan : move
    return (x + place * curl.cosine, y + place * curl.sine)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    let first = Int32(truncatingIfNeeded: x)
    let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
    for i in 0..<count {
      let position = source(x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
      unsafe (sx[i], sy[i]) = (position.x, position.y)
    }
  }
}

/// The position on the picture of a sphere that has the sheet's inclination at a pixel.
struct CurlLight: TileWarp {
  let curl: PageCurl
  let isBack: Bool
  let sphere: SphereShading

  var fingerprint: Fingerprint {
    Fingerprint("light on a curl", curl.fingerprint + [isBack ? 1 : 0] + sphere.fingerprint)
  }

  func region(for output: PixelRect) -> PixelRect { output.isEmpty ? .empty : sphere.extent }
  func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }

  @inline(__always)
  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let beyond = x * curl.cosine + y * curl.sine - curl.fold
    let lean = beyond > 0 ? smaller(beyond / curl.radius, 1) : 0
    let tilt = isBack ? lean : -lean
    return sphere.position(tilt * curl.cosine, tilt * curl.sine)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    let first = Int32(truncatingIfNeeded: x)
    let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
    for i in 0..<count {
      let position = source(x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
      unsafe (sx[i], sy[i]) = (position.x, position.y)
    }
  }
}

/// The visible share of a layer: of light as much as the sheet is inclined, of the sheet the part within the cylinder's
/// side.
struct CurlCover: PointImplementation {
  let curl: PageCurl
  let isLight: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  var fingerprint: Fingerprint { Fingerprint("cover of a curl", curl.fingerprint + [isLight ? 1 : 0]) }
  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  private var share: Share {
    Share(
      cosine: curl.cosine, sine: curl.sine, fold: curl.fold,
      scale: isLight ? 1 / curl.radius : -1, offset: isLight ? 0 : curl.radius + 0.5)
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(placed: share) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    share.apply(pixels[0], x: x, y: y)
  }

  struct Share: PlacedKernel {
    let cosine, sine, fold, scale, offset: Float

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let share = clamped(offset + (x * cosine + y * sine - fold) * scale, 0, 1)
      return Pixel(r: p.r * share, g: p.g * share, b: p.b * share, a: p.a * share)
    }
  }
}

extension PageCurl {
  /// The visible part of the sheet's face.
  func front(of image: CIImage, lit shading: CIImage?) -> CIImage { layer(image, isBack: false, shading) }

  /// The visible part of its back, which lies above the face.
  func back(of image: CIImage, lit shading: CIImage?) -> CIImage {
    let layer = layer(image, isBack: true, shading)
    return layer.appending(point: CurlCover(curl: self, isLight: false), extent: layer.node.extent)
  }

  private func layer(_ image: CIImage, isBack: Bool, _ shading: CIImage?) -> CIImage {
    let seen = image.cropped(to: sheet).appending(warp: CurledSheet(curl: self, isBack: isBack), extent: sheet)
    guard let shading, let sphere = SphereShading(shading.node.extent) else { return seen }
    let light = shading.appending(warp: CurlLight(curl: self, isBack: isBack, sphere: sphere), extent: sheet)
    return light.appending(point: CurlCover(curl: self, isLight: true), extent: sheet).blended(.sourceAtop, with: seen)
  }
}

internal import Foundation
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// With Headroom's local tone map, in linear light of the development's space before its exposure.
  ///
  /// The base is found by a guided filter (He, Sun and Tang 2010) that is guided by brightness itself, on a small copy
  /// of the picture: its slopes and offsets are enlarged, and applied to the brightness of each pixel at full size (He
  /// and Sun 2015). The base therefore has the edges of the picture, without light or dark seams beside them. Each
  /// pixel depends on a bounded part of the picture, and the small copy is halved at absolute positions, so tiles and
  /// crops give the same bits.
  func toneMappedLocally(_ map: LocalToneMap) -> CIImage {
    guard map.amount > 0 else { return self }
    let picture = PixelRect(enclosing: extent)
    var small = appending(point: LightLevel(map: map), extent: extent)
    var rect = picture
    var halvings = 0
    while max(rect.width, rect.height) > LocalToneBase.longestSide {
      let half = BinomialHalving.extent(of: rect)
      small = small.appending(area: BinomialHalving(edge: .clamp(rect)), extent: half.cgRect).storing(.render)
      rect = half
      halvings += 1
    }
    let reach = max(max(picture.width, picture.height) >> halvings / LocalToneBase.windows, 1)
    var pairs = small.localToneBase(rect, reach: reach)
    if halvings > 0 {
      pairs = pairs.storing(.render)
        .appending(area: SplineEnlargement(octaves: halvings, edge: .clamp(rect)), extent: extent)
    }
    return appending(point: LocalToneGain(map: map), with: [pairs], extent: extent)
  }

  /// The coefficients of the base for an image of brightness: slope in red, offset in green.
  private func localToneBase(_ rect: PixelRect, reach: Int) -> CIImage {
    let edge = EdgeMode.clamp(rect)
    func mean(_ image: CIImage) -> CIImage {
      image.appending(area: BoxMean(reach: reach, edge: edge), extent: rect.cgRect)
    }
    let slopes = appending(
      area: GuidedSlopes(reach: reach, epsilon: LocalToneBase.epsilon, picture: rect), with: [self],
      extent: rect.cgRect)
    return mean(mean(self).appending(point: SlopeAndOffset(), with: [slopes], extent: rect.cgRect))
  }
}

private enum LocalToneBase {
  /// The most pixels of the small copy's longer side.
  static let longestSide = 400
  /// The number of filter radii in the longer side: the surroundings of a pixel are a twelfth of the picture.
  static let windows = 24
  /// The variance in stops squared up to which brightness counts as detail: half a stop.
  static let epsilon: Float = 0.25
}

/// Brightness in stops, as red.
private struct LightLevel: PointImplementation {
  let map: LocalToneMap

  var fingerprint: Fingerprint { map.fingerprint("light level") }
  var alphaRule: AlphaRule { .straight }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func peak(of inputs: [Float?]) -> Float? { nil }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let map = map
    return unsafe RowStage { rows, _, count, _, _ in unsafe map.measure(rows, count) }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let p = pixels[0]
    return Pixel(r: map.level(p.r, p.g, p.b), g: 0, b: 0, a: p.a)
  }
}

/// Converts the mean of brightness and its slope a to slope and offset: the offset is `mean - a mean`.
private struct SlopeAndOffset: PointImplementation {
  var fingerprint: Fingerprint { Fingerprint("slope and offset") }
  var alphaRule: AlphaRule { .premultiplied }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel().apply(pixels[0], pixels[1])
  }

  struct Kernel: BlendKernel {
    @inline(__always) func apply(_ mean: Pixel, _ slope: Pixel) -> Pixel {
      Pixel(r: slope.r, g: mean.r - slope.r * mean.r, b: 0, a: 1)
    }
  }
}

/// A picture multiplied by the gains of its local tone map.
private struct LocalToneGain: PointImplementation {
  let map: LocalToneMap

  var fingerprint: Fingerprint { map.fingerprint("local tone") }
  var alphaRule: AlphaRule { .straight }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }
  func peak(of inputs: [Float?]) -> Float? {
    (inputs.first ?? nil).map { $0 * Float(exp2(LocalToneMap.deepestLift)) }
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let map = map
    return unsafe RowStage { rows, others, count, _, _ in
      unsafe map.apply(rows, slopes: others[0].r, offsets: others[0].g, count)
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let p = pixels[0]
    let gain = exp2Fast(map.stops(pixels[1].r * map.level(p.r, p.g, p.b) + pixels[1].g))
    return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
  }
}

extension LocalToneMap {
  fileprivate func fingerprint(_ name: String) -> Fingerprint { Fingerprint(name, numbers) }
}

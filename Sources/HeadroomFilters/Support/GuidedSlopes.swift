internal import Foundation
package import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
package import HeadroomPixels

/// `cov(I, p) / (var(I) + epsilon)` over squares, for each channel p of the first image; I is the red of the second.
///
/// Sums run in double precision: variances are small differences of large sums.
package struct GuidedSlopes: AreaImplementation {
  package let reach: Int
  package let epsilon: Float
  private let edge: EdgeMode

  package init(reach: Int, epsilon: Float, picture: PixelRect) {
    self.reach = reach
    self.epsilon = epsilon
    edge = .clamp(picture)
  }

  package var fingerprint: Fingerprint {
    Fingerprint("guided slopes", [Double(reach), Double(epsilon)] + edge.fingerprint)
  }

  package var toleratesPartialInput: Bool { true }

  package func peak(of inputs: [Float?]) -> Float? { nil }

  package func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    edge.region(output.expanded(dx: reach, dy: reach))
  }

  /// Flat areas have no slope.
  private static func slope(_ covariance: Double, _ variance: Double) -> Float {
    variance > 1e-30 ? Float(covariance / variance) : 0
  }

  package func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let wanted = rect.expanded(dx: reach, dy: reach)
    let tiles = unsafe inputs.map { unsafe $0 }
    let picture = unsafe TileInspection.summable(tiles[0], scratch: scratch)
      .extended(to: wanted, edge, scratch: scratch).part(wanted)
    let guide = unsafe TileInspection.summable(tiles[1], scratch: scratch)
      .extended(to: wanted, edge, scratch: scratch).part(wanted)
    let sums = SquareSums(reach: reach, scratch: scratch)
    for y in rect.minY..<rect.maxY {
      for x in stride(from: 0, to: rect.width, by: SquareSums.piece) {
        let place = (x: x, y: y, count: min(SquareSums.piece, rect.width - x))
        unsafe slopes(sums, picture, guide, place, into: output)
      }
    }
    scratch.reset(to: mark)
  }

  /// Computes a piece of a row.
  private func slopes(
    _ sums: SquareSums, _ picture: Tile, _ guide: Tile, _ place: (x: Int, y: Int, count: Int), into output: Tile
  ) {
    let (count, share) = (place.count, 1 / Double((2 * reach + 1) * (2 * reach + 1)))
    let own = unsafe SquareSums.Rows(guide.row(0, y: place.y - reach) + place.x, guide.stride)
    let (light, square) = unsafe (sums.sums(0), sums.sums(1))
    let (value, product) = unsafe (sums.sums(2), sums.sums(3))
    unsafe sums.sum(own, count, into: light)
    unsafe sums.sum(own, times: own, count, into: square)
    for plane in 0..<4 {
      let rows = unsafe SquareSums.Rows(picture.row(plane, y: place.y - reach) + place.x, picture.stride)
      unsafe sums.sum(rows, count, into: value)
      unsafe sums.sum(rows, times: own, count, into: product)
      let target = unsafe output.row(plane, y: place.y) + place.x
      for i in 0..<count {
        let mean = unsafe light[i] * share
        unsafe target[i] = Self.slope(
          product[i] * share - mean * value[i] * share, square[i] * share - mean * mean + Double(epsilon))
      }
    }
  }

  package func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    var (light, square, value, product) = (0.0, 0.0, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for row in y - reach...y + reach {
      for column in x - reach...x + reach {
        let p = edge.pixel(column, row, of: inputs[0]).summable
        let guide = edge.pixel(column, row, of: inputs[1]).summable.x
        light += guide
        square += guide * guide
        value += p
        product += p * guide
      }
    }
    let count = Double((2 * reach + 1) * (2 * reach + 1))
    let variance = square / count - light * light / (count * count) + Double(epsilon)
    let covariance = product / count - value * (light / (count * count))
    func slope(_ plane: Int) -> Float { Self.slope(covariance[plane], variance) }
    return Pixel(r: slope(0), g: slope(1), b: slope(2), a: slope(3))
  }
}

/// The mean without the slope's part: `mean(p) - a * mean(I)`.
struct GuidedOffset: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("guided offset") }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(maskedBlend: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel().apply(pixels[0], pixels[1], pixels[2])
  }

  struct Kernel: MaskedBlendKernel {
    @inline(__always) func apply(_ mean: Pixel, _ slope: Pixel, _ light: Pixel) -> Pixel {
      Pixel(
        r: mean.r - slope.r * light.r, g: mean.g - slope.g * light.r, b: mean.b - slope.b * light.r,
        a: mean.a - slope.a * light.r)
    }
  }
}

/// `a * I + b`.
struct GuidedResult: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("guided result") }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(maskedBlend: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel().apply(pixels[0], pixels[1], pixels[2])
  }

  struct Kernel: MaskedBlendKernel {
    @inline(__always) func apply(_ slope: Pixel, _ offset: Pixel, _ light: Pixel) -> Pixel {
      Pixel(
        r: slope.r * light.r + offset.r, g: slope.g * light.r + offset.g, b: slope.b * light.r + offset.b,
        a: clamped(slope.a * light.r + offset.a, 0, 1))
    }
  }
}

extension CGAffineTransform {
  /// Maps one rectangle to another.
  package init(_ from: PixelRect, onto to: PixelRect) {
    let (x, y) = (CGFloat(to.width) / CGFloat(from.width), CGFloat(to.height) / CGFloat(from.height))
    self.init(
      a: x, b: 0, c: 0, d: y, tx: CGFloat(to.minX) - CGFloat(from.minX) * x,
      ty: CGFloat(to.minY) - CGFloat(from.minY) * y)
  }
}

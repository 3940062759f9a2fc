internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// How many weights a convolution filter has.
struct ConvolutionSize: Sendable {
  let width: Int
  let height: Int
  /// Whether alpha is kept; then edges are repeated and the extent is kept.
  let keepsAlpha: Bool
}

/// A filter that sums pixels with the user's weights.
protocol ConvolutionFilter: ConvolutionDefinition {
  static var size: ConvolutionSize { get }
}

extension ConvolutionFilter {
  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let size = Self.size
    let bounds = PixelRect(enclosing: image.node.extent)
    let isRepeated = size.keepsAlpha && !bounds.isEmpty && !bounds.isInfinite
    // Weights are given from the top row, and stored from the bottom.
    let numbers = (0..<size.height).reversed().flatMap { row in
      (0..<size.width).map { Double(weights.value(at: row * size.width + $0)) }
    }
    let pattern = TapPattern(reachX: size.width / 2, reachY: size.height / 2, weights: numbers)
    let convolution = KernelConvolution(
      pattern: pattern, bias: bias, keepsAlpha: size.keepsAlpha, edge: isRepeated ? .clamp(bounds) : .zero)
    let grown = bias == 0 ? image.node.extent.grown(byX: pattern.reachX, y: pattern.reachY) : .infinite
    return image.appending(area: convolution, extent: size.keepsAlpha ? image.node.extent : grown)
  }
}

extension CIVector {
  /// 1 in the middle and 0 elsewhere.
  static func impulse(_ count: Int) -> CIVector { CIVector((0..<count).map { $0 == count / 2 ? 1 : 0 }) }

  /// A relief lit from the last weight's corner: the picture minus a copy shifted to one side, plus a copy shifted to
  /// the other.
  static func relief(_ count: Int) -> CIVector {
    CIVector((0..<count).map { $0 == 0 ? -1 : $0 == count / 2 || $0 == count - 1 ? 1 : 0 })
  }
}

/// A sum of weighted pixels.
struct KernelConvolution: NeighbourhoodImplementation {
  let fingerprint: Fingerprint
  private let pattern: TapPattern
  private let list: TapList
  private let bias: Float
  private let keepsAlpha: Bool
  private let edge: EdgeMode

  init(pattern: TapPattern, bias: Float, keepsAlpha: Bool, edge: EdgeMode) {
    fingerprint = Fingerprint(
      "convolution",
      [Double(pattern.width), Double(bias), keepsAlpha ? 1 : 0] + edge.fingerprint + pattern.weights)
    self.pattern = pattern
    list = TapList(pattern, isBalanced: false)
    self.bias = bias
    self.keepsAlpha = keepsAlpha
    self.edge = edge
  }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect {
    edge.region(output.expanded(dx: pattern.reachX, dy: pattern.reachY))
  }

  func peak(of inputs: [Float?]) -> Float? { nil }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let window = unsafe TileInspection.summable(input, scratch: scratch)
      .extended(to: rect.expanded(dx: pattern.reachX, dy: pattern.reachY), edge, scratch: scratch)
    for plane in 0..<(keepsAlpha ? 3 : 4) {
      unsafe TapConvolution.run(list, pattern, window, into: output, plane: plane, scratch: scratch)
    }
    for y in rect.minY..<rect.maxY {
      let rows = unsafe output.rows(x: rect.minX, y: y)
      if bias != 0 {
        for i in 0..<rect.width {
          unsafe (rows.r[i], rows.g[i], rows.b[i]) = unsafe (rows.r[i] + bias, rows.g[i] + bias, rows.b[i] + bias)
        }
      }
      if keepsAlpha {
        unsafe rows.a.update(from: window.row(3, y: y) + pattern.reachX, count: rect.width)
      } else {
        for i in 0..<rect.width { unsafe rows.a[i] = clamped(rows.a[i] + bias, 0, 1) }
      }
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>(repeating: Double(bias))
    for dy in -pattern.reachY...pattern.reachY {
      for dx in -pattern.reachX...pattern.reachX {
        sum += edge.pixel(x + dx, y + dy, of: input).summable * pattern.weight(dx: dx, dy: dy)
      }
    }
    sum.w = keepsAlpha ? edge.pixel(x, y, of: input).summable.w : min(max(sum.w, 0), 1)
    return Pixel(sum)
  }
}

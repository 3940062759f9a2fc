internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Sums the 3 by 3 pixels around each pixel, each with its own weight.
struct Convolution3X3: AreaFilter, ConvolutionDefinition {
  static let name = "CIConvolution3X3"
  static let displayName = "3 by 3 Convolution"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: Self.centre, example: .relief(9)) var weights = Self.centre
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let centre = CIVector([0, 0, 0, 0, 1, 0, 0, 0, 0])

  var keepsTags: Bool { false }

  func extent(of input: CGRect) -> CGRect { bias == 0 ? input.grown(by: 1) : .infinite }

  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: 1, dy: 1) }

  func peak(of inputs: [Float?]) -> Float? {
    let magnitudes = (0..<9).map { abs(weight($0)) }.reduce(0, +)
    return (inputs.first ?? nil).map { $0 * magnitudes + abs(bias) }
  }

  private func weight(_ index: Int) -> Float { Float(weights.value(at: index)) }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let input = unsafe TileInspection.summable(input, scratch: scratch)
    let kernel = Rows(weights: (0..<9).map(weight), bias: bias)
    let rect = unsafe output.rect
    for plane in 0..<4 {
      for y in rect.minY..<rect.maxY {
        let left = unsafe rect.minX - 1 - input.rect.minX
        unsafe kernel.sum(
          input.row(plane, y: y + 1) + left, input.row(plane, y: y) + left, input.row(plane, y: y - 1) + left,
          into: output.row(plane, y: y), count: rect.width)
        if plane == 3 { unsafe Self.clampAlpha(output.row(3, y: y), rect.width) }
      }
    }
    scratch.reset(to: mark)
  }

  private static func clampAlpha(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for x in 0..<count { unsafe row[x] = min(max(row[x], 0), 1) }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>(repeating: Double(bias))
    for row in 0..<3 {
      for column in 0..<3 {
        sum += input(x + column - 1, y + 1 - row).summable * Double(weight(3 * row + column))
      }
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(min(max(sum.w, 0), 1)))
  }

  /// Nine weights in named fields: array subscripts would be bounds-checked in the loop.
  private struct Rows {
    let (w0, w1, w2): (Float, Float, Float)
    let (w3, w4, w5): (Float, Float, Float)
    let (w6, w7, w8): (Float, Float, Float)
    let bias: Float

    init(weights w: [Float], bias: Float) {
      (w0, w1, w2) = (w[0], w[1], w[2])
      (w3, w4, w5) = (w[3], w[4], w[5])
      (w6, w7, w8) = (w[6], w[7], w[8])
      self.bias = bias
    }

    /// The three rows start one pixel left of the output.
    func sum(
      _ top: UnsafePointer<Float>, _ middle: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
      into output: UnsafeMutablePointer<Float>, count: Int
    ) {
      for x in 0..<count {
        var sum = unsafe bias.addingProduct(w0, top[x]).addingProduct(w1, top[x &+ 1])
        sum = unsafe sum.addingProduct(w2, top[x &+ 2]).addingProduct(w3, middle[x])
        sum = unsafe sum.addingProduct(w4, middle[x &+ 1]).addingProduct(w5, middle[x &+ 2])
        sum = unsafe sum.addingProduct(w6, bottom[x]).addingProduct(w7, bottom[x &+ 1])
        unsafe output[x] = unsafe sum.addingProduct(w8, bottom[x &+ 2])
      }
    }
  }
}

extension CIFilter {
  /// Sums the 3 by 3 pixels around each pixel, each with its own weight.
  ///
  /// ## Formula
  /// `out(x, y) = bias + sum of weight(row, column) * in(x + column - 1, y + 1 - row)`: the nine weights run row by row
  /// from the top left, as the kernel is written down, and are not mirrored.
  ///
  /// ## Extended range
  /// Colour is not clamped on either side.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha get the same weights and bias; the new alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// Grows by one pixel on each side; infinite where there is a bias.
  ///
  /// ## Keys
  /// - `inputWeights`: default and neutral value [0 0 0 0 1 0 0 0 0].
  /// - `inputBias`: default and neutral value 0.
  public class func convolution3X3() -> any CIFilter & CIConvolution { BuiltInFilter<Convolution3X3>() }
}

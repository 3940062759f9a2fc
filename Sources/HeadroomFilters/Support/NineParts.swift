internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// How the middle of an image grows.
enum NinePartTiling {
  case stretched
  case repeated(isFlipped: Bool)
}

extension CIImage {
  /// Larger to the right and to the top; corners outside of two points keep their size.
  func grown(between first: CGPoint, and second: CGPoint, by amount: CGPoint, tiling: NinePartTiling) -> CIImage {
    let input = extent
    if input.isNull || input.isEmpty || input.isUnbounded { return self }
    let across = NinePartAxis(first.x, second.x, amount.x, tiling, isVertical: false)
    let up = NinePartAxis(first.y, second.y, amount.y, tiling, isVertical: true)
    let grown = CGRect(
      x: input.minX, y: input.minY, width: input.width + CGFloat(across.growth),
      height: input.height + CGFloat(up.growth))
    if grown.width <= 0 || grown.height <= 0 { return .empty() }
    let reads = PixelRect(enclosing: input).expanded(dx: 1, dy: 1)
    return warped(
      by: ComputedWarp("nine parts", across.numbers + up.numbers, NineParts(across: across, up: up)) {
        $0.isEmpty ? .empty : reads
      },
      extent: grown)
  }
}

/// One axis of an image in three parts.
struct NinePartAxis: Sendable {
  /// Where the middle part begins and ends.
  let low, high: Float
  /// How much longer it becomes.
  let growth: Float
  /// Pixels of the input for each of the output.
  let step: Float
  let perMiddle: Float
  let isRepeated, isFlipped: Bool

  init(_ first: CGFloat, _ second: CGFloat, _ growth: CGFloat, _ tiling: NinePartTiling, isVertical: Bool) {
    (low, high) = (Float(min(first, second)), Float(max(first, second)))
    let middle = high - low
    self.growth = max(min(Float(growth), 1e6), -middle)
    step = middle / larger(middle + self.growth, 1e-6)
    perMiddle = 1 / larger(middle, 1e-6)
    switch tiling {
    case .stretched: (isRepeated, isFlipped) = (false, false)
    case .repeated(let isFlipped): (isRepeated, self.isFlipped) = (middle >= 1e-3, isFlipped && isVertical)
    }
  }

  var numbers: [Double] {
    [Double(low), Double(high), Double(growth), isRepeated ? 1 : 0, isFlipped ? 1 : 0]
  }

  @inline(__always)
  func source(_ x: Float) -> Float {
    let (inside, middle) = (x - low, high - low)
    let turns = inside * perMiddle
    let tile = turns.rounded(.down)
    let isOdd = isFlipped && tile != 2 * (0.5 * tile).rounded(.down)
    let within = inside - tile * middle
    let tiled = low + (isOdd ? middle - within : within)
    let between = isRepeated ? tiled : low + inside * step
    return x < low ? x : x >= high + growth ? x - growth : between
  }
}

struct NineParts: WarpKernel {
  let across, up: NinePartAxis

  @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { (across.source(x), up.source(y)) }
}

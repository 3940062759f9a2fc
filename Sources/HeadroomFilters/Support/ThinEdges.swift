internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// Gradients of red that are longer than their neighbours along their direction: 1 above a threshold, 0.5 above another.
struct ThinEdges: NeighbourhoodImplementation {
  let low, high: Float

  var fingerprint: Fingerprint { Fingerprint("thin edges", [Double(low), Double(high)]) }

  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: 2, dy: 2) }

  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  /// The tangent of an eighth of a half turn.
  private static let eighth: Float = 0.414_213_56

  /// The offset to the neighbour in front, in columns and rows; the one behind lies opposite.
  @inline(__always)
  private static func step(_ gx: Float, _ gy: Float) -> (dx: Int, dy: Int) {
    let (across, up) = (abs(gx), abs(gy))
    if up <= eighth * across { return (1, 0) }
    if across <= eighth * up { return (0, 1) }
    return gx * gy > 0 ? (1, 1) : (1, -1)
  }

  @inline(__always)
  private func value(_ length: Float, _ behind: Float, _ ahead: Float) -> Float {
    guard length > behind, length >= ahead else { return 0 }
    return length > high ? 1 : length > low ? 0.5 : 0
  }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let clean = unsafe TileInspection.summable(input, scratch: scratch)
    let around = rect.expanded(dx: 1, dy: 1)
    // Gradients to the right, upwards, and their lengths.
    let gradients = unsafe scratch.tile(around)
    for y in around.minY..<around.maxY { unsafe Self.fill(gradients.rows(x: around.minX, y: y), clean, around, y) }
    for y in rect.minY..<rect.maxY {
      let (target, own) = unsafe (output.rows(x: rect.minX, y: y), gradients.rows(x: rect.minX, y: y))
      for i in 0..<rect.width {
        let step = unsafe Self.step(own.r[i], own.g[i])
        let offset = unsafe step.dy * gradients.stride + step.dx
        let edge = unsafe value(own.b[i], own.b[i - offset], own.b[i + offset])
        unsafe (target.r[i], target.g[i], target.b[i], target.a[i]) = (edge, edge, edge, 1)
      }
    }
    scratch.reset(to: mark)
  }

  private static func fill(_ rows: RowPointers, _ input: Tile, _ rect: PixelRect, _ y: Int) {
    let left = unsafe rect.minX - 1 - input.rect.minX
    let (below, middle) = unsafe (input.row(0, y: y - 1) + left, input.row(0, y: y) + left)
    let above = unsafe input.row(0, y: y + 1) + left
    for i in 0..<rect.width {
      let right = unsafe above[i &+ 2] + 2 * middle[i &+ 2] + below[i &+ 2]
      let leftSum = unsafe above[i] + 2 * middle[i] + below[i]
      let top = unsafe above[i] + 2 * above[i &+ 1] + above[i &+ 2]
      let bottom = unsafe below[i] + 2 * below[i &+ 1] + below[i &+ 2]
      let (gx, gy) = (0.25 * (right - leftSum), 0.25 * (top - bottom))
      unsafe (rows.r[i], rows.g[i]) = (gx, gy)
      unsafe rows.b[i] = (gx * gx + gy * gy).squareRoot()
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    func gradient(_ x: Int, _ y: Int) -> (x: Float, y: Float, length: Float) {
      func v(_ dx: Int, _ dy: Int) -> Double { input(x + dx, y + dy).summable.x }
      let gx = (v(1, 1) + 2 * v(1, 0) + v(1, -1) - v(-1, 1) - 2 * v(-1, 0) - v(-1, -1)) / 4
      let gy = (v(-1, 1) + 2 * v(0, 1) + v(1, 1) - v(-1, -1) - 2 * v(0, -1) - v(1, -1)) / 4
      return (Float(gx), Float(gy), Float((gx * gx + gy * gy).squareRoot()))
    }
    let own = gradient(x, y)
    let step = Self.step(own.x, own.y)
    let edge = value(
      own.length, gradient(x - step.dx, y - step.dy).length, gradient(x + step.dx, y + step.dy).length)
    return Pixel(r: edge, g: edge, b: edge, a: 1)
  }
}

/// Weak edges beside strong ones become strong.
struct EdgePromotion: NeighbourhoodImplementation {
  var fingerprint: Fingerprint { Fingerprint("edge promotion") }
  func region(for output: PixelRect) -> PixelRect { output.expanded(dx: 1, dy: 1) }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let rect = unsafe output.rect
    for y in rect.minY..<rect.maxY {
      let target = unsafe output.rows(x: rect.minX, y: y)
      let left = unsafe rect.minX - 1 - input.rect.minX
      let (below, own) = unsafe (input.row(0, y: y - 1) + left, input.row(0, y: y) + left)
      let above = unsafe input.row(0, y: y + 1) + left
      for i in 0..<rect.width {
        let upper = unsafe larger(above[i], larger(above[i &+ 1], above[i &+ 2]))
        let lower = unsafe larger(below[i], larger(below[i &+ 1], below[i &+ 2]))
        let most = unsafe larger(larger(upper, lower), larger(own[i], own[i &+ 2]))
        let value = unsafe own[i &+ 1]
        let edge = value == 0.5 && most == 1 ? 1 : value
        unsafe (target.r[i], target.g[i], target.b[i], target.a[i]) = (edge, edge, edge, 1)
      }
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let value = input(x, y).r
    let around = (-1...1).flatMap { dy in (-1...1).map { input(x + $0, y + dy).r } }
    let edge = value == 0.5 && around.contains(1) ? 1 : value
    return Pixel(r: edge, g: edge, b: edge, a: 1)
  }
}

/// White where an edge is strong, black elsewhere.
struct StrongEdges: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("strong edges") }
  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Kernel().apply(pixels[0]) }

  struct Kernel: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      let edge: Float = p.r == 1 ? 1 : 0
      return Pixel(r: edge, g: edge, b: edge, a: 1)
    }
  }
}

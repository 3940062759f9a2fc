internal import Foundation

/// Owned memory of consecutive blocks of 8 x 8 floats.
@safe struct BlockMemory: ~Copyable {
  static let size = 64

  private let base: UnsafeMutablePointer<Float>

  /// Blocks of zeros.
  init(_ count: Int) {
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * Self.size * 4, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: count * Self.size)
  }

  deinit { unsafe base.deallocate() }

  /// A block. It must not be used after its owner is gone.
  @inline(__always)
  subscript(index: Int) -> UnsafeMutablePointer<Float> { unsafe base + Self.size * index }
}

/// The cosine transform of JPEG's blocks, with rows of length 1.
struct BlockTransform: ~Copyable {
  /// The transform and the squares of its numbers, each with its transpose.
  private let matrices = BlockMemory(4)
  private let between = BlockMemory(1)

  init() {
    for u in 0..<8 {
      for x in 0..<8 {
        let scale = u == 0 ? 0.125.squareRoot() : 0.5
        let value = Float(scale * cos(Double((2 * x + 1) * u) * .pi / 16))
        unsafe matrices[0][8 * u + x] = value
        unsafe matrices[1][8 * x + u] = value
        unsafe matrices[2][8 * u + x] = value * value
        unsafe matrices[3][8 * x + u] = value * value
      }
    }
  }

  /// Values become coefficients.
  func forward(_ block: UnsafeMutablePointer<Float>) { unsafe apply(matrices[0], matrices[1], to: block) }

  /// Coefficients become values.
  func inverse(_ block: UnsafeMutablePointer<Float>) { unsafe apply(matrices[1], matrices[0], to: block) }

  /// Converts weights of values' squared errors to those of coefficients, each by itself.
  func forwardWeights(_ block: UnsafeMutablePointer<Float>) { unsafe apply(matrices[2], matrices[3], to: block) }

  /// Adds a multiple of the block that a coefficient of 1 stands for.
  func add(_ amount: Float, ofCoefficient index: Int, to block: UnsafeMutablePointer<Float>) {
    let (vertical, horizontal) = unsafe (matrices[0] + index / 8 * 8, matrices[0] + index % 8 * 8)
    for y in 0..<8 {
      let part = unsafe amount * vertical[y]
      for x in 0..<8 { unsafe block[8 * y + x] += part * horizontal[x] }
    }
  }

  private func apply(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, to block: UnsafeMutablePointer<Float>
  ) {
    unsafe multiply(left, block, into: between[0])
    unsafe multiply(between[0], right, into: block)
  }

  /// A row of a block is a vector of the processor: these operations of `SIMD8` do become its instructions.
  @inline(__always)
  private func multiply(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>
  ) {
    for row in 0..<8 {
      var sum = SIMD8<Float>.zero
      for k in 0..<8 {
        unsafe sum += SIMD8(repeating: a[8 * row + k]) * blockRow(b, k)
      }
      unsafe UnsafeMutableRawPointer(out + 8 * row).storeBytes(of: sum, as: SIMD8<Float>.self)
    }
  }
}

/// A row of a block.
@inline(__always)
func blockRow(_ block: UnsafePointer<Float>, _ row: Int) -> SIMD8<Float> {
  unsafe UnsafeRawPointer(block + 8 * row).loadUnaligned(as: SIMD8<Float>.self)
}

public import Foundation
public import HeadroomEngine
internal import HeadroomPixels

/// An image as a general kernel reads it: at any position.
///
/// Positions are pixels in the image's own coordinates (y up), which are those of the result:
/// `samplers[0].sample(x: x, y: y)` at the kernel's own position is the pixel there.
@safe public struct KernelSampler: ~Copyable {
  /// Interleaved RGBA, with transparent pixels around.
  @usableFromInline package let base: UnsafePointer<SIMD4<Float>>
  @usableFromInline package let stride: Int
  /// The rectangle of that memory that may be read.
  @usableFromInline package let minX, minY, maxX, maxY: Float
  /// The rectangle to which positions are first clamped: a repeated edge; infinite where there is none.
  @usableFromInline let lowX, lowY, highX, highY: Float
  @usableFromInline let isNearest: Bool
  /// Reads pixels where the memory above would be too large.
  private let reader: PixelReader?
  @usableFromInline package let isDirect: Bool
  /// The bounds of the image's pixels, infinite where its edge is repeated.
  public let extent: CGRect

  /// The pixel at a position, premultiplied: interpolated between the centres of four, or the nearest, depending on the
  /// ``CISampler``. Transparent outside the image, at positions that are not finite, and outside the region of
  /// interest.
  @inlinable @inline(__always)
  public func sample(x: Float, y: Float) -> Pixel {
    // The comparisons send NaN outside.
    let x = x > lowX ? (x < highX ? x : highX) : lowX
    let y = y > lowY ? (y < highY ? y : highY) : lowY
    guard isDirect else { return slowSample(x, y) }
    if isNearest {
      let pixel = unsafe base[index(clamped(x, minX, maxX).rounded(.down), clamped(y, minY, maxY).rounded(.down))]
      return Pixel(r: pixel.x, g: pixel.y, b: pixel.z, a: pixel.w)
    }
    let (px, py) = (clamped(x - 0.5, minX, maxX), clamped(y - 0.5, minY, maxY))
    let (fx, fy) = (px.rounded(.down), py.rounded(.down))
    let (wx, wy) = (px - fx, py - fy)
    let taps = unsafe base + index(fx, fy)
    let (p00, p10) = unsafe (taps[0], taps[1])
    let (p01, p11) = unsafe (taps[stride], taps[stride &+ 1])
    let lower = p00 + (p10 - p00) * wx
    let upper = p01 + (p11 - p01) * wx
    let pixel = lower + (upper - lower) * wy
    return Pixel(r: pixel.x, g: pixel.y, b: pixel.z, a: pixel.w)
  }

  @inlinable @inline(__always)
  package func clamped(_ value: Float, _ low: Float, _ high: Float) -> Float {
    value > low ? (value < high ? value : high) : low
  }

  /// The place of whole coordinates. The sum leaves the integer in the mantissa, without a trapping conversion.
  @inlinable @inline(__always)
  package func index(_ x: Float, _ y: Float) -> Int {
    let magic: Float = 8_388_608
    let column = Int((x - minX + magic).bitPattern & 0x7F_FFFF)
    let row = Int((y - minY + magic).bitPattern & 0x7F_FFFF)
    return row &* stride &+ column
  }

  @usableFromInline
  package func slowSample(_ x: Float, _ y: Float) -> Pixel {
    guard let reader else { return .clear }
    return Interpolation.sample(isNearest ? .nearest : .linear, x: x, y: y, reader)
  }
}

extension KernelSampler {
  /// Reads from a tile of interleaved pixels.
  init(_ tile: InterleavedTile, _ settings: SamplerSettings) {
    unsafe self.init(
      base: UnsafePointer(tile.base), stride: tile.stride,
      bounds: (tile.minX, tile.minY, tile.maxX, tile.maxY), settings, reader: nil)
  }

  /// Reads from a tile. Interleaving pixels pays where most are read; a tile much larger than the result is read as it
  /// is.
  init(_ tile: Tile, for output: PixelRect, _ settings: SamplerSettings, _ scratch: ScratchArena) {
    if unsafe tile.rect.area <= 4 * output.area + 4096 {
      unsafe self.init(InterleavedTile(tile, scratch: scratch), settings)
    } else {
      self.init(settings) { x, y in
        unsafe tile.rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) ? tile.pixel(x: x, y: y) : .clear
      }
    }
  }

  /// Reads pixel by pixel.
  init(_ settings: SamplerSettings, _ reader: @escaping PixelReader) {
    unsafe self.init(
      base: UnsafePointer(bitPattern: 64)!, stride: 0, bounds: (0, 0, 0, 0), settings, reader: reader)
  }

  private init(
    base: UnsafePointer<SIMD4<Float>>, stride: Int, bounds: (Float, Float, Float, Float), _ settings: SamplerSettings,
    reader: PixelReader?
  ) {
    unsafe self.base = unsafe base
    self.stride = stride
    (minX, minY, maxX, maxY) = bounds
    let edge = settings.isClamped && !settings.extent.isEmpty ? settings.extent : .infinite
    let isClamped = !edge.isInfinite
    (lowX, lowY) = isClamped ? (Float(edge.minX) + 0.5, Float(edge.minY) + 0.5) : (-.infinity, -.infinity)
    (highX, highY) = isClamped ? (Float(edge.maxX) - 0.5, Float(edge.maxY) - 0.5) : (.infinity, .infinity)
    isNearest = settings.isNearest
    isDirect = reader == nil
    self.reader = reader
    extent = settings.isClamped ? .infinite : settings.extent.cgRect
  }
}

/// How one image of a general kernel is read.
struct SamplerSettings: Sendable {
  let isNearest: Bool
  let isClamped: Bool
  let extent: PixelRect
}

/// The images of a general kernel.
@safe public struct KernelSamplers: ~Copyable {
  @usableFromInline let base: UnsafeMutablePointer<KernelSampler>
  /// The number of images.
  public let count: Int

  /// An image, counted from 0 in the order of the arguments.
  @inlinable public subscript(_ index: Int) -> KernelSampler {
    _read {
      precondition(index >= 0 && index < count, "a kernel of \(count) images has no image \(index)")
      yield unsafe base[index]
    }
  }

  package init(count: Int, _ sampler: (Int) -> KernelSampler) {
    self.count = count
    unsafe base = .allocate(capacity: max(count, 1))
    for index in 0..<count { unsafe (base + index).initialize(to: sampler(index)) }
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }
}

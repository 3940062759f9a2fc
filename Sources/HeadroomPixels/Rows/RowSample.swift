internal import CHeadroomMath

/// A component as stored in memory, and its value as a float.
///
/// Four components have their own entry points, because whole words load and store two to three times as fast as the
/// components one by one. An `offset` shifts the value by a part of a code, for dither.
protocol RowSample {
  static var byteCount: Int { get }
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float
  static func load4(_ source: UnsafeRawPointer, _ pixel: Int) -> Pixel4
  static func unpack4(
    _ source: UnsafeRawPointer, _ c0: UnsafeMutablePointer<Float>, _ c1: UnsafeMutablePointer<Float>,
    _ c2: UnsafeMutablePointer<Float>, _ c3: UnsafeMutablePointer<Float>, _ count: Int)
  static func store(_ destination: UnsafeMutableRawPointer, _ index: Int, _ value: Float, _ offset: Float)
  static func store4(_ destination: UnsafeMutableRawPointer, _ pixel: Int, _ value: Pixel4, _ offset: Float)
}

extension RowSample {
  @inline(__always)
  static func unpack4(
    _ source: UnsafeRawPointer, _ c0: UnsafeMutablePointer<Float>, _ c1: UnsafeMutablePointer<Float>,
    _ c2: UnsafeMutablePointer<Float>, _ c3: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let pixel = unsafe load4(source, i)
      unsafe c0[i] = pixel.0
      unsafe c1[i] = pixel.1
      unsafe c2[i] = pixel.2
      unsafe c3[i] = pixel.3
    }
  }
}

/// Four components in the order of memory.
typealias Pixel4 = (Float, Float, Float, Float)

/// The nearest of `codes + 1` codes for a value in 0...1; NaN gives 0. The low bits of the result hold the code.
@inline(__always)
func nearestCode(_ value: Float, _ codes: Float, _ offset: Float) -> UInt32 {
  (offset.addingProduct(headroom_clamp(value, 0, 1), codes) + roundingMagic).bitPattern
}

/// The float of a small unsigned number. Going through a signed integer keeps it one vector instruction.
@inline(__always)
func float(_ code: UInt32) -> Float { Float(Int32(bitPattern: code)) }

enum Sample8: RowSample {
  static let byteCount = 1
  static let scale: Float = 1 / 255

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: index, as: UInt8.self)) * scale
  }

  @inline(__always)
  static func load4(_ source: UnsafeRawPointer, _ pixel: Int) -> Pixel4 {
    let word = unsafe source.loadUnaligned(fromByteOffset: 4 &* pixel, as: UInt32.self)
    return (
      float(word & 255) * scale, float((word >> 8) & 255) * scale, float((word >> 16) & 255) * scale,
      float(word >> 24) * scale
    )
  }

  @inline(__always)
  static func store(_ destination: UnsafeMutableRawPointer, _ index: Int, _ value: Float, _ offset: Float) {
    let code = UInt8(truncatingIfNeeded: nearestCode(value, 255, offset))
    unsafe destination.storeBytes(of: code, toByteOffset: index, as: UInt8.self)
  }

  @inline(__always)
  static func store4(_ destination: UnsafeMutableRawPointer, _ pixel: Int, _ value: Pixel4, _ offset: Float) {
    let low = nearestCode(value.0, 255, offset) & 255 | (nearestCode(value.1, 255, offset) & 255) << 8
    let high = (nearestCode(value.2, 255, offset) & 255) << 16 | nearestCode(value.3, 255, offset) << 24
    unsafe destination.storeBytes(of: low | high, toByteOffset: 4 &* pixel, as: UInt32.self)
  }
}

enum Sample16: RowSample {
  static let byteCount = 2
  static let scale: Float = 1 / 65535

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: 2 &* index, as: UInt16.self)) * scale
  }

  @inline(__always)
  static func load4(_ source: UnsafeRawPointer, _ pixel: Int) -> Pixel4 {
    let low = unsafe source.loadUnaligned(fromByteOffset: 8 &* pixel, as: UInt32.self)
    let high = unsafe source.loadUnaligned(fromByteOffset: 8 &* pixel &+ 4, as: UInt32.self)
    return (
      float(low & 65535) * scale, float(low >> 16) * scale, float(high & 65535) * scale, float(high >> 16) * scale
    )
  }

  @inline(__always)
  static func store(_ destination: UnsafeMutableRawPointer, _ index: Int, _ value: Float, _ offset: Float) {
    let code = UInt16(truncatingIfNeeded: nearestCode(value, 65535, offset))
    unsafe destination.storeBytes(of: code, toByteOffset: 2 &* index, as: UInt16.self)
  }

  @inline(__always)
  static func store4(_ destination: UnsafeMutableRawPointer, _ pixel: Int, _ value: Pixel4, _ offset: Float) {
    let low = nearestCode(value.0, 65535, offset) & 65535 | nearestCode(value.1, 65535, offset) << 16
    let high = nearestCode(value.2, 65535, offset) & 65535 | nearestCode(value.3, 65535, offset) << 16
    unsafe destination.storeBytes(of: low, toByteOffset: 8 &* pixel, as: UInt32.self)
    unsafe destination.storeBytes(of: high, toByteOffset: 8 &* pixel &+ 4, as: UInt32.self)
  }
}

enum SampleHalf: RowSample {
  static let byteCount = 2

  @inline(__always)
  static func value(_ bits: UInt32) -> Float { Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits))) }

  /// The nearest finite half; NaN gives 0, since one such pixel would spread through every blur.
  @inline(__always)
  static func bits(_ value: Float) -> UInt32 {
    let number: Float = value == value ? value : 0
    return UInt32(Float16(headroom_clamp(number, -65504, 65504)).bitPattern)
  }

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: 2 &* index, as: Float16.self))
  }

  @inline(__always)
  static func load4(_ source: UnsafeRawPointer, _ pixel: Int) -> Pixel4 {
    let low = unsafe source.loadUnaligned(fromByteOffset: 8 &* pixel, as: UInt32.self)
    let high = unsafe source.loadUnaligned(fromByteOffset: 8 &* pixel &+ 4, as: UInt32.self)
    return (value(low), value(low >> 16), value(high), value(high >> 16))
  }

  @inline(__always)
  static func store(_ destination: UnsafeMutableRawPointer, _ index: Int, _ value: Float, _ offset: Float) {
    unsafe destination.storeBytes(
      of: UInt16(truncatingIfNeeded: bits(value)), toByteOffset: 2 &* index, as: UInt16.self)
  }

  @inline(__always)
  static func store4(_ destination: UnsafeMutableRawPointer, _ pixel: Int, _ value: Pixel4, _ offset: Float) {
    unsafe destination.storeBytes(
      of: bits(value.0) | bits(value.1) << 16, toByteOffset: 8 &* pixel, as: UInt32.self)
    unsafe destination.storeBytes(
      of: bits(value.2) | bits(value.3) << 16, toByteOffset: 8 &* pixel &+ 4, as: UInt32.self)
  }
}

enum SampleFloat: RowSample {
  static let byteCount = 4

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe source.load(fromByteOffset: 4 &* index, as: Float.self)
  }

  @inline(__always)
  static func load4(_ source: UnsafeRawPointer, _ pixel: Int) -> Pixel4 {
    unsafe (
      load(source, 4 &* pixel), load(source, 4 &* pixel &+ 1), load(source, 4 &* pixel &+ 2),
      load(source, 4 &* pixel &+ 3)
    )
  }

  @inline(__always)
  static func unpack4(
    _ source: UnsafeRawPointer, _ c0: UnsafeMutablePointer<Float>, _ c1: UnsafeMutablePointer<Float>,
    _ c2: UnsafeMutablePointer<Float>, _ c3: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    unsafe headroom_unpack_rgba(source.assumingMemoryBound(to: Float.self), c0, c1, c2, c3, count)
  }

  @inline(__always)
  static func store(_ destination: UnsafeMutableRawPointer, _ index: Int, _ value: Float, _ offset: Float) {
    unsafe destination.storeBytes(of: value, toByteOffset: 4 &* index, as: Float.self)
  }

  @inline(__always)
  static func store4(_ destination: UnsafeMutableRawPointer, _ pixel: Int, _ value: Pixel4, _ offset: Float) {
    unsafe store(destination, 4 &* pixel, value.0, offset)
    unsafe store(destination, 4 &* pixel &+ 1, value.1, offset)
    unsafe store(destination, 4 &* pixel &+ 2, value.2, offset)
    unsafe store(destination, 4 &* pixel &+ 3, value.3, offset)
  }
}

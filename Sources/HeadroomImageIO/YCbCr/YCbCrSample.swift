/// A sample in memory, as a float.
protocol YCbCrSample {
  static var size: Int { get }
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ value: Float)
}

/// Added to a float below 2^22, this leaves the nearest integer in the low bits of the mantissa.
private let roundingMagic: Float = 0x1.8p23

enum YCbCrSample8: YCbCrSample {
  static let size = 1

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: index, as: UInt8.self))
  }

  /// `value` lies within 0...255.
  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ value: Float) {
    let code = UInt8(truncatingIfNeeded: (value + roundingMagic).bitPattern)
    unsafe to.storeBytes(of: code, toByteOffset: index, as: UInt8.self)
  }
}

enum YCbCrSample16: YCbCrSample {
  static let size = 2

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: 2 &* index, as: UInt16.self))
  }

  /// `value` lies within 0...65535.
  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ value: Float) {
    let code = UInt16(truncatingIfNeeded: (value + roundingMagic).bitPattern)
    unsafe to.storeBytes(of: code, toByteOffset: 2 &* index, as: UInt16.self)
  }
}

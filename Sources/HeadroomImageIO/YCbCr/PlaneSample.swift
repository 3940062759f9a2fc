/// A sample in a plane: a byte, or a word for more than 8 bits.
protocol PlaneSample: FixedWidthInteger & UnsignedInteger & Sendable {}
extension UInt8: PlaneSample {}
extension UInt16: PlaneSample {}

/// Added to a float below 2^22, this leaves the nearest integer in the low bits of the mantissa: 1.5 * 2^23.
private let roundingMagic: Float = 0x1.8p23

extension PlaneSample {
  /// Bytes of a sample.
  static var size: Int {
    @inline(__always) get { MemoryLayout<Self>.size }
  }

  /// The nearest code of a value that lies within the codes.
  @inline(__always)
  init(nearest value: Float) {
    self.init(truncatingIfNeeded: (value + roundingMagic).bitPattern)
  }

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: size &* index, as: Self.self))
  }

  /// `value` lies within the codes.
  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ value: Float) {
    unsafe to.storeBytes(of: Self(nearest: value), toByteOffset: size &* index, as: Self.self)
  }
}

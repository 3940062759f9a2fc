/// A luma or chroma sample in memory.
protocol BiplanarSample {
  static var bits: Int { get }
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ code: UInt32)
}

enum BiplanarSample8: BiplanarSample {
  static let bits = 8

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: index, as: UInt8.self))
  }

  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ code: UInt32) {
    unsafe to.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: index, as: UInt8.self)
  }
}

enum BiplanarSample10: BiplanarSample {
  static let bits = 10

  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int) -> Float {
    unsafe Float(source.load(fromByteOffset: 2 &* index, as: UInt16.self) &>> 6)
  }

  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ code: UInt32) {
    unsafe to.storeBytes(of: UInt16(truncatingIfNeeded: code &<< 6), toByteOffset: 2 &* index, as: UInt16.self)
  }
}

/// Rows of numbers that are stored in half precision (IEEE 754 binary16).
///
/// A context whose working format is RGBAh rounds every intermediate that might be stored, whether it is or not, so
/// that bits depend neither on memory nor on tiles. Stored numbers are already rounded: packing and unpacking lose
/// nothing.
enum HalfRows {
  /// The largest finite number of half precision.
  static let largest: Float = 65504

  /// Rounds to the nearest half-precision numbers, ties to even; numbers beyond ``largest`` are clamped to it, NaN
  /// stays NaN, and zeros become positive: blurs skip pixels with only zeros around them.
  static func round(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe row[i] = Float(Float16(clamped(row[i]))) + 0 }
  }

  /// This order lets NaN through. Half the number is exact, and a clamp of a number straight from memory would not be
  /// vectorised.
  @inline(__always)
  private static func clamped(_ x: Float) -> Float {
    2 * smaller(0.5 * largest, larger(-0.5 * largest, 0.5 * x))
  }

  /// Stores numbers that already have half precision.
  static func pack(_ from: UnsafePointer<Float>, into to: UnsafeMutablePointer<Float16>, _ count: Int) {
    for i in 0..<count { unsafe to[i] = Float16(from[i]) }
  }

  static func unpack(_ from: UnsafePointer<Float16>, into to: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe to[i] = Float(from[i]) }
  }
}

/// Rows of numbers that are stored in half precision (IEEE 754 binary16).
///
/// A context whose working format is RGBAh rounds every intermediate that might be stored, whether it is or not, so that
/// bits depend neither on memory nor on tiles. What is stored is rounded already: packing and unpacking lose nothing.
enum HalfRows {
  /// The largest finite number of half precision.
  static let largest: Float = 65504

  /// Moves numbers to the nearest of half precision, ties to even; what is beyond ``largest`` becomes that, NaN stays NaN,
  /// and zeros are positive: blurs leave out what has only zeros around it.
  static func round(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe row[i] = Float(Float16(held(row[i]))) + 0 }
  }

  /// In this order NaN comes through. Half the number is exact, and a clamp of a number straight from memory is no vector code.
  @inline(__always)
  private static func held(_ x: Float) -> Float {
    2 * smaller(0.5 * largest, larger(-0.5 * largest, 0.5 * x))
  }

  /// Stores numbers that are of half precision.
  static func pack(_ from: UnsafePointer<Float>, into to: UnsafeMutablePointer<Float16>, _ count: Int) {
    for i in 0..<count { unsafe to[i] = Float16(from[i]) }
  }

  static func unpack(_ from: UnsafePointer<Float16>, into to: UnsafeMutablePointer<Float>, _ count: Int) {
    for i in 0..<count { unsafe to[i] = Float(from[i]) }
  }
}

/// Maps integer codes through a table of floats.
///
/// The loop is eight loads and one wide store: the compiler cannot prove that a table does not change under the
/// stores, so it would leave a plain loop scalar, and hardware gathers are slower than loads on current processors.
enum LookupRows {
  /// `row[i] = table[source[i * stride]]`; the stride is in codes.
  static func map<Code: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Code>, stride: Int, _ table: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    // Literal strides, so that each case is compiled without multiplications for addresses.
    switch stride {
    case 1: unsafe mapStrided(source, 1, table, row, count)
    case 2: unsafe mapStrided(source, 2, table, row, count)
    case 3: unsafe mapStrided(source, 3, table, row, count)
    default: unsafe mapStrided(source, 4, table, row, count)
    }
  }

  @inline(__always)
  private static func mapStrided<Code: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Code>, _ stride: Int, _ table: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    var i = 0
    while i &+ 8 <= count {
      let codes = unsafe source + stride &* i
      @inline(__always) func entry(_ k: Int) -> Float { unsafe table[Int(codes[k &* stride])] }
      let values = SIMD8(entry(0), entry(1), entry(2), entry(3), entry(4), entry(5), entry(6), entry(7))
      unsafe UnsafeMutableRawPointer(row + i).storeBytes(of: values, as: SIMD8<Float>.self)
      i &+= 8
    }
    while i < count {
      unsafe row[i] = unsafe table[Int(source[stride &* i])]
      i &+= 1
    }
  }
}

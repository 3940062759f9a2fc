/// Loops between interleaved components and planar float rows, by number of components.
///
/// Destinations are in memory order: another component order needs another order of pointers, not another loop.
enum InterleavedRows<Sample: RowSample> {
  typealias Row = UnsafeMutablePointer<Float>

  static func unpack1(_ source: UnsafeRawPointer, _ c0: Row, _ count: Int) {
    for i in 0..<count { unsafe c0[i] = unsafe Sample.load(source, i) }
  }

  static func unpack2(_ source: UnsafeRawPointer, _ c0: Row, _ c1: Row, _ count: Int) {
    for i in 0..<count {
      unsafe c0[i] = unsafe Sample.load(source, 2 &* i)
      unsafe c1[i] = unsafe Sample.load(source, 2 &* i &+ 1)
    }
  }

  static func unpack3(_ source: UnsafeRawPointer, _ c0: Row, _ c1: Row, _ c2: Row, _ count: Int) {
    for i in 0..<count {
      unsafe c0[i] = unsafe Sample.load(source, 3 &* i)
      unsafe c1[i] = unsafe Sample.load(source, 3 &* i &+ 1)
      unsafe c2[i] = unsafe Sample.load(source, 3 &* i &+ 2)
    }
  }

  static func unpack4(_ source: UnsafeRawPointer, _ c0: Row, _ c1: Row, _ c2: Row, _ c3: Row, _ count: Int) {
    unsafe Sample.unpack4(source, c0, c1, c2, c3, count)
  }

  /// One component of interleaved ones, `stride` components apart.
  static func unpack(_ source: UnsafeRawPointer, at index: Int, stride: Int, _ row: Row, _ count: Int) {
    switch stride {
    case 1: unsafe unpack1(source, row, count)
    case 2: for i in 0..<count { unsafe row[i] = unsafe Sample.load(source, 2 &* i &+ index) }
    default: for i in 0..<count { unsafe row[i] = unsafe Sample.load(source, 4 &* i &+ index) }
    }
  }

  static func pack1<D: DitherOffsets>(_ to: UnsafeMutableRawPointer, _ c0: Row, _ count: Int, _ dither: D) {
    for i in 0..<count { unsafe Sample.store(to, i, c0[i], dither.offset(i)) }
  }

  static func pack2<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ c0: Row, _ c1: Row, _ count: Int, _ dither: D
  ) {
    for i in 0..<count {
      let offset = dither.offset(i)
      unsafe Sample.store(to, 2 &* i, c0[i], offset)
      unsafe Sample.store(to, 2 &* i &+ 1, c1[i], offset)
    }
  }

  static func pack3<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ c0: Row, _ c1: Row, _ c2: Row, _ count: Int, _ dither: D
  ) {
    for i in 0..<count {
      let offset = dither.offset(i)
      unsafe Sample.store(to, 3 &* i, c0[i], offset)
      unsafe Sample.store(to, 3 &* i &+ 1, c1[i], offset)
      unsafe Sample.store(to, 3 &* i &+ 2, c2[i], offset)
    }
  }

  static func pack4<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ c0: Row, _ c1: Row, _ c2: Row, _ c3: Row, _ count: Int, _ dither: D
  ) {
    for i in 0..<count { unsafe Sample.store4(to, i, (c0[i], c1[i], c2[i], c3[i]), dither.offset(i)) }
  }

  /// Three components and a fourth that is always one.
  static func pack3AndOne<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ c0: Row, _ c1: Row, _ c2: Row, _ count: Int, _ dither: D
  ) {
    for i in 0..<count { unsafe Sample.store4(to, i, (c0[i], c1[i], c2[i], 1), dither.offset(i)) }
  }
}

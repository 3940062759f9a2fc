/// Memory for one tile of a mosaic and for the intermediate planes of demosaicing.
///
/// Distances between rows and planes are constants, so that the compiler sees which rows cannot overlap.
@safe struct BayerTile: ~Copyable {
  /// The size of a tile's interior in pixels, small enough for the planes to stay in a second-level cache of a
  /// mebibyte.
  static var insideWidth: Int { 256 }
  static var insideHeight: Int { 80 }
  /// The reach of the filters (12), plus one pixel so that a tile can start on a red pixel.
  static var margin: Int { 13 }
  @inline(__always) static var stride: Int { 288 }
  @inline(__always) static var rows: Int { 108 }
  @inline(__always) static var plane: Int { stride * rows }

  /// The planes, in order.
  enum Plane {
    @inline(__always) static var mosaic: Int { 0 }
    @inline(__always) static var acrossRest: Int { 1 }
    @inline(__always) static var downRest: Int { 2 }
    @inline(__always) static var acrossChange: Int { 3 }
    @inline(__always) static var downChange: Int { 4 }
    @inline(__always) static var smooth: Int { 5 }
    @inline(__always) static var difference: Int { 6 }
    @inline(__always) static var opposite: Int { 7 }
    @inline(__always) static var count: Int { 8 }
  }

  let base: UnsafeMutablePointer<Float>
  /// Rows for data that is only needed within a pass.
  let line: UnsafeMutablePointer<Float>
  /// 1, 0, 1, 0 ...: with one more in odd rows, 1 where a pixel is not green.
  let checker: UnsafeMutablePointer<Float>

  init() {
    let count = Self.plane * Plane.count + Self.stride * 3
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: count)
    unsafe line = unsafe base + Self.plane * Plane.count
    unsafe checker = unsafe line + Self.stride
    for x in 0..<Self.stride + 1 { unsafe checker[x] = x & 1 == 0 ? 1 : 0 }
  }

  deinit { unsafe base.deallocate() }

  @inline(__always) func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
    unsafe base + (plane * Self.plane + y * Self.stride)
  }
}

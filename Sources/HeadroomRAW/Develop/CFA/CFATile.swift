/// Memory for one tile of a mosaic with a repeated pattern, and for the planes of demosaicing.
@safe struct CFATile: ~Copyable {
  static var insideWidth: Int { 224 }
  static var insideHeight: Int { 64 }
  /// How far the filters reach beyond a pixel.
  static var margin: Int { 17 }
  /// The interior, two margins, and up to 7 pixels more so that a tile starts where the pattern does.
  @inline(__always) static var stride: Int { 272 }
  @inline(__always) static var rows: Int { 106 }
  @inline(__always) static var plane: Int { stride * rows }

  enum Plane {
    @inline(__always) static var mosaic: Int { 0 }
    /// One colour's samples, zero elsewhere; 1, 2, 3.
    @inline(__always) static var colors: Int { 1 }
    /// Green minus red, and green minus blue.
    @inline(__always) static var red: Int { 4 }
    @inline(__always) static var blue: Int { 5 }
    /// Estimates of green and their change, across and down.
    @inline(__always) static var estimate: Int { 6 }
    @inline(__always) static var change: Int { 8 }
    @inline(__always) static var green: Int { 10 }
    @inline(__always) static var first: Int { 11 }
    @inline(__always) static var work: Int { 12 }
    @inline(__always) static var count: Int { 13 }
  }

  let base: UnsafeMutablePointer<Float>

  init() {
    let count = Self.plane * Plane.count
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64)
    unsafe base = unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: count)
  }

  deinit { unsafe base.deallocate() }

  @inline(__always) func row(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<Float> {
    unsafe base + (plane * Self.plane + y * Self.stride)
  }
}

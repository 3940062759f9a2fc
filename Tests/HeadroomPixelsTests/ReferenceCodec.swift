import HeadroomPixels
import HeadroomTestSupport

/// Pixels one by one, straight from the description of the formats: what the row kernels are compared with.
enum ReferenceCodec {
  struct Pixel: Equatable {
    var r: Float
    var g: Float
    var b: Float
    var a: Float
  }

  /// One pixel; `table` maps colour codes.
  static func read(_ bitmap: PixelBitmap, _ x: Int, _ row: Int, table: [Float]? = nil) -> Pixel {
    let format = bitmap.format
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(
        start: bitmap.rowAddress(row) + x * format.bytesPerPixel, count: format.bytesPerPixel))
    var pixel: Pixel
    if format.component == .packed10 {
      pixel = packed(bytes, format.layout, table)
    } else {
      func color(_ index: Int) -> Float { component(bytes, format.component, index, table) }
      func alpha(_ index: Int) -> Float { component(bytes, format.component, index, nil) }
      switch format.layout {
      case .rgba: pixel = Pixel(r: color(0), g: color(1), b: color(2), a: alpha(3))
      case .bgra: pixel = Pixel(r: color(2), g: color(1), b: color(0), a: alpha(3))
      case .argb: pixel = Pixel(r: color(1), g: color(2), b: color(3), a: alpha(0))
      case .abgr: pixel = Pixel(r: color(3), g: color(2), b: color(1), a: alpha(0))
      case .rgbx, .rgb: pixel = Pixel(r: color(0), g: color(1), b: color(2), a: 1)
      case .bgr: pixel = Pixel(r: color(2), g: color(1), b: color(0), a: 1)
      case .gray: pixel = Pixel(r: color(0), g: color(0), b: color(0), a: 1)
      case .grayAlpha: pixel = Pixel(r: color(0), g: color(0), b: color(0), a: alpha(1))
      case .alpha: pixel = Pixel(r: 0, g: 0, b: 0, a: alpha(0))
      case .red: pixel = Pixel(r: color(0), g: 0, b: 0, a: 1)
      case .redGreen: pixel = Pixel(r: color(0), g: color(1), b: 0, a: 1)
      default: fatalError("see BiplanarTests")
      }
    }
    if bitmap.alpha == .opaque { pixel.a = 1 }
    return pixel
  }

  private static func component(
    _ bytes: [UInt8], _ component: PixelFormat.Component, _ index: Int, _ table: [Float]?
  ) -> Float {
    func word(_ size: Int) -> UInt32 {
      bytes[(index * size)..<((index + 1) * size)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    switch component {
    case .uint8: return table?[Int(word(1))] ?? Float(Double(word(1)) / 255)
    case .uint16: return table?[Int(word(2))] ?? Float(Double(word(2)) / 65535)
    case .half: return Float(Float16(bitPattern: UInt16(word(2))))
    case .float: return Float(bitPattern: word(4))
    case .packed10, .uint10High, .uint10, .uint12: fatalError("not interleaved")
    }
  }

  private static func packed(_ bytes: [UInt8], _ layout: PixelFormat.Layout, _ table: [Float]?) -> Pixel {
    let little = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let big = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    func field(_ word: UInt32, _ shift: UInt32) -> Float {
      let code = Int(word >> shift & 1023)
      return table?[code] ?? Float(Double(code) / 1023)
    }
    let alpha = Float(Double(little >> 30) / 3)
    switch layout {
    case .rgba: return Pixel(r: field(little, 0), g: field(little, 10), b: field(little, 20), a: alpha)
    case .argb: return Pixel(r: field(little, 20), g: field(little, 10), b: field(little, 0), a: alpha)
    case .rgbx: return Pixel(r: field(big, 22), g: field(big, 12), b: field(big, 2), a: 1)
    default: return Pixel(r: field(little, 20), g: field(little, 10), b: field(little, 0), a: 1)
    }
  }

  /// The code of a value, as the documentation says it.
  static func code(_ value: Float, _ largest: Float) -> Int {
    guard !value.isNaN else { return 0 }
    return Int((min(max(value, 0), 1) * largest).rounded(.toNearestOrEven))
  }
}

/// Arrays of rows, and calls of the codec with them.
struct TestRows {
  var r: [Float]
  var g: [Float]
  var b: [Float]
  var a: [Float]

  init(count: Int) {
    r = Array(repeating: -7, count: count)
    g = r
    b = r
    a = r
  }

  subscript(index: Int) -> ReferenceCodec.Pixel {
    ReferenceCodec.Pixel(r: r[index], g: g[index], b: b[index], a: a[index])
  }

  /// Calls `body` with pointers to the rows from `start` on.
  mutating func withPointers<Result>(from start: Int = 0, _ body: (RowPointers) -> Result) -> Result {
    unsafe r.withUnsafeMutableBufferPointer { r in
      unsafe g.withUnsafeMutableBufferPointer { g in
        unsafe b.withUnsafeMutableBufferPointer { b in
          unsafe a.withUnsafeMutableBufferPointer { a in
            guard let r = r.baseAddress, let g = g.baseAddress, let b = b.baseAddress, let a = a.baseAddress else {
              fatalError("empty rows")
            }
            return unsafe body(RowPointers(r: r, g: g, b: b, a: a).advanced(by: start))
          }
        }
      }
    }
  }

  mutating func unpack(
    _ bitmap: PixelBitmap, row: Int, x: Int, count: Int, at start: Int = 0, table: [Float]? = nil
  ) {
    unsafe withPointers(from: start) { rows in
      guard let table else {
        return unsafe RowCodec.unpack(bitmap, row: row, x: x, count: count, into: rows)
      }
      unsafe table.withUnsafeBufferPointer {
        unsafe RowCodec.unpack(bitmap, row: row, x: x, count: count, into: rows, decodeTable: $0.baseAddress)
      }
    }
  }

  mutating func pack(
    count: Int, into bitmap: PixelBitmap, row: Int, x: Int, at start: Int = 0, dither: RowCodec.Dither = .none,
    encodeTable: CurveTable? = nil
  ) {
    unsafe withPointers(from: start) {
      unsafe RowCodec.pack(
        $0, count: count, into: bitmap, row: row, x: x, dither: dither, encodeTable: encodeTable)
    }
  }

  /// Whether all bits are the same; NaN equals itself.
  func isIdentical(to other: TestRows) -> Bool {
    func bits(_ row: [Float]) -> [UInt32] { row.map { $0.isNaN ? Float.nan.bitPattern : $0.bitPattern } }
    return bits(r) == bits(other.r) && bits(g) == bits(other.g) && bits(b) == bits(other.b)
      && bits(a) == bits(other.a)
  }
}

extension PixelBitmap {
  /// The bytes of a row of the first plane, without padding.
  func bytes(row: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: rowAddress(row), count: width * format.bytesPerPixel))
  }

  /// The bytes of a row of chroma pairs.
  func chromaBytes(row: Int) -> [UInt8] {
    let columns = format.planeSize(1, width: width, height: height).width
    return unsafe Array(
      UnsafeRawBufferPointer(start: chromaRowAddress(row), count: columns * format.bytesPerElement(plane: 1)))
  }

  /// The codes of a row of a plane; of Cb, Cr pairs one after the other.
  func codes(plane: Int, row: Int) -> [Int] {
    let columns = format.planeSize(plane, width: width, height: height).width
    let start = planes[plane].offset + row * planes[plane].rowBytes
    let size = format.bytesPerComponent
    let count = columns * format.bytesPerElement(plane: plane) / size
    return unsafe storage.withUnsafeMutableBytes { bytes in
      (0..<count).map { index in
        let at = start + index * size
        let word = unsafe size == 1 ? Int(bytes[at]) : Int(bytes[at]) | Int(bytes[at + 1]) << 8
        return format.component == .uint10High ? word >> 6 : word
      }
    }
  }

  /// Sets a code of a plane, counted as ``codes(plane:row:)`` does.
  func set(_ code: Int, plane: Int, row: Int, _ index: Int) {
    let size = format.bytesPerComponent
    let at = planes[plane].offset + row * planes[plane].rowBytes + index * size
    let word = format.component == .uint10High ? code << 6 : code
    unsafe storage.withUnsafeMutableBytes { bytes in
      for byte in 0..<size { unsafe bytes[at + byte] = UInt8(word >> (8 * byte) & 255) }
    }
  }

  /// Sets all codes of all planes to random ones of the format's depth.
  func randomizeCodes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for plane in planes.indices {
      for row in 0..<format.planeSize(plane, width: width, height: height).height {
        for index in codes(plane: plane, row: row).indices {
          set(Int.random(in: 0..<1 << format.bitsPerComponent, using: &generator), plane: plane, row: row, index)
        }
      }
    }
  }

  /// Sets all bytes to random ones.
  func randomize(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    unsafe storage.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { unsafe bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    }
  }
}

import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct BiplanarTests {
  /// Cb and Cr in pairs, and in planes of their own; ``PlanarBitmapTests`` has the rest.
  static let formats = PixelFormat.allCases.filter { $0.isYCbCr && $0.layout != .planar400 && !$0.hasAlpha }
  static let encodings: [YCbCrEncoding] =
    [.bt601, .bt709, .bt2020, .jpeg, .bt2020.fullRange]
    + [.top, .bottomLeft, .bottom].map { YCbCrEncoding(matrix: .bt709, isFullRange: false, siting: $0) }

  /// Where the first chroma sample of 4:2:0 lies, in luma samples from the first: figure 1 of H.273, section 8.7.
  static func place(_ siting: YCbCrEncoding.Siting) -> (x: Double, y: Double) {
    switch siting {
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    }
  }

  /// Samples as the bitmap's bytes say, codes without the padding bits.
  private struct Samples {
    let bitmap: PixelBitmap

    func luma(_ x: Int, _ y: Int) -> Double { Double(bitmap.codes(plane: 0, row: y)[x]) }

    /// Cb or Cr at a position in chroma samples, linear between samples, clamped at the edges.
    func chroma(_ component: Int, _ x: Double, _ y: Double) -> Double {
      let size = bitmap.format.planeSize(1, width: bitmap.width, height: bitmap.height)
      let (fx, fy) = (x.rounded(.down), y.rounded(.down))
      func at(_ i: Int, _ j: Int) -> Double {
        let (row, column) = (min(max(j, 0), size.height - 1), min(max(i, 0), size.width - 1))
        return Double(bitmap.chromaCode(component, row: row, column))
      }
      let (i, j) = (Int(fx), Int(fy))
      let upper = at(i, j) * (1 - (x - fx)) + at(i + 1, j) * (x - fx)
      let lower = at(i, j + 1) * (1 - (x - fx)) + at(i + 1, j + 1) * (x - fx)
      return upper * (1 - (y - fy)) + lower * (y - fy)
    }

    func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let encoding = bitmap.ycbcr
      let bits = bitmap.format.bitsPerComponent
      let step = Double(1 << (bits - 8))
      let largest = 256 * step - 1
      let (horizontal, vertical) = bitmap.format.subsampling
      func position(_ p: Int, _ factor: Int, _ first: Double) -> Double {
        factor == 1 ? Double(p) : (Double(p) - first) / 2
      }
      let place = BiplanarTests.place(encoding.siting)
      let cx = position(x, horizontal, place.x)
      let cy = position(y, vertical, place.y)
      let range = encoding.isFullRange ? (0, largest, largest) : (16 * step, 219 * step, 224 * step)
      return encoding.matrix.decode([
        (luma(x, y) - range.0) / range.1, (chroma(0, cx, cy) - 128 * step) / range.2,
        (chroma(1, cx, cy) - 128 * step) / range.2,
      ])
    }
  }

  @Test(arguments: formats, encodings)
  func unpackingInterpolatesChromaWhereItLies(_ format: PixelFormat, _ encoding: YCbCrEncoding) throws {
    for (width, height) in [(1, 1), (2, 2), (7, 5), (8, 4), (513, 3)] {
      let bitmap = try PixelBitmap(width: width, height: height, format: format, ycbcr: encoding)
      bitmap.randomizeCodes(seed: UInt64(width))
      var rows = TestRows(count: width)
      for y in 0..<height {
        rows.unpack(bitmap, row: y, x: 0, count: width)
        for x in stride(from: 0, to: width, by: width > 100 ? 17 : 1) {
          let expected = Samples(bitmap: bitmap).color(x, y)
          let found = SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x]))
          let error = (found - expected)
          #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 1e-6, "\(x), \(y) of \(width), \(height)")
          #expect(rows.a[x] == 1)
        }
      }
    }
  }

  @Test(arguments: formats)
  func anySplitOfARowUnpacksToTheSameBits(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 37, height: 4, format: format, ycbcr: .jpeg)
    bitmap.randomizeCodes(seed: 9)
    for y in 0..<4 {
      var whole = TestRows(count: 37)
      whole.unpack(bitmap, row: y, x: 0, count: 37)
      for first in 0..<37 {
        for count in 1...(37 - first) {
          var part = TestRows(count: 37)
          part.unpack(bitmap, row: y, x: first, count: count)
          let same = (0..<count).allSatisfy { part[$0] == whole[first + $0] }
          #expect(same, "\(count) from \(first) of row \(y)")
        }
      }
    }
  }

  @Test(arguments: formats, encodings)
  func coloursThatChangeSlowlySurvivePackingAndUnpacking(_ format: PixelFormat, _ encoding: YCbCrEncoding) throws {
    let (width, height) = (301, 7)
    let bitmap = try PixelBitmap(width: width, height: height, format: format, ycbcr: encoding)
    func ramp(_ y: Int) -> TestRows {
      var rows = TestRows(count: width)
      for x in 0..<width {
        let t = Float(x) / 300
        (rows.r[x], rows.g[x], rows.b[x]) = (0.2 + 0.5 * t, 0.7 - 0.4 * t, 0.1 + 0.3 * t + Float(y) * 0.002)
      }
      return rows
    }
    for y in stride(from: 0, to: height, by: 2) {
      var upper = ramp(y)
      var lower = ramp(y + 1)
      let hasLower = y + 1 < height
      unsafe upper.withPointers { upper in
        unsafe lower.withPointers { lower in
          unsafe RowCodec.packPair(upper, hasLower ? lower : nil, count: width, into: bitmap, row: y, x: 0)
        }
      }
    }
    let code = 1 / Float((1 << format.bitsPerComponent) - 1)
    for y in 0..<height {
      var rows = TestRows(count: width)
      rows.unpack(bitmap, row: y, x: 0, count: width)
      let meant = ramp(y)
      for x in 0..<width {
        let error = max(
          abs(rows.r[x] - meant.r[x]), abs(rows.g[x] - meant.g[x]), abs(rows.b[x] - meant.b[x]))
        // Half a code of luma and of chroma through the matrix, and the slope between rows that share chroma.
        #expect(error < 2.2 * code + 0.003, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: formats)
  func grayIsExactAndSuperWhiteIsKept(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 16, height: 2, format: format, ycbcr: .bt709)
    var rows = TestRows(count: 16)
    for x in 0..<16 {
      let value: Float = [0, 1, 1.08, 0.5][x % 4]
      (rows.r[x], rows.g[x], rows.b[x]) = (value, value, value)
    }
    for y in 0..<2 { rows.pack(count: 16, into: bitmap, row: y, x: 0) }
    var back = TestRows(count: 16)
    back.unpack(bitmap, row: 1, x: 0, count: 16)
    for x in 0..<16 {
      #expect(back.r[x] == back.g[x] && back.g[x] == back.b[x])
      #expect(abs(back.r[x] - rows.r[x]) < 0.5 / 219 + 1e-6)
    }
    #expect(back.r[0] == 0 && back.r[1] == 1)
  }

  @Test(arguments: formats)
  func lumaAndChromaCodesAreThoseOfTheStandard(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 2, height: 2, format: format, ycbcr: .bt709)
    let range = CodeRange(bitDepth: format.bitsPerComponent, isFull: false)
    for color in [SIMD3(1.0, 0, 0), [0, 1, 0], [0, 0, 1], [1, 1, 0], [0.25, 0.5, 0.75]] {
      var rows = TestRows(count: 2)
      for x in 0..<2 { (rows.r[x], rows.g[x], rows.b[x]) = (Float(color.x), Float(color.y), Float(color.z)) }
      for y in 0..<2 { rows.pack(count: 2, into: bitmap, row: y, x: 0) }
      let meant = YCbCrMatrix.bt709.encode(color)
      #expect(bitmap.codes(plane: 0, row: 1)[1] == range.lumaCode(meant.x))
      #expect(bitmap.chromaCode(0, row: 0, 0) == range.chromaCode(meant.y))
      #expect(bitmap.chromaCode(1, row: 0, 0) == range.chromaCode(meant.z))
      if format.component == .uint10High { #expect(bitmap.bytes(row: 0)[0] & 0x3F == 0) }
    }
  }

  /// Chroma of a picture that changes linearly both ways is what the picture has where H.273 puts the sample.
  @Test(arguments: YCbCrEncoding.Siting.allCases, [PixelFormat.biplanar420x10, .biplanar422x10])
  func chromaIsTakenWhereItLies(_ siting: YCbCrEncoding.Siting, _ format: PixelFormat) throws {
    let (width, height) = (16, 12)
    let encoding = YCbCrEncoding(matrix: .bt709, isFullRange: true, siting: siting)
    func blue(_ x: Double, _ y: Double) -> Double { 0.1 + 0.04 * x + 0.017 * y }
    func rows(_ y: Int) -> TestRows {
      var rows = TestRows(count: width)
      for x in 0..<width { (rows.r[x], rows.g[x], rows.b[x]) = (0, 0, Float(blue(Double(x), Double(y)))) }
      return rows
    }
    let paired = try PixelBitmap(width: width, height: height, format: format, ycbcr: encoding)
    for y in stride(from: 0, to: height, by: 2) {
      var (upper, lower) = (rows(y), rows(y + 1))
      unsafe upper.withPointers { upper in
        unsafe lower.withPointers { unsafe RowCodec.packPair(upper, $0, count: width, into: paired, row: y, x: 0) }
      }
    }
    let single = try PixelBitmap(width: width, height: height, format: format, ycbcr: encoding)
    for y in 0..<height {
      var row = rows(y)
      row.pack(count: width, into: single, row: y, x: 0)
    }
    let (place, vertical) = (Self.place(siting), format.subsampling.vertical)
    func code(_ bitmap: PixelBitmap, _ column: Int, _ row: Int) -> Double {
      let bytes = bitmap.chromaBytes(row: row)
      return Double((Int(bytes[4 * column]) | Int(bytes[4 * column + 1]) << 8) >> 6)
    }
    func meant(_ x: Double, _ y: Double) -> Double { 512 + 1023 * YCbCrMatrix.bt709.encode([0, 0, blue(x, y)]).y }
    for row in 0..<height / vertical {
      // Edges hold their last pixel instead of going on.
      for column in 1..<width / 2 {
        let (x, y) = (2 * Double(column) + place.x, vertical == 2 ? 2 * Double(row) + place.y : Double(row))
        #expect(abs(code(paired, column, row) - meant(x, y)) <= 0.51, "\(column), \(row)")
        // Rows that come alone have the chroma of the row it lies on, or of the upper one.
        #expect(abs(code(single, column, row) - meant(x, y.rounded(.down))) <= 0.51, "\(column), \(row)")
      }
    }
  }

  @Test func chromaOnLowerRowsOfAnOddHeightIsThatOfTheLastRow() throws {
    let encoding = YCbCrEncoding(matrix: .bt709, isFullRange: false, siting: .bottom)
    let bitmap = try PixelBitmap(width: 4, height: 3, format: .biplanar420, ycbcr: encoding)
    for y in 0..<3 {
      var rows = TestRows(count: 4)
      for x in 0..<4 { (rows.r[x], rows.g[x], rows.b[x]) = (0, 0, y == 2 ? 1 : 0) }
      rows.pack(count: 4, into: bitmap, row: y, x: 0)
    }
    #expect(bitmap.chromaBytes(row: 0)[0] == 128 && bitmap.chromaBytes(row: 1)[0] == 240)
  }

  @Test func colourThatIsNoNumberBecomesNoColour() throws {
    let bitmap = try PixelBitmap(width: 4, height: 2, format: .biplanar420, ycbcr: .jpeg)
    var rows = TestRows(count: 4)
    rows.r = [.nan, .infinity, -.infinity, 0.5]
    rows.pack(count: 4, into: bitmap, row: 0, x: 0)
    rows.pack(count: 4, into: bitmap, row: 1, x: 0)
    #expect(bitmap.bytes(row: 0)[0] == 0 && bitmap.bytes(row: 0)[1] == 255 && bitmap.bytes(row: 0)[2] == 0)
  }
}

extension PixelBitmap {
  /// The code of Cb (0) or Cr (1).
  fileprivate func chromaCode(_ component: Int, row: Int, _ column: Int) -> Int {
    format.isBiplanar
      ? codes(plane: 1, row: row)[2 * column + component] : codes(plane: 1 + component, row: row)[column]
  }
}

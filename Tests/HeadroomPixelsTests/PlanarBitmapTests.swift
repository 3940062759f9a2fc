import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Bitmaps in a plane for each component, over own and foreign memory.
@Suite struct PlanarBitmapTests {
  static let depths = [8, 10, 12, 16]
  static let samplings = PlanarPicture.Subsampling.allCases
  static let sizes = [(1, 1), (7, 5), (8, 4), (513, 3), (1030, 6)]

  private static func random(_ count: Int, seed: UInt64) -> TestRows {
    var (rows, generator) = (TestRows(count: count), SeededGenerator(seed: seed))
    for x in 0..<count {
      rows.r[x] = Float.random(in: -0.1...1.1, using: &generator)
      rows.g[x] = Float.random(in: -0.1...1.1, using: &generator)
      rows.b[x] = Float.random(in: -0.1...1.1, using: &generator)
      rows.a[x] = Float.random(in: 0...1, using: &generator)
    }
    return rows
  }

  /// Fills a bitmap by pairs of rows, as renders do where rows share chroma.
  private static func fill(_ bitmap: PixelBitmap, seed: UInt64, dither: RowCodec.Dither = .none) {
    for y in stride(from: 0, to: bitmap.height, by: 2) {
      var (upper, lower) = (
        random(bitmap.width, seed: seed + UInt64(y)), random(bitmap.width, seed: seed + UInt64(y + 1))
      )
      unsafe upper.withPointers { upper in
        unsafe lower.withPointers { lower in
          unsafe RowCodec.packPair(
            upper, y + 1 < bitmap.height ? lower : nil, count: bitmap.width, into: bitmap, row: y, x: 0, dither: dither)
        }
      }
    }
  }

  /// The codes of a biplanar bitmap in planes.
  private static func planar(_ pairs: PixelBitmap) throws -> PixelBitmap {
    let format = try #require(
      PixelFormat(planar: pairs.format.chromaSubsampling, bitDepth: pairs.format.bitsPerComponent))
    let planes = try PixelBitmap(width: pairs.width, height: pairs.height, format: format, ycbcr: pairs.ycbcr)
    for y in 0..<pairs.height {
      for (x, code) in pairs.codes(plane: 0, row: y).enumerated() { planes.set(code, plane: 0, row: y, x) }
    }
    for y in 0..<pairs.format.planeSize(1, width: pairs.width, height: pairs.height).height {
      for (x, code) in pairs.codes(plane: 1, row: y).enumerated() { planes.set(code, plane: 1 + x % 2, row: y, x / 2) }
    }
    return planes
  }

  private static func allCodes(_ bitmap: PixelBitmap) -> [[[Int]]] {
    bitmap.planes.indices.map { plane in
      (0..<bitmap.format.planeSize(plane, width: bitmap.width, height: bitmap.height).height).map {
        bitmap.codes(plane: plane, row: $0)
      }
    }
  }

  @Test(arguments: PixelFormat.allCases.filter(\.isBiplanar), BiplanarTests.encodings)
  func `planes give the bits and take the codes that pairs do`(_ format: PixelFormat, _ encoding: YCbCrEncoding) throws
  {
    for (width, height) in Self.sizes {
      let pairs = try PixelBitmap(width: width, height: height, format: format, ycbcr: encoding)
      pairs.randomizeCodes(seed: 3)
      let planes = try Self.planar(pairs)
      var (one, other) = (TestRows(count: width), TestRows(count: width))
      for y in 0..<height {
        one.unpack(pairs, row: y, x: 0, count: width)
        other.unpack(planes, row: y, x: 0, count: width)
        #expect(one.isIdentical(to: other), "row \(y) of \(width) x \(height)")
      }
      for dither in [RowCodec.Dither.none, .ordered] {
        Self.fill(pairs, seed: 5, dither: dither)
        Self.fill(planes, seed: 5, dither: dither)
        #expect(Self.allCodes(planes) == Self.allCodes(try Self.planar(pairs)), "\(width) x \(height), \(dither)")
      }
    }
  }

  @Test(arguments: depths, samplings)
  func `neutral codes survive reading and writing at any depth, and alpha all of them`(
    _ depth: Int, _ sampling: PlanarPicture.Subsampling
  ) throws {
    let format = try #require(PixelFormat(planar: sampling, bitDepth: depth, hasAlpha: true))
    let range = CodeRange(bitDepth: depth, isFull: false)
    let (black, white) = (Int(range.lumaCodes.black), Int(range.lumaCodes.white))
    // Every code of black to white up to 12 bits, some of those of 16.
    let step = depth == 16 ? 13 : 1
    let levels = Array(stride(from: black, through: white, by: step))
    let source = try PixelBitmap(width: levels.count, height: 3, format: format, alpha: .straight, ycbcr: .bt2020)
    source.randomizeCodes(seed: 8)
    for plane in 1..<max(format.planeCount - 1, 1) {
      for y in 0..<format.planeSize(plane, width: levels.count, height: 3).height {
        for x in source.codes(plane: plane, row: y).indices { source.set(1 << (depth - 1), plane: plane, row: y, x) }
      }
    }
    for y in 0..<3 { for (x, code) in levels.enumerated() { source.set(code, plane: 0, row: y, x) } }
    let copy = try PixelBitmap(width: levels.count, height: 3, format: format, alpha: .straight, ycbcr: .bt2020)
    for y in [0, 2] {
      var (upper, lower) = (TestRows(count: levels.count), TestRows(count: levels.count))
      upper.unpack(source, row: y, x: 0, count: levels.count)
      if y == 0 { lower.unpack(source, row: 1, x: 0, count: levels.count) }
      #expect(upper.r == upper.g && upper.g == upper.b)
      unsafe upper.withPointers { upper in
        unsafe lower.withPointers { lower in
          unsafe RowCodec.packPair(upper, y == 0 ? lower : nil, count: levels.count, into: copy, row: y, x: 0)
        }
      }
    }
    #expect(Self.allCodes(copy) == Self.allCodes(source))
    var opaque = TestRows(count: levels.count)
    opaque.unpack(source.reading(alpha: .opaque), row: 1, x: 0, count: levels.count)
    #expect(opaque.a.allSatisfy { $0 == 1 })
  }

  /// Cb or Cr of one bitmap at the pixels of another depth: codes are the same signal, times a power of two.
  @Test(arguments: [10, 12, 16], samplings)
  func `deeper codes of the same signal are the same colour`(
    _ depth: Int, _ sampling: PlanarPicture.Subsampling
  ) throws {
    let formats = try [8, depth].map { try #require(PixelFormat(planar: sampling, bitDepth: $0)) }
    let bitmaps = try formats.map { try PixelBitmap(width: 37, height: 5, format: $0, ycbcr: .bt709) }
    bitmaps[0].randomizeCodes(seed: 12)
    for (plane, rows) in Self.allCodes(bitmaps[0]).enumerated() {
      for (y, row) in rows.enumerated() {
        for (x, code) in row.enumerated() { bitmaps[1].set(code << (depth - 8), plane: plane, row: y, x) }
      }
    }
    for y in 0..<5 {
      var rows = [TestRows(count: 37), TestRows(count: 37)]
      for index in 0...1 { rows[index].unpack(bitmaps[index], row: y, x: 0, count: 37) }
      for x in 0..<37 {
        let (one, other) = (rows[0][x], rows[1][x])
        #expect(abs(one.r - other.r) < 1e-6 && abs(one.g - other.g) < 1e-6 && abs(one.b - other.b) < 1e-6)
      }
    }
  }

  @Test(arguments: depths, samplings)
  func `a codec's planes are read and written where they lie`(
    _ depth: Int, _ sampling: PlanarPicture.Subsampling
  ) throws {
    // Wider and higher than the picture, as coded sizes are.
    let coded = try PlanarPicture(
      width: 48, height: 16, bitDepth: depth, subsampling: sampling,
      coding: PlanarPicture.Coding(matrix: 9, isFullRange: false, siting: .topLeft), hasAlpha: true)
    let part = coded.part(x: 0, y: 0, width: 37, height: 9)
    let foreign = try PixelBitmap(planar: part)
    let own = try PixelBitmap(width: 37, height: 9, format: foreign.format, alpha: .straight, ycbcr: .bt2020)
    #expect(foreign.ycbcr == .bt2020 && foreign.alpha == .straight && foreign.format.bitsPerComponent == depth)
    #expect(unsafe foreign.rowAddress(1) == part.luma.row(1))
    for bitmap in [foreign, own] { Self.fill(bitmap, seed: 31, dither: .ordered) }
    #expect(Self.allCodes(foreign) == Self.allCodes(own))
    let crop = try #require(foreign.cropped(x: 2, y: 4, width: 11, height: 5))
    var (whole, rows) = (TestRows(count: 37), TestRows(count: 11))
    whole.unpack(own, row: 5, x: 0, count: 37)
    rows.unpack(crop, row: 1, x: 0, count: 11)
    // At its edges a crop has no neighbours.
    #expect((1..<10).allSatisfy { rows[$0] == whole[$0 + 2] })
  }

  @Test func `the planes' owner lives as long as the bitmap`() throws {
    final class Owner {}
    weak var watched: Owner?
    var bitmap: PixelBitmap?
    do {
      let owner = Owner()
      watched = owner
      let picture = try PlanarPicture(
        width: 8, height: 8, bitDepth: 10, subsampling: .quarter,
        coding: PlanarPicture.Coding(matrix: 1, isFullRange: true, siting: .left))
      bitmap = try PixelBitmap(planar: picture.kept(by: owner))
    }
    #expect(watched != nil && bitmap != nil)
    bitmap = nil
    #expect(watched == nil)
  }

  @Test func `planes that no format describes are refused`() throws {
    func picture(_ bits: Int, matrix: UInt8 = 1, layout: SampleLayout? = nil) throws -> PlanarPicture {
      try PlanarPicture(
        width: 8, height: 8, bitDepth: bits, subsampling: .quarter,
        coding: PlanarPicture.Coding(matrix: matrix, isFullRange: false, siting: .left), layout: layout)
    }
    #expect(throws: PlanarBitmapError.undescribedSamples(bitDepth: 9, .planar(bitDepth: 9))) {
      try PixelBitmap(planar: picture(9))
    }
    #expect(throws: PlanarBitmapError.self) {
      try PixelBitmap(planar: picture(12, layout: .planar(bitDepth: 12, isHighAligned: true)))
    }
    #expect(throws: PlanarBitmapError.matrix(0)) { try PixelBitmap(planar: picture(10, matrix: 0)) }
    #expect(throws: PlanarBitmapError.matrix(14)) { try PixelBitmap(planar: picture(10, matrix: 14)) }
    // A biplanar bitmap's planes become one again.
    let pairs = try PixelBitmap(width: 6, height: 4, format: .biplanar420x10, ycbcr: .bt2020)
    let again = try PixelBitmap(planar: pairs.planar, ycbcr: .bt2020)
    #expect(again.format == pairs.format && again.planes == pairs.planes)
  }
}

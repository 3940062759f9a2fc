import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Pictures in planes: their memory, and what is read from and written to them.
@Suite struct PlanarPictureTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var bits: Int
    var size: Int
    var isHigh: Bool
    var testDescription: String { "\(bits) bits in \(size) bytes, \(isHigh ? "high" : "low")" }
    var layout: SampleLayout { .planar(bitDepth: bits, size: size, isHighAligned: isHigh) }
  }

  static let kinds = [
    Kind(bits: 8, size: 1, isHigh: false), Kind(bits: 8, size: 2, isHigh: false), Kind(bits: 8, size: 2, isHigh: true),
    Kind(bits: 10, size: 2, isHigh: false), Kind(bits: 10, size: 2, isHigh: true),
    Kind(bits: 12, size: 2, isHigh: false), Kind(bits: 12, size: 2, isHigh: true),
    Kind(bits: 16, size: 2, isHigh: false),
  ]
  static let samplings = PlanarPicture.Subsampling.allCases
  /// Narrow BT.709.
  static let coding = PlanarPicture.Coding(matrix: 1, isFullRange: false, siting: .left)

  private static func picture(
    _ width: Int, _ height: Int, _ kind: Kind, _ sampling: PlanarPicture.Subsampling, hasAlpha: Bool = false
  ) throws -> PlanarPicture {
    try PlanarPicture(
      width: width, height: height, bitDepth: kind.bits, subsampling: sampling, coding: coding, layout: kind.layout,
      hasAlpha: hasAlpha)
  }

  private static func code(_ plane: PlanarPicture.Plane, _ layout: SampleLayout, _ x: Int, _ y: Int) -> Int {
    let from = unsafe plane.row(y) + x * layout.stride
    let word =
      layout.size == 1 ? unsafe Int(from.load(as: UInt8.self)) : unsafe Int(from.load(as: UInt16.self))
    return word >> layout.shift
  }

  // MARK: - Memory

  @Test(arguments: kinds, samplings)
  func planesLieApartAndRowsAreAligned(_ kind: Kind, _ sampling: PlanarPicture.Subsampling) throws {
    let picture = try Self.picture(7, 5, kind, sampling, hasAlpha: true)
    #expect(picture.planes.count == (sampling == .monochrome ? 1 : 3))
    let all = picture.planes + [try #require(picture.alpha)]
    for (index, plane) in all.enumerated() {
      let isChroma = index == 1 || index == 2 && sampling != .monochrome
      let (across, down) = isChroma && sampling != .monochrome ? (sampling.horizontal, sampling.vertical) : (1, 1)
      #expect((plane.width, plane.height) == ((7 + across - 1) / across, (5 + down - 1) / down))
      #expect(plane.rowBytes % 64 == 0 && plane.rowBytes >= plane.width * kind.size)
      #expect(unsafe Int(bitPattern: plane.base) % 64 == 0)
    }
    // No two planes share a byte.
    let ranges = all.map { plane in
      unsafe Int(bitPattern: plane.base)..<Int(bitPattern: plane.base) + plane.rowBytes * plane.height
    }
    for (index, range) in ranges.enumerated() {
      #expect(ranges[(index + 1)...].allSatisfy { !$0.overlaps(range) })
    }
    #expect(
      PlanarPicture.byteCount(width: 7, height: 5, bitDepth: kind.bits, sampling)
        == picture.planes.reduce(0) { $0 + (kind.bits > 8 ? $1.rowBytes : 64) * $1.height })
  }

  @Test func aPartIsTheSameSamples() throws {
    let kind = Kind(bits: 10, size: 2, isHigh: true)
    let picture = try Self.picture(16, 8, kind, .quarter, hasAlpha: true)
    let part = picture.part(x: 4, y: 2, width: 5, height: 3)
    #expect(part.width == 5 && part.height == 3)
    #expect(part.size(ofPlane: 1) == (3, 2))
    #expect(unsafe part.luma.base == picture.luma.row(2) + 8)
    #expect(unsafe part.rowAddress(1, plane: 2) == picture.rowAddress(2, plane: 2) + 4)
    #expect(unsafe part.alpha?.base == picture.alpha.map { unsafe $0.row(2) + 8 })
  }

  @Test func planesOfSomebodyElseHaveToBeLargeEnough() throws {
    let memory = try PixelStorage(byteCount: 4096)
    func plane(_ width: Int, _ height: Int, _ rowBytes: Int) -> PlanarPicture.Plane {
      unsafe PlanarPicture.Plane(base: memory.base, rowBytes: rowBytes, width: width, height: height)
    }
    func make(_ planes: [PlanarPicture.Plane], alpha: PlanarPicture.Plane? = nil, width: Int = 8) throws(PixelError) {
      _ = try PlanarPicture(
        width: width, height: 4, bitDepth: 10, subsampling: .quarter, coding: Self.coding, planes: planes,
        alpha: alpha)
    }
    let (luma, chroma) = (plane(8, 4, 16), plane(4, 2, 8))
    try make([luma, chroma, chroma])
    try make([plane(10, 6, 64), plane(6, 3, 64), chroma], alpha: luma)
    #expect(throws: PixelError.wrongPlaneCount(given: 2, needed: 3)) { try make([luma, chroma]) }
    #expect(throws: PixelError.rowBytesTooSmall(plane: 0, rowBytes: 15, needed: 16)) {
      try make([plane(8, 4, 15), chroma, chroma])
    }
    #expect(throws: PixelError.storageTooSmall(plane: 2, needed: 8, available: 6)) {
      try make([luma, chroma, plane(3, 2, 8)])
    }
    #expect(throws: PixelError.storageTooSmall(plane: 3, needed: 32, available: 24)) {
      try make([luma, chroma, chroma], alpha: plane(8, 3, 16))
    }
    #expect(throws: PixelError.invalidSize(width: 0, height: 4)) { try make([luma, chroma, chroma], width: 0) }
  }

  private final class Owner {
    private let ended: () -> Void
    init(_ ended: @escaping () -> Void) { self.ended = ended }
    deinit { ended() }
  }

  @Test func aPictureKeepsTheOwnerOfItsMemory() throws {
    var isGone = false
    var picture: PlanarPicture? = try Self.picture(4, 4, Self.kinds[0], .full).kept(by: Owner { isGone = true })
    var part = picture?.part(x: 0, y: 0, width: 2, height: 2)
    picture = nil
    #expect(!isGone && part != nil)
    part = nil
    #expect(isGone)
  }

  // MARK: - Samples

  /// Colours that change slowly, and alpha.
  private static func ramp(_ width: Int, _ y: Int) -> TestRows {
    var rows = TestRows(count: width)
    for x in 0..<width {
      let t = Float(x) / Float(width)
      (rows.r[x], rows.g[x], rows.b[x]) = (0.2 + 0.5 * t, 0.7 - 0.4 * t, 0.1 + 0.3 * t + Float(y) * 0.002)
      rows.a[x] = 1 - 0.5 * t
    }
    return rows
  }

  private static func write(_ picture: PlanarPicture, matrix: YCbCrMatrix) {
    for y in stride(from: 0, to: picture.height, by: 2) {
      var (upper, lower) = (ramp(picture.width, y), ramp(picture.width, y + 1))
      unsafe upper.withPointers { upper in
        unsafe lower.withPointers { lower in
          unsafe RowCodec.packPair(
            upper, y + 1 < picture.height ? lower : nil, count: picture.width, into: picture, matrix: matrix, row: y,
            x: 0)
        }
      }
    }
  }

  @Test(arguments: kinds, samplings)
  func whatIsWrittenIsRead(_ kind: Kind, _ sampling: PlanarPicture.Subsampling) throws {
    for siting in YCbCrEncoding.Siting.allCases {
      var picture = try Self.picture(61, 7, kind, sampling, hasAlpha: true)
      picture.coding.siting = siting
      Self.write(picture, matrix: .bt709)
      let step = 1 / Float((1 << kind.bits) - 1)
      for y in 0..<7 {
        var rows = TestRows(count: 61)
        unsafe rows.withPointers {
          unsafe RowCodec.unpack(picture, matrix: .bt709, row: y, x: 0, count: 61, into: $0)
        }
        let meant = Self.ramp(61, y)
        for x in 1..<60 {
          let gray = 0.2126 * meant.r[x] + 0.7152 * meant.g[x] + 0.0722 * meant.b[x]
          let wanted = sampling == .monochrome ? [gray, gray, gray] : [meant.r[x], meant.g[x], meant.b[x]]
          // Half a code of luma and of chroma through the matrix, and the slope between rows that share chroma.
          for (found, wanted) in zip([rows.r[x], rows.g[x], rows.b[x]], wanted) {
            #expect(abs(found - wanted) < 2.2 * step + 0.006, "\(x), \(y), \(siting)")
          }
          #expect(abs(rows.a[x] - meant.a[x]) <= 0.51 * step)
        }
      }
    }
  }

  @Test(arguments: kinds)
  func codesLieWhereTheLayoutSays(_ kind: Kind) throws {
    let picture = try Self.picture(2, 2, kind, .full, hasAlpha: true)
    var white = TestRows(count: 2)
    (white.r, white.g, white.b, white.a) = ([1, 0], [1, 0], [1, 0], [1, 0])
    unsafe white.withPointers {
      unsafe RowCodec.packPair($0, $0, count: 2, into: picture, matrix: .bt709, row: 0, x: 0)
    }
    let scale = 1 << (kind.bits - 8)
    for y in 0..<2 {
      #expect(Self.code(picture.luma, picture.layout, 0, y) == 235 * scale)
      #expect(Self.code(picture.luma, picture.layout, 1, y) == 16 * scale)
      #expect(Self.code(picture.planes[1], picture.layout, 0, y) == 128 * scale)
      // Alpha uses all codes.
      let alpha = try #require(picture.alpha)
      #expect(Self.code(alpha, picture.layout, 0, y) == (1 << kind.bits) - 1)
      #expect(Self.code(alpha, picture.layout, 1, y) == 0)
      // Nothing stands beside the codes.
      let word = kind.size == 1 ? 0 : unsafe Int(picture.luma.row(y).load(as: UInt16.self))
      #expect(kind.size == 1 || word == 235 * scale << picture.layout.shift)
    }
  }

  @Test(arguments: [PixelFormat.biplanar420, .biplanar422x10, .biplanar444])
  func aBiplanarBitmapIsReadAndWrittenInPlace(_ format: PixelFormat) throws {
    let bitmap = try PixelBitmap(width: 33, height: 6, format: format, ycbcr: .bt2020)
    let planes = bitmap.planar
    #expect(unsafe planes.luma.base == bitmap.rowAddress(0))
    #expect(planes.bitDepth == format.bitsPerComponent && planes.chromaLayout.step == 2)
    Self.write(planes, matrix: .bt2020)
    for y in 0..<6 {
      var (direct, throughPlanes) = (TestRows(count: 33), TestRows(count: 33))
      direct.unpack(bitmap, row: y, x: 0, count: 33)
      unsafe throughPlanes.withPointers {
        unsafe RowCodec.unpack(planes, matrix: .bt2020, row: y, x: 0, count: 33, into: $0)
      }
      #expect((0..<33).allSatisfy { direct[$0] == throughPlanes[$0] })
      #expect(abs(direct.r[16] - Self.ramp(33, y).r[16]) < 0.02)
    }
    // The same picture in planes of its own has the same codes.
    let own = try PlanarPicture(
      width: 33, height: 6, bitDepth: planes.bitDepth, subsampling: planes.subsampling, coding: planes.coding)
    Self.write(own, matrix: .bt2020)
    for index in 0..<3 {
      let layout = index == 0 ? planes.layout : planes.chromaLayout
      for y in 0..<own.size(ofPlane: index).height {
        for x in 0..<own.size(ofPlane: index).width {
          #expect(
            Self.code(planes.planes[index], layout, x, y) == Self.code(own.planes[index], own.layout, x, y))
        }
      }
    }
  }

  @Test func weightsOfPlanesAreThoseOfTheirCode() throws {
    var picture = try Self.picture(2, 2, Self.kinds[0], .full)
    #expect(picture.ycbcr == YCbCrEncoding(matrix: .bt709, isFullRange: false, siting: .left))
    picture.coding.matrix = 0
    #expect(picture.ycbcr == nil)
    picture.coding.matrix = 10
    #expect(picture.ycbcr == nil)
  }

  // MARK: - Bitmaps

  @Test func aPartOfABitmapGoesOnBeyondItsEdges() throws {
    let bitmap = try PixelBitmap(width: 5, height: 3, format: .rgba8, alpha: .premultiplied)
    for y in 0..<3 {
      var rows = Self.ramp(5, 40 * y)
      for x in 0..<5 {
        rows.a[x] = 0.5
        (rows.r[x], rows.g[x], rows.b[x]) = (rows.r[x] / 2, rows.g[x] / 2, rows.b[x] / 2)
      }
      rows.pack(count: 5, into: bitmap, row: y, x: 0)
    }
    for workers in [1, 3] {
      let picture = try Self.picture(8, 40, Kind(bits: 8, size: 1, isHigh: false), .quarter)
      try picture.encode(bitmap, pool: ThreadPool(workerCount: workers))
      let code = { (x: Int, y: Int) in Self.code(picture.luma, picture.layout, x, y) }
      for y in 0..<40 { for x in 5..<8 { #expect(code(x, y) == code(4, y)) } }
      for x in 0..<8 { for y in 3..<40 { #expect(code(x, y) == code(x, 2)) } }
      // Colour is divided by alpha.
      let meant = YCbCrMatrix.bt709.encode([0.2, 0.7, 0.1]).x
      #expect(abs(Double(code(0, 0)) - (16 + 219 * meant)) < 2)
      let alpha = try Self.picture(5, 3, Kind(bits: 10, size: 2, isHigh: false), .monochrome)
      try alpha.encode(bitmap, component: .alpha)
      #expect(abs(Double(Self.code(alpha.luma, alpha.layout, 2, 1)) - (64 + 876 * 128.0 / 255)) < 1)
    }
  }

  @Test func matricesWithoutWeightsAreRefused() throws {
    let bitmap = try PixelBitmap(width: 2, height: 2, format: .rgb8, alpha: .opaque)
    var picture = try Self.picture(2, 2, Self.kinds[0], .quarter)
    picture.coding.matrix = 0
    #expect(throws: PlanarError.unwritableMatrix(0)) { try picture.encode(bitmap) }
    picture.coding.matrix = 14
    #expect(throws: PlanarError.unwritableMatrix(14)) { try picture.encode(bitmap) }
    #expect(throws: PlanarError.reducedComponents(.quarter)) {
      try YCbCrConverter(
        PlanarPicture.Coding(matrix: 0, isFullRange: true, siting: .left), bitDepth: 8, subsampling: .quarter)
    }
    #expect(throws: PlanarError.unreadableMatrix(14)) {
      try YCbCrConverter(
        PlanarPicture.Coding(matrix: 14, isFullRange: true, siting: .left), bitDepth: 8, subsampling: .full)
    }
  }
}

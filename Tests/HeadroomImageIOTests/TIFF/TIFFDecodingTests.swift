import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Decodes the first picture of a file.
func decodeTIFF(_ file: [UInt8], _ request: DecodeRequest = DecodeRequest()) throws -> StillImage {
  try ImageFormats.open(FileBytes(file)).decode(request)
}

/// The samples of a bitmap of halves or floats, row by row.
func floats(of bitmap: PixelBitmap) -> [Float] {
  let count = bitmap.width * bitmap.format.channelCount
  return (0..<bitmap.height).flatMap { row in
    (0..<count).map { index in
      bitmap.format.component == .half
        ? unsafe Float(bitmap.rowAddress(row).assumingMemoryBound(to: Float16.self)[index])
        : unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)[index]
    }
  }
}

/// A sample that differs in every place.
private func mixed(_ x: Int, _ y: Int, _ sample: Int) -> Int { x * 31 + y * 517 + sample * 7919 }

@Suite struct TIFFDecodingTests {
  @Test("Integers of 32 bits become floats of 0...1 that are signals, not light", arguments: [false, true])
  func wideIntegers(isBigEndian: Bool) throws {
    var builder = TIFFBuilder(width: 5, height: 3, bits: 32, samples: 3)
    builder.isBigEndian = isBigEndian
    func code(_ x: Int, _ y: Int, _ c: Int) -> UInt64 {
      [0, 1, 0xFFFF_FFFF, 0x8000_0000, 0x1234_5678][(x + y + c) % 5]
    }
    let bytes = builder.file { x, y, c in code(x, y, c) }
    let picture = try decodeTIFF(bytes)
    #expect(picture.base.format == .rgbFloat && picture.encoding == .sRGB)
    let info = try ImageFormats.open(FileBytes(bytes)).info
    #expect(info.bitDepth == 32 && info.kind == .sdr)
    let wanted = (0..<3).flatMap { y in
      (0..<5).flatMap { x in (0..<3).map { Float(Double(code(x, y, $0)) / 4_294_967_295) } }
    }
    #expect(floats(of: picture.base) == wanted)
    builder.samples = 1
    builder.fields = [(262, 3, [0])]
    let inverted = try decodeTIFF(builder.file { x, y, _ in code(x, y, 0) })
    #expect(floats(of: inverted.base)[2] == 0 && floats(of: inverted.base)[0] == 1)
  }

  @Test("Strips, tiles, planes, both byte orders and 64-bit offsets decode alike", arguments: [false, true], [8, 16])
  func arrangements(isBigEndian: Bool, bits: Int) throws {
    let peak = (1 << bits) - 1
    for (isBig, isPlanar) in [(false, false), (false, true), (true, false), (true, true)] {
      for tile in [nil, (width: 16, height: 32)] {
        var builder = TIFFBuilder(width: 37, height: 70, bits: bits, samples: 3)
        (builder.isBigEndian, builder.isBig, builder.isPlanar) = (isBigEndian, isBig, isPlanar)
        (builder.tile, builder.rowsPerStrip) = (tile, 11)
        let picture = try decodeTIFF(builder.file { x, y, c in UInt64(mixed(x, y, c) & peak) })
        #expect(picture.base.format == (bits == 8 ? .rgb8 : .rgb16))
        let wanted = (0..<70).flatMap { y in
          (0..<37).flatMap { x in (0..<3).map { UInt16(mixed(x, y, $0) & peak) } }
        }
        #expect(samples(of: picture.base) == wanted)
      }
    }
  }

  @Test("Samples of 1 to 15 bits are scaled to all of 8 or 16", arguments: [1, 2, 4, 6, 10, 12, 14])
  func packed(bits: Int) throws {
    let peak = (1 << bits) - 1
    let full = bits < 8 ? 255 : 65535
    let file = TIFFBuilder(width: 19, height: 5, bits: bits).file { x, y, _ in UInt64((x * 5 + y * 3) & peak) }
    let codes = samples(of: try decodeTIFF(file).base)
    let wanted = (0..<5).flatMap { y in (0..<19).map { x in ((x * 5 + y * 3) & peak) * full } }
    #expect(codes == wanted.map { UInt16((Double($0) / Double(peak)).rounded()) })
  }

  @Test("Gray whose 0 is white is turned around")
  func whiteIsZero() throws {
    var builder = TIFFBuilder(width: 4, height: 1)
    builder.fields = [(262, 3, [0])]
    #expect(samples(of: try decodeTIFF(builder.file { x, _, _ in UInt64(x * 80) }).base) == [255, 175, 95, 15])
  }

  @Test("Palettes become their colours, 8-bit ones with 8 bits")
  func palettes() throws {
    var builder = TIFFBuilder(width: 4, height: 1, bits: 2)
    builder.fields = [(262, 3, [3]), (320, 3, [0, 257, 514, 771, 10, 20, 30, 40, 7, 8, 9, 65535])]
    let deep = try decodeTIFF(builder.file { x, _, _ in UInt64(3 - x) })
    #expect(deep.base.format == .rgb16)
    #expect(samples(of: deep.base) == [771, 40, 65535, 514, 30, 9, 257, 20, 8, 0, 10, 7])
    builder.fields[1].values = (0..<12).map { $0 * 256 }
    let small = try decodeTIFF(builder.file { x, _, _ in UInt64(x) })
    #expect(small.base.format == .rgb8)
    #expect(samples(of: small.base) == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11])
  }

  @Test("Alpha is what ExtraSamples says; associated alpha is divided out; samples without meaning are no alpha")
  func alpha() throws {
    var builder = TIFFBuilder(width: 2, height: 1, samples: 4)
    let values: [[UInt64]] = [[100, 50, 0, 200], [7, 7, 7, 0]]
    builder.fields = [(338, 3, [2])]
    let straight = try decodeTIFF(builder.file { x, _, c in values[x][c] })
    #expect(straight.base.format == .rgba8)
    #expect(samples(of: straight.base) == [100, 50, 0, 200, 7, 7, 7, 0])
    builder.fields = [(338, 3, [1])]
    #expect(
      samples(of: try decodeTIFF(builder.file { x, _, c in values[x][c] }).base) == [128, 64, 0, 200, 0, 0, 0, 0])
    builder.fields = [(338, 3, [0])]
    let plain = try decodeTIFF(builder.file { x, _, c in values[x][c] })
    #expect(samples(of: plain.base) == [100, 50, 0, 7, 7, 7])
    #expect(plain.warnings.contains { $0.contains("neither colour nor alpha") })
  }

  @Test("Floats of 16, 24, 32 and 64 bits keep their values and are extended linear sRGB", arguments: [false, true])
  func floatingPoint(isBigEndian: Bool) throws {
    let wanted: [Float] = [0, 0.5, -1.5, 4, 100, 0.25]
    let words: [Int: (Float) -> UInt64] = [
      16: { UInt64(Float16($0).bitPattern) }, 32: { UInt64($0.bitPattern) }, 64: { Double($0).bitPattern },
      24: { value in
        guard value != 0 else { return 0 }
        let bits = value.bitPattern
        return UInt64(bits >> 31) << 23 | UInt64(Int(bits >> 23 & 0xFF) - 127 + 64) << 16 | UInt64(bits >> 7 & 0xFFFF)
      },
    ]
    for (bits, word) in words {
      var builder = TIFFBuilder(width: 2, height: 1, bits: bits, samples: 3)
      builder.isBigEndian = isBigEndian
      builder.fields = [(339, 3, [3, 3, 3])]
      let reader = try ImageFormats.open(FileBytes(builder.file { x, _, c in word(wanted[3 * x + c]) }))
      #expect(reader.info.kind == .float && reader.info.contentHeadroom == 0)
      #expect(reader.info.encoding == .extendedLinearSRGB)
      #expect(floats(of: try reader.decode(DecodeRequest()).base) == wanted, "\(bits) bits")
    }
  }

  @Test("Y'CbCr blocks are read with their subsampling")
  func chromaBlocks() throws {
    // One block of 2x2: four lumas, Cb, Cr. White, black, gray and a red by BT.601.
    var builder = TIFFBuilder(width: 6, height: 1, samples: 1)
    let bytes: [UInt64] = [255, 0, 128, 76, 128, 128]
    builder.fields = [
      (256, 4, [2]), (257, 4, [2]), (258, 3, [8, 8, 8]), (262, 3, [6]), (277, 3, [3]), (278, 4, [2]), (530, 3, [2, 2]),
    ]
    let picture = try decodeTIFF(builder.file { x, _, _ in bytes[x] })
    #expect(samples(of: picture.base) == [255, 255, 255, 0, 0, 0, 128, 128, 128, 76, 76, 76])
  }

  @Test("Pages are counted; reduced pictures are no pages but serve smaller requests")
  func pages() throws {
    let first = TIFFBuilder(width: 8, height: 8).file { x, _, _ in UInt64(x) }
    var small = TIFFBuilder(width: 4, height: 4)
    small.fields = [(254, 4, [1])]
    let second = small.file { _, _, _ in 9 }
    let file = joined([first, second, first])
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.frameCount == 2)
    #expect(try reader.info(at: 1).width == 8)
    #expect(throws: ImageIOError.self) { try reader.info(at: 2) }
    #expect(reader.decodedSize(DecodeRequest(scaleDenominator: 2)) == (4, 4))
    let half = try reader.decode(DecodeRequest(scaleDenominator: 2)).base
    #expect(samples(of: half) == [UInt16](repeating: 9, count: 16))
    #expect(reader.decodedSize(DecodeRequest(scaleDenominator: 4)) == (8, 8))
  }

  @Test("A strip that is not stored is black")
  func sparse() throws {
    var builder = TIFFBuilder(width: 2, height: 4, rowsPerStrip: 2)
    builder.fields = [(279, 4, [4, 0])]
    #expect(samples(of: try decodeTIFF(builder.file { _, _, _ in 5 }).base) == [5, 5, 5, 5, 0, 0, 0, 0])
  }

  @Test("Files of another kind are named", arguments: [(262, 8, "Lab"), (262, 32803, "RAW"), (50706, 1, "DNG")])
  func refused(tag: Int, value: Int, word: String) throws {
    var builder = TIFFBuilder(width: 4, height: 4, samples: 4)
    builder.fields = [(tag, 3, [value])]
    let file = FileBytes(builder.file { _, _, _ in 0 })
    #expect { try TIFFFormat.open(file, limits: .standard) } throws: { error in
      guard case .unsupported? = error as? ImageIOError else { return false }
      return "\(error)".contains(word)
    }
  }
}

/// One file from little-endian classic files of one page each.
func joined(_ files: [[UInt8]]) -> [UInt8] {
  var result: [UInt8] = []
  var link = 4
  for file in files {
    let base = result.count
    func long(_ at: Int, in bytes: [UInt8]) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    func put(_ value: Int, at: Int) {
      for index in 0..<4 { result[at + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    result += file
    let directory = long(4, in: file)
    let count = Int(file[directory]) | Int(file[directory + 1]) << 8
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      let (tag, type, length) = (
        Int(file[place]) | Int(file[place + 1]) << 8, Int(file[place + 2]), long(place + 4, in: file)
      )
      let size = length * ([3: 2, 4: 4][type] ?? 1)
      if size > 4 || tag == 273 { put(long(place + 8, in: file) + base, at: base + place + 8) }
    }
    put(directory + base, at: link)
    link = base + directory + 2 + 12 * count
  }
  return result
}

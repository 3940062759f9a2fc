import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DNGUnpackingTests {
  private func codes(_ dng: TestDNG) throws -> [UInt32] {
    try dng.open().sensorImage(allowPartial: false).samples.codes.map { UInt32($0) }
  }

  @Test(arguments: 8...16) func `Plain samples of any depth in either byte order, strips and tiles`(_ bits: Int) throws
  {
    for order in [ByteReader.ByteOrder.little, .big] {
      for isBig in [false, true] {
        var dng = TestDNG(bits: bits, order: order, isBig: isBig, rowsPerStrip: 10)
        #expect(try codes(dng) == dng.expected)
        dng.tile = (16, 16)
        #expect(try codes(dng) == dng.expected)
        dng.planes = 3
        #expect(try codes(dng) == dng.expected)
        dng.isPlanar = true
        #expect(try codes(dng) == dng.expected)
      }
    }
  }

  @Test func `A tall strip is read in pieces`() throws {
    let dng = TestDNG(width: 11, height: 200, bits: 12, rowsPerStrip: 130)
    #expect(try codes(dng) == dng.expected)
  }

  @Test func `Integers of 32 bits become floats`() throws {
    for order in [ByteReader.ByteOrder.little, .big] {
      let dng = TestDNG(bits: 32, order: order)
      let image = try dng.open().sensorImage(allowPartial: false)
      #expect(image.samples.floats == dng.expected.map { Float($0) })
      #expect(image.levels.white == [4_294_967_295])
    }
  }

  @Test(arguments: [16, 32]) func `Plain floats`(_ bits: Int) throws {
    for order in [ByteReader.ByteOrder.little, .big] {
      let dng = TestDNG(planes: 3, bits: bits, isFloat: true, order: order, tile: (16, 16), sample: Self.floats(bits))
      let image = try dng.open().sensorImage(allowPartial: false)
      #expect(image.samples.floats == dng.expected.map { Self.value($0, bits) })
      #expect(image.levels.white == [1])
    }
  }

  @Test func `Floats of 24 bits`() throws {
    // Sign, 7 bits of exponent, 16 of fraction.
    let cases: [(UInt32, Float)] = [
      (0x3F0000, 1), (0x3F8000, 1.5), (0xC00000, -2), (0x000000, 0), (0x000001, 0x1p-78), (0x7EFFFF, 0x1.ffffp63),
      (0x010000, 0x1p-62), (0x7F0000, .infinity),
    ]
    for order in [ByteReader.ByteOrder.little, .big] {
      let dng = TestDNG(
        width: 8, height: 1, bits: 24, isFloat: true, order: order, rowsPerStrip: 1, sample: { x, _, _ in cases[x].0 })
      #expect(try dng.open().sensorImage(allowPartial: false).samples.floats == cases.map(\.1))
    }
  }

  static func floats(_ bits: Int) -> (Int, Int, Int) -> UInt32 {
    { x, y, plane in
      let value = Float(x * 31 + y * 7 + plane) / 256 - 1
      return bits == 16 ? UInt32(Float16(value).bitPattern) : value.bitPattern
    }
  }

  static func value(_ pattern: UInt32, _ bits: Int) -> Float {
    bits == 16
      ? Float(Float16(bitPattern: UInt16(pattern))) : Float(bitPattern: pattern)
  }

  // MARK: Lossless JPEG

  private func coded(_ jpeg: TestLosslessJPEG, width: Int) -> ([UInt32], Int, Int) -> [UInt8] {
    { samples, _, _ in jpeg.stream(samples.map { UInt16($0) }, width: width) }
  }

  @Test(arguments: 1...7) func `Lossless JPEG of every predictor and number of components`(_ predictor: Int) throws {
    for components in 1...4 {
      for lengths in [[Int](repeating: 5, count: 17), TestLosslessJPEG.unaryLengths] {
        let jpeg = TestLosslessJPEG(components: components, predictor: predictor, codeLengths: lengths)
        var dng = TestDNG(bits: 14, tile: (24, 16), compression: 7)
        dng.encode = coded(jpeg, width: 24 / components)
        #expect(try codes(dng) == dng.expected)
      }
    }
  }

  @Test(arguments: 2...16) func `Lossless JPEG of every precision`(_ bits: Int) throws {
    var dng = TestDNG(bits: bits, tile: (16, 16), compression: 7)
    dng.encode = coded(TestLosslessJPEG(precision: bits, components: 2), width: 8)
    #expect(try codes(dng) == dng.expected)
  }

  @Test func `Streams of other shapes, restarts and a point transform`() throws {
    var dng = TestDNG(bits: 12, tile: (32, 16), compression: 7)
    dng.encode = coded(TestLosslessJPEG(precision: 12, components: 2, predictor: 7), width: 32)
    #expect(try codes(dng) == dng.expected)
    dng.encode = coded(TestLosslessJPEG(precision: 12, predictor: 5, restartRows: 3), width: 32)
    #expect(try codes(dng) == dng.expected)
    dng.encode = coded(TestLosslessJPEG(precision: 12, components: 2, pointTransform: 3), width: 16)
    #expect(try codes(dng) == dng.expected.map { $0 & ~7 })
    dng.planes = 3
    dng.encode = coded(TestLosslessJPEG(precision: 12, components: 3), width: 32)
    #expect(try codes(dng) == dng.expected)
    dng.tile = nil
    dng.rowsPerStrip = 7
    dng.encode = coded(TestLosslessJPEG(precision: 12, components: 3, predictor: 4), width: 37)
    #expect(try codes(dng) == dng.expected)
  }

  /// Enough for all threads to take two at a time.
  private func manyTiles(_ jpeg: TestLosslessJPEG) -> TestDNG {
    var dng = TestDNG(width: 150, height: 93, bits: 14, tile: (8, 8), compression: 7)
    dng.encode = coded(jpeg, width: 8 / jpeg.components)
    return dng
  }

  @Test(arguments: 1...7) func `Many tiles of lossless JPEG`(_ predictor: Int) throws {
    for components in 1...2 {
      for lengths in [[Int](repeating: 5, count: 17), TestLosslessJPEG.unaryLengths] {
        let jpeg = TestLosslessJPEG(components: components, predictor: predictor, codeLengths: lengths)
        #expect(try codes(manyTiles(jpeg)) == manyTiles(jpeg).expected)
      }
    }
    let shifted = manyTiles(TestLosslessJPEG(predictor: predictor, pointTransform: 2))
    #expect(try codes(shifted) == shifted.expected.map { $0 & ~3 })
  }

  @Test func `Of many tiles a damaged one is told alone, and its neighbours are whole`() throws {
    let whole = manyTiles(TestLosslessJPEG(predictor: 6))
    var dng = whole
    // The tile in column 2 of row 1; there are 19 in a row.
    let first = dng.sample(16, 8, 0) & dng.mask
    dng.encode = { samples, columns, rows in
      let stream = whole.encode?(samples, columns, rows) ?? []
      return samples[0] == first ? Array(stream.prefix(stream.count - 40)) : stream
    }
    let file = try dng.open()
    do {
      _ = try file.sensorImage(allowPartial: false)
      Issue.record("a damaged tile went unnoticed")
    } catch {
      #expect("\(error)".contains("tile 21"), "\(error)")
    }
    let image = try file.sensorImage(allowPartial: true)
    #expect(image.warnings.count == 1 && image.warnings[0].contains("tile 21"), "\(image.warnings)")
    let wrong = zip(image.samples.codes, whole.expected).enumerated().filter { UInt32($1.0) != $1.1 }.map(\.offset)
    #expect(!wrong.isEmpty && wrong.allSatisfy { 16..<24 ~= $0 % 150 && 8..<16 ~= $0 / 150 })
  }

  @Test func `The largest difference has bits of its own in old files only`() throws {
    var dng = TestDNG(width: 8, height: 2, rowsPerStrip: 2, compression: 7)
    dng.sample = { x, _, _ in x % 2 == 0 ? 0 : 0x8000 }
    for isOld in [false, true] {
      dng.fields[50706] = .bytes(isOld ? [1, 0, 0, 0] : [1, 1, 0, 0])
      dng.fields[50707] = .bytes([1, 0, 0, 0])
      dng.encode = coded(TestLosslessJPEG(precision: 16, hasLongDifferences: isOld), width: 8)
      #expect(try codes(dng) == dng.expected)
    }
  }

  // MARK: Deflate

  @Test(arguments: [(1, 1), (2, 1), (34892, 2), (34893, 4)])
  func `Deflated integers of every predictor`(_ predictor: Int, _ distance: Int) throws {
    for (bits, planes) in [(8, 1), (16, 1), (16, 3), (32, 3)] {
      for order in [ByteReader.ByteOrder.little, .big] {
        var dng = TestDNG(planes: planes, bits: bits, order: order, tile: (16, 16), compression: 8)
        dng.fields[317] = .shorts([predictor])
        let mask = dng.mask
        dng.encode = { samples, columns, _ in
          var stored = samples
          let step = distance * planes
          for index in samples.indices where predictor != 1 && index % columns >= step {
            stored[index] = (samples[index] &- samples[index - step]) & mask
          }
          let tiff = TestTIFF(order)
          return PNG.deflate(stored.flatMap { tiff.number(Int($0), bits / 8) })
        }
        let samples = try dng.open().sensorImage(allowPartial: false).samples
        if bits == 32 {
          #expect(samples.floats == dng.expected.map { Float($0) })
        } else {
          #expect(samples.codes.map { UInt32($0) } == dng.expected)
        }
      }
    }
  }

  @Test(arguments: [(1, 0), (3, 1), (34894, 2), (34895, 4)])
  func `Deflated floats of every predictor`(_ predictor: Int, _ distance: Int) throws {
    for (bits, planes) in [(16, 1), (32, 1), (16, 3), (32, 3), (24, 1)] {
      for order in [ByteReader.ByteOrder.little, .big] {
        var dng = TestDNG(
          planes: planes, bits: bits, isFloat: true, order: order, tile: (16, 16), compression: 8)
        dng.sample = bits == 24 ? { x, y, _ in UInt32(0x3F0000 + x * 300 + y) } : Self.floats(bits)
        dng.fields[317] = .shorts([predictor])
        dng.encode = { samples, columns, _ in
          guard distance > 0 else { return PNG.deflate(samples.flatMap { TestTIFF(order).number(Int($0), bits / 8) }) }
          return PNG.deflate(Self.floatRows(samples, columns: columns, bytes: bits / 8, step: distance * planes))
        }
        let values = try dng.open().sensorImage(allowPartial: false).samples.floats
        let wanted = dng.expected.map {
          bits == 24 ? 1 + Float($0 - 0x3F0000) / 65536 : Self.value($0, bits)
        }
        #expect(values == wanted)
      }
    }
  }

  /// Bytes apart, the highest first, then differences from the end of the row to its start.
  private static func floatRows(_ samples: [UInt32], columns: Int, bytes: Int, step: Int) -> [UInt8] {
    stride(from: 0, to: samples.count, by: columns).flatMap { first -> [UInt8] in
      var row = (0..<bytes).flatMap { byte in
        (0..<columns).map { UInt8(truncatingIfNeeded: samples[first + $0] >> UInt32(8 * (bytes - 1 - byte))) }
      }
      for index in stride(from: row.count - 1, through: step, by: -1) { row[index] &-= row[index - step] }
      return row
    }
  }

  // MARK: Other codecs

  /// A tile as a bitmap.
  private static func bitmap(
    _ samples: [UInt32], _ format: PixelFormat, width: Int, stretch bits: Int = 16
  ) throws -> PixelBitmap {
    let channels = format.channelCount
    let bitmap = try PixelBitmap(width: width, height: samples.count / width / channels, format: format)
    let top = UInt32(1) << UInt32(bits) - 1
    for row in 0..<bitmap.height {
      for column in 0..<width * channels {
        let value = samples[row * width * channels + column]
        let address = unsafe bitmap.rowAddress(row)
        if format.component == .uint8 {
          unsafe address.assumingMemoryBound(to: UInt8.self)[column] = UInt8(value)
        } else {
          let code = format.component == .half ? value : (value * 65535 + top / 2) / top
          unsafe address.assumingMemoryBound(to: UInt16.self)[column] = UInt16(code)
        }
      }
    }
    return bitmap
  }

  @Test(arguments: [8, 10, 12, 14, 16]) func `JPEG XL gives its codes back`(_ bits: Int) throws {
    let writer = try #require(JPEGXLFormat.encoder)
    for planes in [1, 3] {
      var dng = TestDNG(planes: planes, bits: bits, tile: (32, 16), compression: 52546)
      dng.encode = { samples, columns, _ in
        let format: PixelFormat = bits == 8 ? (planes == 1 ? .gray8 : .rgb8) : planes == 1 ? .gray16 : .rgb16
        guard let tile = try? Self.bitmap(samples, format, width: columns / planes, stretch: bits) else { return [] }
        var options = EncodeOptions()
        options.isLossless = true
        options.bitDepth = bits
        let still = StillImage(base: tile, encoding: .sRGB)
        return (try? writer.encode(still, options: options)) ?? []
      }
      #expect(try codes(dng) == dng.expected)
    }
  }

  @Test func `A mosaic in JPEG XL, its four colours apart`() throws {
    let writer = try #require(JPEGXLFormat.encoder)
    var dng = TestDNG(width: 40, height: 32, bits: 12, tile: (32, 16), compression: 52546)
    dng.fields[50975] = .longs([2])
    dng.fields[52547] = .longs([2])
    let value = { (x: Int, y: Int) in UInt32(x * 50 + y * 3 + (x % 2) * 700 + (y % 2) * 1100) }
    dng.sample = { x, y, _ in
      x < 40 && y < 32 ? value(x % 20 * 2 + x / 20, y % 16 * 2 + y / 16) : 0
    }
    dng.encode = { samples, columns, _ in
      guard let tile = try? Self.bitmap(samples, .gray16, width: columns, stretch: 12) else { return [] }
      var options = EncodeOptions()
      options.isLossless = true
      options.bitDepth = 12
      return (try? writer.encode(StillImage(base: tile, encoding: .sRGB), options: options)) ?? []
    }
    #expect(try codes(dng) == (0..<32).flatMap { y in (0..<40).map { value($0, y) } })
  }

  @Test func `JPEG XL of half floats`() throws {
    let writer = try #require(JPEGXLFormat.encoder)
    var dng = TestDNG(planes: 3, bits: 16, isFloat: true, tile: (32, 16), compression: 52546, sample: Self.floats(16))
    dng.encode = { samples, columns, _ in
      guard let tile = try? Self.bitmap(samples, .rgbHalf, width: columns / 3) else { return [] }
      var options = EncodeOptions()
      options.isLossless = true
      return (try? writer.encode(StillImage(base: tile, encoding: .linearSRGB), options: options)) ?? []
    }
    let values = try dng.open().sensorImage(allowPartial: false).samples.floats
    #expect(values == dng.expected.map { Self.value($0, 16) })
  }

  @Test func `Lossy JPEG of one plane under both of its numbers`() throws {
    let writer = try #require(JPEGFormat.encoder)
    for compression in [7, 34892] {
      var dng = TestDNG(bits: 8, tile: (16, 16), compression: compression)
      dng.sample = { x, y, _ in UInt32(80 + x / 16 * 20 + y / 16 * 10) }
      dng.encode = { samples, columns, _ in
        guard let tile = try? Self.bitmap(samples, .gray8, width: columns) else { return [] }
        return (try? writer.encode(StillImage(base: tile, encoding: .sRGB), options: EncodeOptions())) ?? []
      }
      let file = try dng.open()
      #expect(file.header.compression == "lossy JPEG")
      let image = try file.sensorImage(allowPartial: false)
      #expect(image.warnings.isEmpty)
      let codes = image.samples.codes
      #expect(zip(codes, dng.expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func `Lossy JPEG whose tables are kept apart`() throws {
    let writer = try #require(JPEGFormat.encoder)
    var dng = TestDNG(bits: 8, tile: (16, 16), compression: 34892)
    dng.sample = { x, y, _ in UInt32(80 + x / 16 * 20 + y / 16 * 10) }
    var tables: [UInt8] = []
    dng.encode = { samples, columns, _ in
      guard let tile = try? Self.bitmap(samples, .gray8, width: columns),
        let whole = try? writer.encode(StillImage(base: tile, encoding: .sRGB), options: EncodeOptions())
      else { return [] }
      let parts = Self.parted(whole)
      tables = parts.tables
      return parts.stream
    }
    _ = dng.file()
    #expect(tables.count > 100)
    dng.fields[347] = .undefined(tables)
    let image = try dng.open().sensorImage(allowPartial: false)
    #expect(zip(image.samples.codes, dng.expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    // Without them, or with others', nothing can be decoded.
    for broken in [[], [0xFF, 0xD8, 0xFF, 0xD9], [1, 2, 3]] as [[UInt8]] {
      dng.fields[347] = .undefined(broken)
      #expect(throws: ImageIOError.self) { try dng.open().sensorImage(allowPartial: false) }
    }
  }

  /// A JPEG's quantisation and Huffman tables as a stream of their own, and the JPEG without them.
  private static func parted(_ jpeg: [UInt8]) -> (tables: [UInt8], stream: [UInt8]) {
    var (tables, stream): ([UInt8], [UInt8]) = ([0xFF, 0xD8], [0xFF, 0xD8])
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place + 1] != 0xDA {
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      if [0xDB, 0xC4].contains(jpeg[place + 1]) {
        tables += jpeg[place..<end]
      } else {
        stream += jpeg[place..<end]
      }
      place = end
    }
    return (tables + [0xFF, 0xD9], stream + jpeg[place...])
  }

  @Test func `Rows and columns that are kept apart come together`() throws {
    // Four fields: rows 0, 2, 4 ... then 1, 3, 5 ..., columns likewise.
    var dng = TestDNG(rowsPerStrip: 10)
    dng.fields[50975] = .longs([2])
    dng.fields[52547] = .longs([2])
    let order = { (count: Int) in Array(stride(from: 0, to: count, by: 2)) + Array(stride(from: 1, to: count, by: 2)) }
    let (rows, columns) = (order(29), order(37))
    dng.sample = { x, y, _ in UInt32((x < 37 ? columns[x] : 0) * 100 + (y < 29 ? rows[y] : 0)) }
    let wanted = (0..<29).flatMap { y in (0..<37).map { UInt32($0 * 100 + y) } }
    #expect(try codes(dng) == wanted)
    dng.tile = (16, 16)
    #expect(try codes(dng) == wanted)
  }
}

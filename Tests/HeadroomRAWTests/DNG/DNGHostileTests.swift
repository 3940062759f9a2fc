import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct DNGHostileTests {
  private static func jpeg(_ jpeg: TestLosslessJPEG, width: Int) -> ([UInt32], Int, Int) -> [UInt8] {
    { samples, _, _ in jpeg.stream(samples.map { UInt16($0) }, width: width) }
  }

  /// One small file of each kind.
  private static var kinds: [(name: String, dng: TestDNG)] {
    var lossless = TestDNG(bits: 14, tile: (16, 16), compression: 7)
    lossless.encode = jpeg(TestLosslessJPEG(components: 2, predictor: 6, restartRows: 4), width: 8)
    var deflated = TestDNG(planes: 3, bits: 16, isFloat: true, rowsPerStrip: 8, compression: 8)
    deflated.sample = DNGUnpackingTests.floats(16)
    deflated.fields[317] = .shorts([34894])
    deflated.encode = { samples, _, _ in PNG.deflate(samples.flatMap { TestTIFF().number(Int($0), 2) }) }
    return [
      ("packed", TestDNG(bits: 12, order: .big, rowsPerStrip: 10)), ("big", TestDNG(isBig: true, tile: (16, 16))),
      ("lossless JPEG", lossless), ("deflate", deflated),
    ]
  }

  // MARK: Cut files

  @Test(arguments: 0..<4) func `A cut file is one, and shows what is there when that is wanted`(_ kind: Int) throws {
    let dng = Self.kinds[kind].dng
    // Fields first, so that cutting takes pixels only.
    let whole = try #require(Self.pixelsLast(dng.file()))
    let full = try DNGFile(whole.bytes, limits: .standard)
    #expect(!full.header.isPictureCut)
    let complete = try full.sensorImage(allowPartial: false)
    let count = whole.bytes.count
    let cut = FileBytes(whole.bytes.copy(0..<whole.pixels + (count - whole.pixels) / 2))
    let file = try DNGFile(cut, limits: .standard)
    #expect(file.header.isPictureCut)
    let error = #expect(throws: ImageIOError.self) { try file.sensorImage(allowPartial: false) }
    #expect(error?.isTruncation == true, "\(String(describing: error))")
    let image = try file.sensorImage(allowPartial: true)
    #expect(!image.warnings.isEmpty)
    let rowBytes = image.samples.width * image.samples.format.bytesPerPixel
    func row(_ bitmap: PixelBitmap, _ row: Int) -> [UInt8] {
      let bytes = unsafe UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: rowBytes)
      return unsafe [UInt8](bytes)
    }
    #expect(row(image.samples, 0) == row(complete.samples, 0))
    #expect(row(image.samples, 28).suffix(2) == [0, 0])
  }

  /// The same file with the directory in front of the pixels.
  private static func pixelsLast(_ file: FileBytes) -> (bytes: FileBytes, pixels: Int)? {
    guard let tiff = try? TIFF.File(file, limits: .standard), let directory = tiff.directories.first else { return nil }
    let tags: [UInt16] = directory[324] != nil ? [324, 325] : [273, 279]
    guard let offsets = directory[tags[0]], let counts = directory[tags[1]] else { return nil }
    var bytes = file.copy(0..<file.count)
    let pixels = bytes.count
    func put(_ value: Int, at place: Int) {
      for byte in 0..<4 {
        let shift = tiff.byteOrder == .little ? 8 * byte : 24 - 8 * byte
        bytes[place + byte] = UInt8(truncatingIfNeeded: value >> shift)
      }
    }
    for index in 0..<offsets.count {
      guard let offset = tiff.integer(offsets, at: index), let count = tiff.integer(counts, at: index) else {
        return nil
      }
      put(bytes.count, at: Int(offsets.valueOffset) + 4 * Int(index))
      bytes += file.copy(Int(offset)..<Int(offset + count))
    }
    return (FileBytes(bytes), pixels)
  }

  @Test func `Cancelled work ends`() throws {
    let file = try DNGFile(Self.kinds[2].dng.file(), limits: .standard)
    let context = TaskContext()
    context.cancel()
    context.bound {
      _ = #expect(throws: ImageIOError.cancelled) { try file.sensorImage(allowPartial: true) }
    }
  }

  // MARK: Sizes that lie

  private func error(_ dng: TestDNG, limits: DecodeLimits = .standard) -> ImageIOError? {
    #expect(throws: ImageIOError.self) {
      try DNGFile(dng.file(), limits: limits).sensorImage(allowPartial: false)
    }
  }

  @Test func `Sizes are compared with limits and with the bytes there are`() {
    #expect(error(TestDNG(fields: [256: .longs([100_000])]))?.description.contains("picture side") == true)
    #expect(error(TestDNG(fields: [256: .longs([0])]))?.description.contains("empty") == true)
    #expect(error(TestDNG(fields: [257: .longs([60000]), 256: .longs([4000])]))?.isTruncation == true)
    #expect(error(TestDNG(fields: [258: .shorts([])]))?.description.contains("BitsPerSample: no numbers") == true)
    #expect(error(TestDNG(fields: [258: .shorts([33])]))?.description.contains("33 bits") == true)
    #expect(error(TestDNG(fields: [258: .shorts([0])]))?.description.contains("0 bits") == true)
    #expect(error(TestDNG(fields: [273: .longs([0xFFFF_FFF0])]))?.isTruncation == true)
    #expect(error(TestDNG(fields: [273: .longs([])])) != nil)
    #expect(error(TestDNG(fields: [278: .longs([0])])) != nil)
    #expect(error(TestDNG(tile: (16, 16), fields: [322: .longs([0])])) != nil)
    #expect(error(TestDNG(tile: (16, 16), fields: [324: .longs([8])])) != nil)
    #expect(error(TestDNG(fields: [50975: .longs([0])]))?.description.contains("RowInterleaveFactor") == true)
    #expect(error(TestDNG(fields: [52547: .longs([38])]))?.description.contains("ColumnInterleaveFactor") == true)
    var limits = DecodeLimits.standard
    limits.maxPixels = 1000
    #expect(error(TestDNG(), limits: limits)?.description.contains("pixel count") == true)
  }

  @Test func `Tiles far larger than the picture are refused before memory is taken`() {
    let dng = TestDNG(
      width: 2, height: 4000, tile: (2, 4000),
      fields: [322: .longs([60000]), 323: .longs([1]), 324: .longs([Int](repeating: 8, count: 4000))])
    #expect(error(dng)?.description.contains("all tiles") == true)
  }

  @Test func `A small file does not ask for a large picture`() {
    var dng = TestDNG(bits: 14, tile: (16, 16), compression: 7, fields: [256: .longs([16000]), 257: .longs([16000])])
    dng.encode = Self.jpeg(TestLosslessJPEG(), width: 16)
    dng.fields[322] = .longs([16000])
    dng.fields[323] = .longs([16000])
    #expect(error(dng)?.isTruncation == true)
  }

  @Test func `Streams of the wrong kind or with damage are errors`() {
    var dng = TestDNG(bits: 14, tile: (16, 16), compression: 7)
    dng.encode = Self.jpeg(TestLosslessJPEG(), width: 16)
    let stream = TestLosslessJPEG().stream([UInt16](repeating: 5, count: 256), width: 16)
    let bad: [[UInt8]] = [
      [1, 2, 3, 4], [0xFF, 0xD8], Array(stream.prefix(20)), [0xFF, 0xD8, 0xFF, 0xC3, 0, 2],
      TestLosslessJPEG().stream([UInt16](repeating: 5, count: 128), width: 16),
      stream.map { $0 == 0xC3 ? 0xC9 : $0 }, stream.map { $0 == 14 ? 1 : $0 },
    ]
    for bytes in bad {
      // Long enough to be plausible.
      dng.encode = { _, _, _ in bytes + [UInt8](repeating: 0, count: 64) }
      let error = error(dng)
      #expect(error?.facts.part?.hasPrefix("IFD0/tile") == true, "\(String(describing: error))")
    }
    dng = TestDNG(tile: (16, 16), compression: 8, encode: { _, _, _ in [UInt8](repeating: 9, count: 600) })
    #expect(error(dng)?.description.contains("damaged") == true)
    dng = TestDNG(planes: 3, bits: 8, tile: (16, 16), compression: 52546, encode: { _, _, _ in [0xFF, 0x0A, 1, 2] })
    #expect(error(dng) != nil)
  }

  @Test func `Directories in a ring are read once`() throws {
    var tiff = TestTIFF()
    let directory = tiff.directory([50706: .bytes([1, 4, 0, 0]), 256: .longs([4]), 330: .longs([8, 8, 8])])
    let bytes = tiff.finish(directory)
    #expect(throws: ImageIOError.self) { try DNGFile(bytes, limits: .standard) }
  }

  @Test(.timeLimit(.minutes(1))) func `Long values and overlapping directories take little time`() throws {
    // Everything points to the same megabytes.
    var tiff = TestTIFF(.little, isBig: true)
    let entries = 100_000
    let large = tiff.append(tiff.number(entries, 8) + [UInt8](repeating: 0, count: entries * 20 + 8))
    let tags: [UInt16] = [50714, 50717, 50721, 50722, 50727, 50728, 50730, 50731, 50732, 50936, 50940, 51109]
    var fields: [UInt16: TestTIFF.Value] = [
      330: .longs((0..<200).map { large + 20 * $0 }), 50706: .bytes([1, 4, 0, 0]),
      50933: .longs([Int](repeating: large, count: 32)),
    ]
    for tag in tags { fields[tag] = .rationals([(Int, Int)](repeating: (1, 1), count: 50_000)) }
    let directory = tiff.directory(fields)
    let bytes = tiff.finish(directory)
    #expect(throws: ImageIOError.self) { try DNGFile(bytes, limits: .standard) }
    var dng = TestDNG(fields: fields)
    for tag in [50714, 50717, 330] as [UInt16] { dng.fields[tag] = nil }
    let header = try dng.open().header
    #expect(header.profiles[0].calibration == nil)
    #expect(header.warnings.count >= 5)
  }

  // MARK: Random damage

  /// Opens, and reads whatever opens; anything but a typed error ends the process.
  private func tryAll(_ bytes: FileBytes) -> Bool {
    var limits = DecodeLimits.standard
    limits.maxPixels = 1 << 22
    guard let file = try? DNGFile(bytes, limits: limits) else { return false }
    _ = file.header.previews.count
    _ = try? file.sensorImage(allowPartial: false)
    return (try? file.sensorImage(allowPartial: true)) != nil
  }

  private func mutate(_ original: [UInt8], rounds: Int, headers: Int, seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed)
    var survivors = 0
    for _ in 0..<rounds {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Mostly where directories are: the rest is samples.
        let end = Int.random(in: 0..<4, using: &random) == 0 ? bytes.count : min(headers, bytes.count)
        let values = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
        bytes[Int.random(in: 0..<end, using: &random)] = values[Int.random(in: 0..<6, using: &random)]
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      if tryAll(FileBytes(bytes)) { survivors += 1 }
    }
    return survivors
  }

  @Test(arguments: 0..<4) func `Damaged synthetic files are errors or pictures`(_ kind: Int) throws {
    let whole = try #require(Self.pixelsLast(Self.kinds[kind].dng.file()))
    let bytes = whole.bytes.copy(0..<whole.bytes.count)
    let survivors = mutate(bytes, rounds: 1500, headers: whole.pixels, seed: UInt64(kind + 1))
    #expect((1..<1500).contains(survivors))
  }

  @Test(
    .enabled(if: TestData.isAvailable),
    arguments: [
      ("dng/05_PGTM2_unsigned8.dng", 300, 7000), ("dng/14_hdr_sdr_profiles.dng", 100, 600),
      ("dng/IMG_1361.dng", 60, 64000), ("dng/canon_eos_6d.dng", 60, 136_000), ("dng/colorchart.dng", 100, 1536),
      ("dng/dng_with_preview.dng", 100, 14000), ("dng/GOPR0024.GPR", 200, 15000),
      ("dng-derived-bayer/hero6_crop_rggb_lj92.dng", 150, 800), ("malformed/raw/DNG.dng", 500, 13662),
    ]) func `Damaged real files are errors or pictures`(_ path: String, _ rounds: Int, _ headers: Int) throws
  {
    let survivors = mutate(try TestData.stillBytes(path), rounds: rounds, headers: headers, seed: 11)
    #expect(survivors < rounds)
  }
}

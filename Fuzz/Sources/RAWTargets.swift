internal import Foundation
import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImageIO
internal import HeadroomPixels
internal import HeadroomRAW

extension FuzzTarget {
  /// Sensors' files: headers with profiles, tables and opcodes, then pixels.
  static let raw: [FuzzTarget] = [
    FuzzTarget(
      name: "dng", seeds: { RAWSeeds.files },
      run: { bytes in
        let file = FileBytes(bytes)
        if DNGFile.recognizes(file) { read(file) }
      }),
    // In a tile of a mosaic, so that only the stream changes.
    FuzzTarget(
      name: "lossless-jpeg", seeds: { [RAWSeeds.stream] }, run: { read(FileBytes(RAWSeeds.file(stream: $0))) }),
    // Two streams, each half of the input, in enough tiles to be decoded in step.
    FuzzTarget(name: "lossless-jpeg-pair", seeds: { [RAWSeeds.stream + RAWSeeds.stream] }, run: readPair),
  ]

  /// In step both streams give what each gives alone.
  private static func readPair(_ bytes: [UInt8]) {
    expectTyped { () throws(ImageIOError) in
      let image = try DNGFile(FileBytes(RAWSeeds.file(pair: bytes)), limits: limits).sensorImage(allowPartial: false)
      let half = bytes.count / 2
      for (index, stream) in [bytes[..<half], bytes[half...]].enumerated() {
        let alone = try DNGFile(FileBytes(RAWSeeds.file(stream: Array(stream))), limits: limits)
          .sensorImage(allowPartial: false)
        for y in 0..<RAWSeeds.size {
          let (one, other) = unsafe (
            image.samples.rowAddress(index * RAWSeeds.size + y), alone.samples.rowAddress(y)
          )
          guard unsafe memcmp(one, other, 2 * RAWSeeds.size) == 0 else { fatalError("row \(y) of stream \(index)") }
        }
      }
    }
  }

  private static let limits = DecodeLimits(
    maxPixels: 1 << 16, maxDimension: 4096, maxMetadataBytes: 1 << 20, maxDecompressedMetadataBytes: 4 << 20,
    maxFrames: 64)

  private static func read(_ file: FileBytes) {
    expectTyped { () throws(ImageIOError) in
      let opened = try DNGFile(file, limits: limits)
      for allowPartial in [false, true] {
        expectTyped { () throws(ImageIOError) in develop(try opened.sensorImage(allowPartial: allowPartial)) }
        guard opened.hasQuarterImage else { continue }
        expectTyped { () throws(ImageIOError) in develop(try opened.quarterImage(allowPartial: allowPartial)) }
      }
      for matte in opened.header.mattes { expectTyped { () throws(ImageIOError) in _ = try opened.matte(matte) } }
      for preview in opened.header.previews { expectTyped { () throws(ImageIOError) in try read(preview) } }
    }
  }

  private static func read(_ preview: RAWPreview) throws(ImageIOError) {
    _ = try ImageFormats.open(preview.bytes, limits: limits).decode(DecodeRequest(limits: limits))
  }

  /// What is shown lies in what is stored, and a few pixels of it become colours.
  private static func develop(_ image: SensorImage) {
    let whole = (image.samples.width, image.samples.height)
    guard !image.crop.isEmpty, image.crop.minX >= image.activeArea.minX, image.crop.maxX <= whole.0,
      image.crop.minY >= image.activeArea.minY, image.crop.maxY <= whole.1
    else { fatalError("the crop \(image.crop) is outside \(whole)") }
    expectTyped { () throws(ImageIOError) in
      var options = SensorDevelopment.Options(whiteBalance: SIMD3(2, 1, 1.5))
      options.despeckle = 1
      let development = try SensorDevelopment(image, options: options)
      let rect = PixelRect(width: min(development.width, 24), height: min(development.height, 24))
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * rect.area) { memory in
        guard let base = memory.baseAddress else { return }
        unsafe development.render(
          rect,
          into: ColorPlanes(red: base, green: base + rect.area, blue: base + 2 * rect.area, stride: rect.width))
      }
    }
  }
}

/// Small files of sensors.
private enum RAWSeeds {
  static let size = 16

  /// Lossless JPEG of 16 x 16 equal samples: category 0 has the code 0.
  static let stream: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xC3, 0, 11, 8, 0, 16, 0, 16, 1, 0, 0x11, 0]
    + [0xFF, 0xC4, 0, 22, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 5]
    + [0xFF, 0xDA, 0, 8, 1, 0, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 32) + [0xFF, 0xD9]

  static let files: [[UInt8]] = {
    let plain = (0..<size * size).map { UInt8(truncatingIfNeeded: $0 * 37) }
    return [
      file(data: plain, compression: 1), file(stream: stream), file(data: PNG.deflate(plain), compression: 8),
      file(data: plain, compression: 1, more: tables), file(data: plain, compression: 1, more: newTables),
    ]
  }()

  static func file(stream: [UInt8]) -> [UInt8] { file(data: stream, compression: 7) }

  /// Eight tiles, of which every second one is the input's first half.
  static func file(pair: [UInt8]) -> [UInt8] {
    let (start, half) = (TIFF.DirectoryWriter.header(isBig: false).count, pair.count / 2)
    let tiles = (0..<8).map { $0 % 2 }
    return file(
      data: pair, compression: 7,
      more: [
        (257, .longs([UInt32(tiles.count * size)])),
        (324, .longs(tiles.map { UInt32(start + $0 * half) })),
        (325, .longs(tiles.map { UInt32($0 == 0 ? half : pair.count - half) })),
      ])
  }

  /// A profile's tables, an opcode and a gain table.
  private static let tables: [(UInt16, TIFFValue)] = [
    (50712, .shorts((0..<256).map { $0 * 257 })), (50937, .longs([1, 2, 1])), (50938, .floats([0, 1, 1, 0, 1, 1])),
    (50940, .floats([0, 0, 1, 1])), (51041, .doubles([1e-4, 1e-6])),
    (
      51009,
      .undefined([0, 0, 0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 16))
    ),
    (
      52525,
      .undefined([1, 0, 0, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 32) + [1] + [UInt8](repeating: 0, count: 27))
    ),
    (52551, .undefined([1, 0, 1, 0, 0, 0, 0x80, 0x40])),
  ]

  /// A table of colours, a light's spectrum, and masked pixels.
  private static let newTables: [(UInt16, TIFFValue)] = [
    (50830, .longs([0, 0, 16, 8])), (50778, .shorts([255])),
    (52533, .undefined([1, 0, 3, 0, 0, 0] + [400, 1, 100, 1, 1, 1, 2, 1, 1, 1].flatMap(littleEndian))),
    (52543, .undefined([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 4, 1] + [UInt8](repeating: 90, count: 24))),
  ]

  private static func littleEndian(_ number: Int) -> [UInt8] { TIFF.DirectoryWriter.number(number, size: 4) }

  private static func file(data: [UInt8], compression: UInt16, more: [(UInt16, TIFFValue)] = []) -> [UInt8] {
    let header = TIFF.DirectoryWriter.header(isBig: false)
    var writer = TIFF.DirectoryWriter(isBig: false, start: header.count + data.count)
    let edge = UInt32(size)
    let matrix = (0..<9).map { TIFFValue.SignedFraction($0 % 4 == 0 ? 1 : 0, 1) }
    let fields: [(UInt16, TIFFValue)] = [
      (254, .longs([0])), (256, .longs([edge])), (257, .longs([edge])), (258, .shorts([8])),
      (259, .shorts([compression])), (262, .shorts([32803])), (277, .shorts([1])), (322, .longs([edge])),
      (323, .longs([edge])), (324, .longs([UInt32(header.count)])), (325, .longs([UInt32(data.count)])),
      (33421, .shorts([2, 2])), (33422, .bytes([0, 1, 1, 2])), (50706, .bytes([1, 7, 0, 0])),
      (50721, .signedRationals(matrix)), (50778, .shorts([21])),
      (50728, .rationals([.init(1, 2), .init(1, 1), .init(2, 3)])),
    ]
    let replaced = Set(more.map(\.0))
    let all = fields.filter { !replaced.contains($0.0) } + more
    let offset = writer.append(all.map { TIFF.DirectoryWriter.Entry($0.0, $0.1) })
    var bytes = header + data + writer.bytes
    bytes.replaceSubrange(4..<8, with: TIFF.DirectoryWriter.number(offset, size: 4))
    return bytes
  }
}

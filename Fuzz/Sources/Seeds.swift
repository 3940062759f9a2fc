internal import HeadroomColor
import HeadroomContainers
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// Small inputs made by this library's own writers.
enum Seeds {
  static let exif: EXIFBlock = {
    var block = EXIFBlock()
    block.image = [
      0x010F: .ascii("Maker"), 0x0110: .ascii("Model"), 0x0112: .shorts([6]), 0x011A: .rationals([.init(72, 1)]),
      0x011B: .rationals([.init(72, 1)]), 0x0128: .shorts([2]),
    ]
    let note = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1, 0, 0x21, 0, 10, 0, 0, 0, 1, 0, 0, 0, 28]
    block.exif = [
      0x829A: .rationals([.init(1, 250)]), 0x9000: .undefined(Array("0232".utf8)), 0xA002: .longs([8]),
      0xA003: .longs([6]), 0x927C: .undefined(note + [0, 0, 0, 1, 0, 0, 0, 2]),
    ]
    block.gps = [1: .ascii("N"), 2: .rationals([.init(52, 1), .init(31, 1), .init(0, 1)])]
    block.interoperability = [1: .ascii("R98")]
    return block
  }()

  static let gainMaps: [GainMapMetadata] = [
    GainMapMetadata(alternateHeadroom: 2, max: 2),
    GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: 3, min: SIMD3(-0.5, 0, 0.25), max: SIMD3(3, 2, 1), gamma: SIMD3(1, 1.5, 2),
      baseOffset: SIMD3(repeating: 0.01), alternateOffset: SIMD3(repeating: 0.02)),
  ]

  static let packets: [[UInt8]] =
    gainMaps.map { GainMapXMP.ultraHDRPacket($0) } + [
      GainMapXMP.applePacket(AppleGainMap(headroom: 4)),
      Array(XMPPacket.wrapped("<rdf:Description rdf:about='' xmlns:a='b' a:c='d'/>").utf8),
    ]

  static let profiles: [[UInt8]] =
    ([.sRGB, .displayP3, .itur2100PQ, .adobeRGB1998, .genericGrayGamma22, .extendedLinearITUR2020] as [ColorEncoding])
    .compactMap { ICCProfile.data(for: $0) }

  /// Profiles with one table of 8 or 16 bits, or of stages, from one, three or four components to L*a*b* or XYZ.
  static let tableProfiles: [[UInt8]] = [("GRAY", 1), ("RGB ", 3), ("CMYK", 4)].flatMap { space, channels in
    ["mft1", "mft2", "mAB "].flatMap { type in
      ["Lab ", "XYZ "].map { tableProfile(space, channels, type, connection: $0) }
    }
  }

  private static func tableProfile(_ space: String, _ channels: Int, _ type: String, connection: String) -> [UInt8] {
    func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    let size = type == "mft1" ? 1 : 2
    let nodes = (0..<3 * (1 << channels)).flatMap { word($0 * 7919 % 65536 >> (16 - 8 * size), size) }
    func curves(_ count: Int, entries: Int) -> [UInt8] {
      (0..<count).flatMap { _ in (0..<entries).flatMap { word($0 * (size == 1 ? 255 : 65535) / (entries - 1), size) } }
    }
    var table = Array(type.utf8) + word(0) + [UInt8(channels), 3]
    if type == "mAB " {
      let curve = Array("curv".utf8) + word(0) + word(0)
      let output = curve + curve + curve
      let grid = [UInt8](repeating: 2, count: channels) + [UInt8](repeating: 0, count: 16 - channels) + [2, 0, 0, 0]
      let input = (0..<channels).flatMap { _ in curve }
      let padding = [UInt8](repeating: 0, count: (4 - nodes.count % 4) % 4)
      let places = [32, 0, 0, 32 + output.count, 32 + output.count + grid.count + nodes.count + padding.count]
      table += [0, 0] + places.flatMap { word($0) } + output + grid + nodes + padding + input
    } else {
      table += [2, 0] + (0..<9).flatMap { word($0 % 4 == 0 ? 0x1_0000 : 0) }
      if type == "mft2" { table += word(2, 2) + word(2, 2) }
      let entries = type == "mft1" ? 256 : 2
      table += curves(channels, entries: entries) + nodes + curves(3, entries: entries)
    }
    var header = word(144 + table.count) + word(0) + word(0x0420_0000) + Array("prtr\(space)\(connection)".utf8)
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + word(1) + Array("A2B0".utf8) + word(144) + word(table.count) + table
  }

  static let toneMaps: [HeadroomAdaptiveToneMap] = {
    let points = [(x: 0.5, stops: 0.0), (x: 1, stops: -0.5), (x: 4, stops: -2)]
    let curve = GainCurve(monotoneThrough: points)
    let mixed = HeadroomAdaptiveToneMap.ComponentMixing(
      components: SIMD3(1, 2, 1), maximum: 3, minimum: 0, own: 1)
    let alternates: [HeadroomAdaptiveToneMap.Alternate] = [
      .init(stops: 0, curve: curve), .init(stops: 1, mixing: mixed ?? .max, curve: curve),
    ]
    return [
      HeadroomAdaptiveToneMap(toneMap: .referenceWhite(contentStops: 2)),
      HeadroomAdaptiveToneMap(
        referenceWhiteNits: 100,
        toneMap: .curves(.init(contentStops: 2, primaries: .adobeRGB, alternates: alternates))),
    ]
  }()

  static let hdrBlocks: [[UInt8]] = [4, 8, 24, 40].map { [UInt8](repeating: 0x21, count: $0) }

  /// Pictures of all kinds and in all ways a container can hold; of those that are only read what is made by hand.
  static func files(of format: any ImageFormat.Type) throws -> [[UInt8]] {
    guard let writer = format.writer else { return ReadOnlySeeds.files[format.name] ?? [] }
    let ways = [
      EncodeOptions(), EncodeOptions(quality: 50, isProgressive: true), EncodeOptions(isLossless: true),
      EncodeOptions(quality: 50, bitDepth: 12),
    ]
    var seen: Set<[UInt8]> = []
    let files = try pictures().flatMap { picture in
      ways.compactMap { try? writer.encode(picture, options: $0) }
    }
    return files.filter { seen.insert($0).inserted }
  }

  /// A small picture with these bytes as its EXIF block, at most 65,000.
  static func jpeg(exif: [UInt8]) -> [UInt8] {
    let length = exif.count + 8
    let head = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    return head + Array("Exif\0\0".utf8) + exif + plainJPEG.dropFirst(2)
  }

  private static let plainJPEG: [UInt8] = {
    guard let base = try? bitmap(.gray8), let writer = JPEGFormat.writer,
      let bytes = try? writer.encode(StillImage(base: base, encoding: .sRGB), options: EncodeOptions())
    else { fatalError("no picture can be written") }
    return bytes
  }()

  private static func pictures() throws -> [StillImage] {
    let kinds: [(PixelFormat, ColorEncoding)] = [
      (.rgb8, .displayP3), (.gray8, .genericGrayGamma22), (.rgba16, .itur2100PQ), (.rgbHalf, .extendedLinearSRGB),
      (.grayAlphaFloat, .extendedLinearGray),
    ]
    var pictures: [StillImage] = []
    for (format, encoding) in kinds {
      var picture = StillImage(base: try bitmap(format), encoding: encoding, orientation: .right)
      picture.metadata = StillMetadata(exif: exif.serialized(), xmp: packets.last)
      if encoding.transfer.isHDR { picture.hdr.lightLevel = ContentLightLevel(maxCLL: 800, maxFALL: 100) }
      pictures.append(picture)
    }
    var adaptive = StillImage(base: try bitmap(.rgb8), encoding: .sRGB)
    let description = GainMapDescription(
      kinds: [.iso], formula: .iso(gainMaps[0]), width: 12, height: 9, channels: 1)
    adaptive.gainMap = GainMapImage(bitmap: try bitmap(.gray8), description: description)
    return pictures + [adaptive]
  }

  private static func bitmap(_ format: PixelFormat) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: 12, height: 9, format: format, alpha: .straight)
    let rows = RowBuffer(capacity: 12)
    for row in 0..<9 {
      for column in 0..<12 {
        unsafe rows.rows.r[column] = Float(column) / 11
        unsafe rows.rows.g[column] = Float(row) / 8
        unsafe rows.rows.b[column] = Float((column + row) % 5) / 4
        unsafe rows.rows.a[column] = column > 8 ? 0.5 : 1
      }
      unsafe RowCodec.pack(rows.rows, count: 12, into: bitmap, row: row, x: 0)
    }
    return bitmap
  }
}

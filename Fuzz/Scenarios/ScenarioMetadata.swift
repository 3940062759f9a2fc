internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPixels

/// Metadata that is right, damaged or made of noise.
extension Choices {
  mutating func profile() -> [UInt8] {
    if isRare(4) { return bytes(upTo: 300) }
    var profile = ICCProfile.data(for: encoding()) ?? []
    if isRare(3), !profile.isEmpty { profile[index(min(profile.count, 400))] = byte() }
    return profile
  }

  mutating func hdrMetadata() -> HDRMetadata {
    HDRMetadata(
      mastering: optional {
        MasteringDisplayColorVolume(
          red: $0.point(), green: $0.point(), blue: $0.point(), white: $0.point(), maximumNits: $0.number(),
          minimumNits: $0.number())
      },
      lightLevel: optional { ContentLightLevel(maxCLL: $0.number(), maxFALL: $0.number()) },
      ambient: optional { AmbientViewingEnvironment(illuminanceLux: $0.number(), light: $0.point()) },
      diffuseWhite: optional { NominalDiffuseWhite(nits: $0.number()) },
      reference: optional {
        ReferenceViewingEnvironment(
          surroundNits: $0.number(), surroundLight: $0.point(), peripheryNits: $0.number(),
          peripheryLight: $0.point())
      },
      colorVolume: optional {
        ContentColorVolume(
          primaries: .init(red: $0.point(), green: $0.point(), blue: $0.point()), minimumLuminance: $0.number(),
          maximumLuminance: $0.number(), averageLuminance: $0.number())
      })
  }

  mutating func metadata() -> StillMetadata {
    var metadata = StillMetadata()
    metadata.exif = optional { $0.exif() }
    metadata.xmp = optional { $0.packet() }
    if isRare(4) { metadata.extendedXMP = packet() }
    return metadata
  }

  private mutating func packet() -> [UInt8] {
    switch index(5) {
    case 0: return bytes(upTo: 300)
    case 1: return GainMapXMP.ultraHDRPacket(gainMapMetadata())
    case 2: return GainMapXMP.applePacket(AppleGainMap(headroom: number()))
    case 3:
      let long = String(repeating: "a<b>&amp;", count: isRare(4) ? 9000 : 3)
      return Array(XMPPacket.wrapped("<rdf:Description rdf:about='' xmlns:a='b' a:c='\(long)'/>").utf8)
    default: return Array(XMPPacket.wrapped("<rdf:Description rdf:about='' xmlns:a='b' a:c='d'/>").utf8)
    }
  }

  private mutating func exif() -> [UInt8] {
    if isRare(4) { return bytes(upTo: 300) }
    var block = EXIFBlock()
    block.image = directory()
    block.exif = directory()
    block.gps = directory()
    if isRare(3) { block.interoperability = directory() }
    if isRare(3) {
      block.preview = directory()
      block.previewBytes = isRare(8) ? [UInt8](repeating: byte(), count: 70_000) : bytes(upTo: 400)
    }
    return block.serialized()
  }

  private static let tags: [UInt16] = [
    0x0103, 0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0201, 0x0202, 0x829A, 0x829D, 0x8769, 0x8825,
    0x8827, 0x9000, 0x927C, 0xA002, 0xA003, 0xA005, 1, 2, 3, 4, 256, 257, 258, 273, 277, 279, 339, 0xFFFF, 0,
  ]

  private mutating func directory() -> EXIFBlock.Directory {
    var result: EXIFBlock.Directory = [:]
    for _ in 0..<index(8) { result[one(of: Self.tags)] = value() }
    return result
  }

  private mutating func value() -> TIFFValue {
    let count = index(4)
    func array<Element>(_ make: (inout Choices) -> Element, _ choices: inout Choices) -> [Element] {
      (0..<count).map { _ in make(&choices) }
    }
    switch index(12) {
    case 0: return .bytes(bytes(upTo: 20))
    case 1: return .ascii(String(decoding: bytes(upTo: 40), as: UTF8.self))
    case 2: return .shorts(array({ UInt16(truncatingIfNeeded: $0.word()) }, &self))
    case 3: return .longs(array({ UInt32(truncatingIfNeeded: $0.word()) }, &self))
    case 4:
      return .rationals(
        array({ .init(UInt32(truncatingIfNeeded: $0.word()), UInt32($0.byte())) }, &self))
    case 5: return .signedBytes(array({ Int8(bitPattern: $0.byte()) }, &self))
    case 6: return .undefined(bytes(upTo: 60))
    case 7: return .signedShorts(array({ Int16(truncatingIfNeeded: $0.word()) }, &self))
    case 8: return .signedLongs(array({ Int32(truncatingIfNeeded: $0.word()) }, &self))
    case 9:
      return .signedRationals(
        array({ .init(Int32(truncatingIfNeeded: $0.word()), Int32(truncatingIfNeeded: $0.word())) }, &self))
    case 10: return .floats(array({ Float($0.number()) }, &self))
    default: return .doubles(array({ $0.number() }, &self))
    }
  }

  mutating func gainMapMetadata() -> GainMapMetadata {
    var result = GainMapMetadata(alternateHeadroom: 2, max: 2)
    if isRare(2) { result.alternateHeadroom = number() }
    if isRare(4) { result.baseHeadroom = number() }
    if isRare(3) { result.min = SIMD3(number(), number(), number()) }
    if isRare(3) { result.max = SIMD3(number(), number(), number()) }
    if isRare(4) { result.gamma = SIMD3(number(), number(), number()) }
    if isRare(4) { result.baseOffset = SIMD3(number(), number(), number()) }
    if isRare(4) { result.alternateOffset = SIMD3(number(), number(), number()) }
    result.useBaseColorSpace = !isRare(4)
    result.isMultichannel = isRare(2)
    return result
  }

  mutating func gainMap(_ width: Int, _ height: Int) -> GainMapImage? {
    let divisor = 1 + index(4)
    let size = (max(width / divisor, 1), max(height / divisor, 1))
    guard let map = bitmap(size.0, size.1, formats: [.gray8, .rgb8, .gray16, .rgb16, .grayFloat]) else { return nil }
    let formula: GainMapFormula =
      isRare(4) ? .apple(AppleGainMap(headroom: number())) : .iso(gainMapMetadata())
    var description = GainMapDescription(
      kinds: [.iso], formula: formula, width: size.0, height: size.1, channels: map.format.isGray ? 1 : 3)
    description.alternateEncoding = optional { $0.encoding() }
    if isRare(3) { description.alternateICCProfile = profile() }
    return GainMapImage(bitmap: map, description: description)
  }

  mutating func mapOptions() -> GainMapOptions {
    GainMapOptions(
      channels: isRare(2) ? .luma : .rgb, scale: one(of: [1, 2, 4]), offset: isRare(4) ? number() : nil,
      alternateHeadroom: optional { $0.number() }, baseHeadroom: isRare(3) ? number() : 1, isDeep: isRare(3))
  }

  mutating func options() -> EncodeOptions {
    var options = EncodeOptions()
    options.quality = isRare(4) ? number() : one(of: [0, 1, 30, 50, 80, 90, 95, 99.9, 100])
    options.gainMapQuality = isRare(4) ? number() : 80
    options.chroma = optional { $0.one(of: EncodeOptions.Chroma.allCases) }
    options.isProgressive = isRare(4)
    options.isLossless = isRare(4)
    options.bitDepth = isRare(2) ? nil : one(of: [8, 10, 12, 16, 32, 9, 1, 0, -1, 64, .max])
    options.speed = one(of: [10, 9, 8, isRare(20) ? .min : 10, isRare(20) ? .max : 9, isRare(8) ? index(8) : 10])
    options.stripsMetadata = isRare(4)
    if isRare(3) { options.gainMapKinds = Set(GainMapDescription.Kind.allCases.filter { _ in isRare(2) }) }
    options.report = EncodingReport()
    return options
  }
}

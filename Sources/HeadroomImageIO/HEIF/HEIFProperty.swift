internal import HeadroomColor
internal import HeadroomContainers

/// A property of an item (`ipco`), as far as it is supported here.
enum HEIFProperty: Sendable {
  /// `ispe`: size of the picture before transforms.
  case size(width: UInt32, height: UInt32)
  /// `pixi`: bits of each channel.
  case pixelBits([UInt8])
  /// `colr` of kind `nclx`.
  case codePoints(CICP)
  /// `colr` of kind `prof` or `rICC`.
  case profile([UInt8])
  /// `pasp`.
  case pixelAspect(PixelAspect)
  /// `clap`, `irot` and `imir`: applied in the order of association.
  case transform(HEIFTransform)
  /// `auxC`, and `auxi` of tracks: the type of an auxiliary picture.
  case auxiliary(String)
  case hevc(HEVCConfiguration)
  case av1(AV1Configuration)
  /// `jpgC`: the bytes that precede the data of an item of the type `jpeg`.
  case jpegPrefix([UInt8])
  /// `clli`, `mdcv`, `cclv`, `amve`, `reve`, `ndwt`.
  case light(LightBox)
  /// `lsel`: which layer of a layered picture; 0xFFFF is all.
  case layer(UInt16)
  /// `a1op`: operating point.
  case operatingPoint(UInt8)
  /// Known, and without a meaning for a decoder of stills.
  case ignored
  /// Not known; only harmful where it is essential.
  case unknown
  /// Known, but damaged.
  case damaged(ImageIOError)
}

extension HEIFProperty {
  /// Reads a property box. Damage is kept: it only matters to items that have the property.
  init(_ box: ISOBox, in list: ISOBoxList) {
    var reader = list.reader(of: box)
    do throws(ImageIOError) {
      self = try Self.parse(box.type, &reader, limits: list.limits)
    } catch {
      self = .damaged(error)
    }
  }

  private static func parse(
    _ type: FourCC, _ reader: inout ByteReader, limits: DecodeLimits
  ) throws(ImageIOError) -> HEIFProperty {
    switch type {
    case "ispe":
      _ = try reader.fullBoxHeader()
      return .size(width: try reader.u32(), height: try reader.u32())
    case "pixi":
      _ = try reader.fullBoxHeader()
      return .pixelBits(try reader.take(Int(try reader.u8())))
    case "colr": return try color(&reader, limits: limits)
    case "pasp": return .pixelAspect(try PixelAspect(&reader))
    case "clap": return .transform(.crop(try CleanAperture(&reader)))
    case "irot": return .transform(.rotate(quarterTurns: try reader.u8() & 3))
    case "imir": return .transform(.mirror(axis: try reader.u8() & 1))
    case "auxC", "auxi":
      _ = try reader.fullBoxHeader()
      return .auxiliary(try reader.text())
    case "hvcC": return .hevc(try HEVCConfiguration(&reader))
    case "av1C": return .av1(try AV1Configuration(&reader))
    case "jpgC": return .jpegPrefix(reader.rest)
    case "lsel": return .layer(try reader.u16())
    case "a1op": return .operatingPoint(try reader.u8())
    case "a1lx", "rloc", "udes", "altt", "crtt", "mdft", "iscl", "aebr", "afbr", "wbbr", "subs", "free", "skip", "uuid":
      return .ignored
    default: return try LightBox(type, reader).map(HEIFProperty.light) ?? .unknown
    }
  }

  private static func color(
    _ reader: inout ByteReader, limits: DecodeLimits
  ) throws(ImageIOError) -> HEIFProperty {
    switch try ColorBox(&reader, limits: limits) {
    case .codePoints(let points, _): .codePoints(points)
    case .profile(let bytes): .profile(bytes)
    case .other: .unknown
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

extension PropertyBox {
  /// Size before any transform.
  static func size(width: Int, height: Int) -> PropertyBox {
    var body = ByteWriter()
    body.u32(UInt32(truncatingIfNeeded: width))
    body.u32(UInt32(truncatingIfNeeded: height))
    return PropertyBox(box: BoxBytes.fullBox("ispe", body.bytes))
  }

  /// Channels and their bits.
  static func pixelInformation(channels: Int, bitDepth: Int) -> PropertyBox {
    let bits = [UInt8](repeating: UInt8(truncatingIfNeeded: bitDepth), count: channels)
    return PropertyBox(box: BoxBytes.fullBox("pixi", [UInt8(truncatingIfNeeded: channels)] + bits))
  }

  /// Colour by the code points of H.273.
  static func codePoints(_ cicp: CICP) -> PropertyBox {
    var body = ByteWriter()
    body.append("nclx".utf8)
    for code in [cicp.primaries, cicp.transfer, cicp.matrix] { body.u16(UInt16(code)) }
    body.u8(cicp.fullRange ? 0x80 : 0)
    return PropertyBox(box: BoxBytes.box("colr", body.bytes))
  }

  /// Colour by a profile.
  static func profile(_ profile: [UInt8]) -> PropertyBox {
    PropertyBox(box: BoxBytes.box("colr", Array("prof".utf8) + profile))
  }

  /// The type of an auxiliary picture.
  static func auxiliaryType(_ urn: String) -> PropertyBox {
    PropertyBox(box: BoxBytes.fullBox("auxC", BoxBytes.text(urn)), isEssential: true)
  }

  /// The transforms of an EXIF orientation: a turn counter-clockwise in quarters, then a flip.
  static func transforms(_ orientation: CGImagePropertyOrientation) -> [PropertyBox] {
    // Flip over the horizontal axis (0) or the vertical one (1).
    let (quarters, axis): (UInt8, UInt8?) =
      switch orientation {
      case .up: (0, nil)
      case .upMirrored: (0, 1)
      case .down: (2, nil)
      case .downMirrored: (0, 0)
      case .leftMirrored: (1, 0)
      case .right: (3, nil)
      case .rightMirrored: (3, 0)
      case .left: (1, nil)
      }
    var properties: [PropertyBox] = []
    if quarters > 0 { properties.append(PropertyBox(box: BoxBytes.box("irot", [quarters]), isEssential: true)) }
    if let axis { properties.append(PropertyBox(box: BoxBytes.box("imir", [axis]), isEssential: true)) }
    return properties
  }

  /// Mastering, light level and viewing metadata. Never essential: a picture can be shown without them.
  static func highDynamicRange(_ metadata: HDRMetadata) -> [PropertyBox] {
    var boxes: [[UInt8]] = []
    if let lightLevel = metadata.lightLevel { boxes.append(BoxBytes.box("clli", lightLevel.seiBytes)) }
    if let mastering = metadata.mastering { boxes.append(BoxBytes.box("mdcv", mastering.seiBytes)) }
    if let volume = metadata.colorVolume?.boxBody { boxes.append(BoxBytes.box("cclv", volume)) }
    if let ambient = metadata.ambient { boxes.append(BoxBytes.box("amve", ambient.seiBytes)) }
    if let reference = metadata.reference { boxes.append(BoxBytes.box("reve", reference.boxBody)) }
    if let white = metadata.diffuseWhite { boxes.append(BoxBytes.box("ndwt", white.boxBody)) }
    return boxes.map { PropertyBox(box: $0) }
  }
}

extension XMPPacket {
  /// The packet of a panorama whose frame changed: sizes and places of Google's GPano scale with the picture, and a
  /// part moves in the whole sphere. Frames that are no longer a rectangle of the sphere lose their GPano properties.
  ///
  /// - Returns: `bytes` unchanged where they do not describe a panorama or nothing changed; nil when nothing is left.
  package static func reframing(_ bytes: [UInt8], as framing: PictureFraming) -> [UInt8]? {
    guard framing != .unchanged, bytes.mentions(XMPNamespace.panorama), let packet = try? XMPPacket(parsing: bytes)
    else { return bytes }
    guard case .part(let part) = framing, let area = PanoramaArea(packet, part) else {
      return removing({ $0.namespace == XMPNamespace.panorama }, from: bytes)
    }
    var root = packet.root
    root.setTexts(area.values(packet))
    // The areas of picture and padding in a part are not computed.
    if !part.isWhole { root.removeNames(beginningWith: PanoramaArea.validRectangle) }
    return root == packet.root ? bytes : serialized(root)
  }
}

/// The numbers of pixels of GPano, for a part of the picture that they describe.
private struct PanoramaArea {
  private let part: FramedPart
  /// GPano's pixels per pixel of the whole picture: 1 unless the picture was scaled before and the numbers were not.
  private let counted: (x: Double, y: Double)

  static let validRectangle = "LargestValidInteriorRect"
  private static let largest = 1e9

  /// Nil where the numbers are not of this picture: they count another shape.
  init?(_ packet: XMPPacket, _ part: FramedPart) {
    guard part.width > 0, part.height > 0, part.fullWidth > 0, part.fullHeight > 0 else { return nil }
    // Without a rectangle the picture is the whole sphere, but a part is not.
    guard part.isWhole || packet[XMPNamespace.panorama, "CroppedAreaLeftPixels"] != nil else { return nil }
    func count(_ side: String, _ pixels: Int) -> Double {
      let number = Self.number("CroppedAreaImage\(side)Pixels", packet) ?? Self.number("FullPano\(side)Pixels", packet)
      return (number ?? Double(pixels)) / Double(pixels)
    }
    self.part = part
    counted = (count("Width", part.fullWidth), count("Height", part.fullHeight))
    guard counted.x > 0, counted.y > 0, (counted.x / counted.y - 1).magnitude < 0.02 else { return nil }
  }

  private static func number(_ name: String, _ packet: XMPPacket) -> Double? {
    let number = packet[XMPNamespace.panorama, name]?.text.flatMap { Double($0) }
    return number.flatMap { $0.isFinite && $0 >= 0 && $0 < largest ? $0 : nil }
  }

  func values(_ packet: XMPPacket) -> [XMLName: String] {
    let scale = (
      x: Double(part.targetWidth) / (Double(part.width) * counted.x),
      y: Double(part.targetHeight) / (Double(part.height) * counted.y)
    )
    func number(_ name: String) -> Double? { Self.number(name, packet) }
    var numbers: [(String, Double?)] = [
      ("CroppedAreaImageWidthPixels", Double(part.targetWidth)),
      ("CroppedAreaImageHeightPixels", Double(part.targetHeight)),
      ("FullPanoWidthPixels", number("FullPanoWidthPixels").map { $0 * scale.x }),
      ("FullPanoHeightPixels", number("FullPanoHeightPixels").map { $0 * scale.y }),
      ("CroppedAreaLeftPixels", (number("CroppedAreaLeftPixels") ?? 0) * scale.x + left),
      ("CroppedAreaTopPixels", (number("CroppedAreaTopPixels") ?? 0) * scale.y + top),
    ]
    for (name, factor) in [("Left", scale.x), ("Width", scale.x), ("Top", scale.y), ("Height", scale.y)] {
      let key = Self.validRectangle + name
      numbers.append((key, number(key).map { $0 * factor }))
    }
    var texts: [XMLName: String] = [:]
    for (name, value) in numbers {
      guard let value, value < Self.largest else { continue }
      texts[XMLName(XMPNamespace.panorama, name)] = String(Int(value.rounded()))
    }
    return texts
  }

  /// The part's corner at its new size.
  private var left: Double { Double(part.x) * Double(part.targetWidth) / Double(part.width) }
  private var top: Double { Double(part.y) * Double(part.targetHeight) / Double(part.height) }
}

extension XMLElement {
  /// Removes GPano's properties of these names.
  fileprivate mutating func removeNames(beginningWith prefix: String) {
    func isUnwanted(_ name: XMLName) -> Bool {
      name.namespace == XMPNamespace.panorama && name.local.hasPrefix(prefix)
    }
    removeElements { isUnwanted($0.name) }
    removeAttributes { isUnwanted($0.name) }
  }
}

extension StillMetadata {
  /// The metadata for a picture whose frame changed.
  package func reframed(_ framing: PictureFraming) -> StillMetadata {
    guard framing != .unchanged else { return self }
    var result = self
    result.xmp = xmp.flatMap { XMPPacket.reframing($0, as: framing) }
    result.extendedXMP = extendedXMP.flatMap { XMPPacket.reframing($0, as: framing) }
    if result.extendedXMP != extendedXMP { result.mergeExtension() }
    return result
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// The pictures of a file in coded form.
struct CodedContents: Sendable {
  var base: CodedLayer
  var coding: BaseCoding
  var alpha: CodedLayer?
  /// A small version of the base, and its colour.
  var thumbnail: (layer: CodedLayer, cicp: CICP)?
  var map: CodedGainMap?
}

/// Assembles coded pictures, colour and metadata into a file.
///
/// ```
/// 1 base (grid with hidden tiles where it is large)   colr irot imir, clli mdcv ... of an HDR base
/// 2 alpha, hidden                                     auxl -> 1
///   thumbnail                                         thmb -> 1
/// 3 gain map, hidden                                  auxl -> 1 (Apple), irot imir as the base
///   the same for Apple's curve, where one gamma is too far from it: then the former has no auxl
/// 4 tmap                                              dimg -> [1, 3], altr [4, 1] (ISO)
/// 5 Exif  cdsc -> 1    6 XMP  cdsc -> 1    7 XMP of the map  cdsc -> 3 (Apple)
/// behind all: mpvd, the video of a motion photo
/// ```
struct HEIFAssembler<Codec: StillPictureCodec>: Sendable {
  let picture: StillHeader
  let options: EncodeOptions
  let contents: CodedContents

  func file() throws(ImageIOError) -> [UInt8] {
    let output = MemoryByteSink()
    try write(to: output)
    return output.bytes
  }

  func write(to output: any ByteSink) throws(ImageIOError) {
    var brands = Codec.brands(base: contents.base.tiles[0], bitDepth: contents.base.bitDepth)
    if contents.map?.metadata != nil { brands.append("tmap") }
    var file = HEIFFile(majorBrand: brands[0], compatibleBrands: Array(brands.dropFirst()))
    let base = file.add(Codec.self, contents.base, isHidden: false, properties: baseProperties)
    file.primary = base
    if let alpha = contents.alpha {
      let item = file.add(
        Codec.self, alpha, isHidden: true,
        properties: [.auxiliaryType(Codec.alphaType)] + PropertyBox.transforms(picture.orientation))
      file.references.append(.init(type: "auxl", from: item, to: [base]))
    }
    if let (layer, cicp) = contents.thumbnail {
      let item = file.add(
        Codec.self, layer, isHidden: false,
        properties: Self.color(cicp: cicp, profile: profile(of: layer)) + PropertyBox.transforms(picture.orientation))
      file.references.append(.init(type: "thmb", from: item, to: [base]))
    }
    if let map = contents.map { add(map, base: base, to: &file) }
    addMetadata(base: base, to: &file)
    try file.write(to: output)
    if let motion = picture.motion(options) {
      try output.append(BoxBytes.header("mpvd", bodyCount: UInt64(motion.byteCount)))
      try output.append(motion.bytes)
    }
  }

  // MARK: - Base

  private var baseProperties: [PropertyBox] {
    var properties = Self.color(
      cicp: contents.coding.settings.cicp, profile: profile(of: contents.base))
    if picture.encoding.transfer.isHDR { properties += PropertyBox.highDynamicRange(picture.hdr) }
    return properties + PropertyBox.transforms(picture.orientation)
  }

  /// Code points first: they hold the matrix, and for PQ and HLG the colour.
  private static func color(cicp: CICP, profile: [UInt8]?) -> [PropertyBox] {
    [.codePoints(cicp)] + (profile.map { [.profile($0)] } ?? [])
  }

  /// Code points describe PQ and HLG completely. The profile beside them shows the picture tone mapped in readers
  /// that do not support them.
  private func profile(of layer: CodedLayer) -> [UInt8]? {
    if options.omitsFallbacks, picture.encoding.transfer.isHDR, CICP(encoding: picture.encoding.standardRange) != nil {
      return nil
    }
    return ICCProfile.embedded(own: picture.iccProfile, encoding: picture.encoding, isGray: layer.channels == 1)
  }

  // MARK: - Gain map

  private func add(_ map: CodedGainMap, base: UInt16, to file: inout HEIFFile) {
    var properties: [PropertyBox] = []
    if map.apple != nil, map.appleLayer == nil { properties.append(.auxiliaryType(CodedGainMap.appleType)) }
    properties.append(.codePoints(map.cicp))
    let item = file.add(
      Codec.self, map.layer, isHidden: true, properties: properties + PropertyBox.transforms(picture.orientation))
    let appleItem =
      map.appleLayer.map { layer in
        file.add(
          Codec.self, layer, isHidden: true,
          properties: [.auxiliaryType(CodedGainMap.appleType), .codePoints(map.cicp)]
            + PropertyBox.transforms(picture.orientation))
      } ?? item
    if map.apple != nil { file.references.append(.init(type: "auxl", from: appleItem, to: [base])) }
    if let metadata = map.metadata {
      let layout = contents.base.layout
      let toneMapped = file.add(
        HEIFFile.Item(
          type: "tmap", place: .itemData, data: metadata.serializedTmap(),
          properties: [
            .size(width: layout.width, height: layout.height),
            .pixelInformation(channels: contents.base.channels, bitDepth: map.alternate.bitDepth),
          ] + Self.color(cicp: map.alternate.cicp, profile: map.alternate.profile) + alternateProperties))
      file.references.append(.init(type: "dimg", from: toneMapped, to: [base, item]))
      // The first is preferred; readers that do not support it take the next.
      file.groups.append(.init(type: "altr", members: [toneMapped, base]))
    }
    if let apple = map.apple { addXMP(GainMapXMP.applePacket(apple), of: appleItem, to: &file) }
  }

  /// The known brightness of an SDR base's alternate.
  private var alternateProperties: [PropertyBox] {
    picture.encoding.transfer.isHDR ? [] : PropertyBox.highDynamicRange(picture.hdr)
  }

  // MARK: - Metadata

  private func addMetadata(base: UInt16, to file: inout HEIFFile) {
    guard !options.stripsMetadata else { return }
    if let source = picture.metadata.exif {
      let block = EXIFBlock.describing(picture, in: source)
      // First comes the u32 offset of the TIFF header after this number.
      let item = file.add(HEIFFile.Item(type: "Exif", isHidden: true, data: [0, 0, 0, 0] + block))
      file.references.append(.init(type: "cdsc", from: item, to: [base]))
    }
    if let packet = XMPPacket.describing(picture, mimeType: "image/" + Codec.format) {
      addXMP(packet, of: base, to: &file)
    }
  }

  private func addXMP(_ packet: [UInt8], of item: UInt16, to file: inout HEIFFile) {
    let metadata = file.add(
      HEIFFile.Item(type: "mime", contentType: "application/rdf+xml", isHidden: true, data: packet))
    file.references.append(.init(type: "cdsc", from: metadata, to: [item]))
  }
}

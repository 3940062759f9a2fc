internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// An OpenEXR file whose headers have been read.
///
/// The picture is the display window: pixels outside the data window are black, and transparent where there is alpha.
/// Colours keep their bits, including NaN, infinities and colour without alpha; alpha is premultiplied, as in OpenEXR.
/// Numbers are not scaled by `whiteLuminance`: 1.0 is the white of the stored picture, and the attribute states its
/// intended luminance (``HDRMetadata/diffuseWhite``). Parts without deep data are the pictures of the file, with the
/// likeliest main picture first. Of a part's layers the one without a name is shown, else the likeliest, unless a
/// request names another of ``StillInfo/layers``.
struct OpenEXRReader: ImageReader {
  let info: StillInfo
  let directory: OpenEXR.Directory
  let bytes: FileBytes
  /// The parts that are pictures.
  private let pictures: [Int]

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    var walker = OpenEXR.HeaderWalker(bytes, limits: limits)
    directory = try walker.directory()
    self.bytes = bytes
    pictures = directory.pictures
    guard let first = pictures.first else {
      throw .unsupported(part: "type", text: "deep data, several samples for a pixel")
    }
    let part = directory.parts[first]
    info = Self.info(part, OpenEXR.Picture(part), choice: Self.choice(of: pictures, in: directory), pictures.count)
  }

  /// The message about which part is shown first, and the other parts; nil for a single one.
  private static func choice(of pictures: [Int], in directory: OpenEXR.Directory) -> String? {
    guard pictures.count > 1 else { return nil }
    let titles = pictures.map { index in
      let part = directory.parts[index]
      let title = part.name.map { "'\($0)'" } ?? "\(index)"
      return "\(title) (\(OpenEXR.Picture(part).name(in: part)))"
    }
    let rest = titles.dropFirst().prefix(8).joined(separator: ", ")
    return "parts: \(titles[0]) is shown first of \(titles.count); others: \(rest)\(titles.count > 9 ? ", ..." : "")"
  }

  private func part(_ index: Int) throws(ImageIOError) -> Int {
    guard pictures.indices.contains(index) else {
      throw .noPicture(at: index, of: pictures.count)
    }
    return pictures[index]
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo { try info(of: DecodeRequest(index: index)) }

  func info(of request: DecodeRequest) throws(ImageIOError) -> StillInfo {
    let part = directory.parts[try part(request.index)]
    let choice = request.index == 0 ? Self.choice(of: pictures, in: directory) : nil
    return Self.info(part, try picture(part, request), choice: choice, pictures.count)
  }

  private func picture(_ part: OpenEXR.Part, _ request: DecodeRequest) throws(ImageIOError) -> OpenEXR.Picture {
    guard let layer = request.layer else { return OpenEXR.Picture(part) }
    guard let picture = OpenEXR.Picture(part, layer: layer) else { throw .noLayer(layer, of: part.layerNames) }
    return picture
  }

  /// The level of the pyramid for a scale; 0 where there is none, or the display window is not the data window.
  private func level(_ part: OpenEXR.Part, _ denominator: Int) -> Int {
    guard part.tiles?.levels == .mipmap, part.dataWindow == part.displayWindow, denominator > 1 else { return 0 }
    return min(Int.bitWidth - 1 - denominator.leadingZeroBitCount, part.levelCounts.x - 1)
  }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    guard let index = try? part(request.index) else { return (info.width, info.height) }
    let part = directory.parts[index]
    let level = level(part, request.scaleDenominator)
    return (part.levelSize(part.displayWindow.width, level), part.levelSize(part.displayWindow.height, level))
  }

  private func decoder(_ request: DecodeRequest) throws(ImageIOError) -> OpenEXR.PictureDecoder {
    let index = try part(request.index)
    let part = directory.parts[index]
    for window in [part.displayWindow, part.dataWindow] {
      try request.limits.check(
        width: UInt64(window.width), height: UInt64(window.height), part: "dataWindow", offset: part.offset)
    }
    let picture = try picture(part, request)
    if let obstacle = picture.obstacle(part) { throw obstacle }
    let level = level(part, request.scaleDenominator)
    let decoder = OpenEXR.PictureDecoder(bytes, directory, part: index, picture: picture, level: level)
    if decoder.missingBlocks > 0, !request.allowPartial, part.tiles?.levels ?? .one == .one {
      throw .incompletePicture(part: "offset table", offset: bytes.count)
    }
    return decoder
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let decoder = try decoder(request)
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(
        width: decoder.width, height: decoder.height, format: decoder.picture.format, alpha: .premultiplied)
    } catch {
      throw ImageIOError(error)
    }
    let all = PixelRect(width: decoder.width, height: decoder.height)
    var region: PixelRect?
    var failure: ImageIOError?
    if decoder.picture.isLuminanceChroma {
      try decoder.decodeLuminanceChroma(bytes, into: bitmap)
    } else {
      region = request.region?.intersection(all)
      failure = try decoder.decode(
        region?.rows ?? all.rows, columns: region?.columns, into: bitmap, row: region?.rows.lowerBound ?? 0,
        allowPartial: request.allowPartial)
    }
    let info = try info(of: request)
    let warnings = info.warnings + (failure.map { ["\($0)"] } ?? [])
    var still = StillImage(
      base: bitmap, encoding: info.encoding, hdr: info.hdr, contentHeadroom: info.contentHeadroom,
      contentHeadroomSource: info.contentHeadroomSource, metadata: info.metadata, warnings: warnings,
      isPartial: failure != nil)
    still.decodedRegion = region
    return still
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? {
    guard let decoder = try? decoder(request) else { return nil }
    return decoder.picture.isLuminanceChroma ? nil : OpenEXRRowSource.stripByteCount(decoder)
  }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    let decoder = try decoder(request)
    guard !decoder.picture.isLuminanceChroma else { return nil }
    let info = try info(of: request)
    return OpenEXRRowSource(
      decoder, file: bytes, encoding: info.encoding, warnings: info.warnings, allowPartial: request.allowPartial)
  }
}

extension OpenEXRReader: ContainerProperties {
  package var isIndexed: Bool { false }
  package var pixelsPerInch: (x: Double, y: Double)? { nil }

  package var ownProperties: (key: CFString, values: CFDictionary)? {
    guard let part = pictures.first.map({ directory.parts[$0] }) else { return nil }
    return (
      kCGImagePropertyOpenEXRDictionary,
      [
        kCGImagePropertyOpenEXRAspectRatio: part.pixelAspect ?? 1,
        kCGImagePropertyOpenEXRCompression: Int(part.compression.rawValue),
      ]
    )
  }
}

extension OpenEXRReader {
  private static func info(
    _ part: OpenEXR.Part, _ picture: OpenEXR.Picture, choice: String?, _ frameCount: Int
  ) -> StillInfo {
    var warnings = (choice.map { [$0] } ?? []) + picture.warnings
    let encoding = part.encoding(isGray: picture.format.isGray, warnings: &warnings)
    var info = StillInfo(
      format: OpenEXRFormat.name, width: part.displayWindow.width, height: part.displayWindow.height,
      bitDepth: picture.format.bitsPerComponent, channels: picture.format.channelCount, encoding: encoding,
      frameCount: frameCount, kind: .float, contentHeadroom: 0, contentHeadroomSource: .unknown,
      auxiliary: picture.others, warnings: warnings)
    info.isAlphaPremultiplied = picture.format.hasAlpha
    info.pictureName = part.name
    info.pixelAspect = part.pixelAspect
    let layers = part.layerNames
    if layers.count > 1 { info.layers = layers }
    if picture.isLuminanceChroma { info.chroma = "420" }
    if let nits = part.whiteLuminance, nits.isFinite, nits > 0 {
      info.hdr.diffuseWhite = NominalDiffuseWhite(nits: nits)
    }
    info.metadata.exif = OpenEXR.CameraAttributes.exif(of: part)
    info.cameraMake = part.strings["cameraMake"]
    info.cameraModel = part.strings["cameraModel"]
    info.metadata.xmp = (part.strings["xmp"] ?? part.strings["XMP"]).map { Array($0.utf8) }
    return info
  }

  func structure() -> [FilePart] {
    let version = FilePart(name: "version", offset: 0, byteCount: 8, summary: summary(of: directory.flags))
    let headers = directory.parts.enumerated().map { index, part in
      let name = part.name.map { " '\($0)'" } ?? ""
      let attributes = part.attributes.map { attribute in
        FilePart(
          name: attribute.name, offset: attribute.offset, byteCount: attribute.value.upperBound - attribute.offset,
          summary: summary(of: attribute, part))
      }
      return FilePart(
        name: "part \(index)\(name)", offset: part.offset, byteCount: part.end - part.offset, children: attributes)
    }
    let tables = directory.parts.enumerated().map { index, part in
      FilePart(
        name: "offset table \(index)", offset: part.table, byteCount: 8 * part.chunkCount,
        summary: "\(part.chunkCount) blocks")
    }
    let blocks = FilePart(name: "blocks", offset: directory.blocks, byteCount: max(bytes.count - directory.blocks, 0))
    return [version] + headers + tables + [blocks]
  }

  private func summary(of flags: UInt32) -> String {
    let names = [
      (OpenEXR.Flag.tiled, "tiles"), (OpenEXR.Flag.longNames, "long names"), (OpenEXR.Flag.nonImage, "deep data"),
      (OpenEXR.Flag.multipart, "parts"),
    ]
    return (["2"] + names.filter { flags & $0.0 != 0 }.map(\.1)).joined(separator: ", ")
  }

  private func summary(of attribute: OpenEXR.Attribute, _ part: OpenEXR.Part) -> String {
    func text(_ box: OpenEXR.Box) -> String { "(\(box.minX), \(box.minY)) to (\(box.maxX), \(box.maxY))" }
    switch attribute.name {
    case "channels": return part.channels.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    case "compression": return "\(part.compression)"
    case "dataWindow": return text(part.dataWindow)
    case "displayWindow": return text(part.displayWindow)
    case "tiles": return part.tiles.map { "\($0.width)x\($0.height), levels \($0.levels)" } ?? ""
    case "chromaticities":
      return (part.chromaticities ?? []).map { "\($0)" }.joined(separator: " ")
    case "whiteLuminance": return part.whiteLuminance.map { "\($0) cd/m²" } ?? ""
    default:
      let value = part.strings[attribute.name].map { String($0.prefix(60)) }
      return value ?? attribute.type
    }
  }

  func conformanceFindings() -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    for index in pictures {
      let part = directory.parts[index]
      func add(_ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ name: String) {
        findings.append(
          ConformanceFinding(
            rule: "exr.\(rule)", severity: severity, message: message, part: "part \(index)/\(name)",
            offset: part.attributes.first { $0.name == name }?.offset))
      }
      for name in ["lineOrder", "pixelAspectRatio", "screenWindowCenter", "screenWindowWidth"]
      where !part.attributes.contains(where: { $0.name == name }) {
        add("required-attribute", .error, "the attribute is missing", name)
      }
      if part.channels.map(\.name)
        != part.channels.map(\.name).sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
      {
        add("channel-order", .error, "channels are not in alphabetical order", "channels")
      }
      if Set(part.channels.map(\.name)).count < part.channels.count {
        add("channel-names", .error, "a channel appears twice", "channels")
      }
      if let numbers = part.chromaticities, ColorPrimaries(redGreenBlueWhite: numbers) == nil {
        add("chromaticities", .warning, "the chromaticities span no colour space", "chromaticities")
      }
      if let nits = part.whiteLuminance, !(nits > 0 && nits.isFinite) {
        add("white-luminance", .warning, "a white of \(nits) cd/m²", "whiteLuminance")
      }
      if directory.isMultipart, part.statedChunkCount != part.chunkCount {
        add(
          "chunk-count", .error, "the header counts \(part.statedChunkCount ?? 0) blocks of \(part.chunkCount)",
          "chunkCount")
      }
      let missing = OpenEXR.BlockTable(bytes, directory, part: index).missing
      if missing > 0 { add("missing-blocks", .error, "\(missing) of \(part.chunkCount) blocks are missing", "blocks") }
    }
    return findings
  }
}

internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension HEIFReader: AuxiliaryPictures {
  package func auxiliaryKinds(at index: Int) -> [(kind: AuxiliaryKind, width: Int, height: Int)] {
    guard let picture = try? self.picture(at: index) else { return [] }
    return auxiliaryItems(of: picture).compactMap { item in
      guard let kind = kind(of: item), let size = item.size else { return nil }
      return (kind, size.width, size.height)
    }
  }

  package func auxiliaryPicture(
    _ kind: AuxiliaryKind, at index: Int, limits: DecodeLimits
  ) throws(ImageIOError) -> AuxiliaryPicture? {
    let shown = try picture(at: index)
    guard let item = auxiliaryItems(of: shown).first(where: { self.kind(of: $0) == kind }) else { return nil }
    let plan = try HEIFPlan(for: item.id, in: container)
    let coding = HEIFColor(of: item, tile: plan.tileItem).coding
    let decoder = HEIFPictureDecoder(
      plan, in: container, coding: coding, scale: 1, averaging: .codes, allowPartial: false, limits: limits)
    let decoded = try bytes.reading { () throws(ImageIOError) in try decoder.decode().bitmap }
    return AuxiliaryPicture(
      bitmap: try Self.samples(of: decoded, isDeep: plan.bitDepth > 8), xmp: xmp(of: item),
      orientation: shown.info.orientation)
  }

  private func auxiliaryItems(of picture: HEIFPicture) -> [HEIFItem] {
    container.sources("auxl", to: picture.id).compactMap { container.items[$0] }
  }

  private func kind(of item: HEIFItem) -> AuxiliaryKind? {
    guard let type = item.auxiliaryType, let kind = Self.kinds[type] else { return nil }
    guard kind == .depth, let packet = xmp(of: item).flatMap({ try? XMPPacket(parsing: $0) }) else { return kind }
    // Apple's cameras store disparity under the same type, and state the format that it had.
    let native = packet[XMPNamespace.applePixelData, "NativeFormat"]?.text.flatMap { UInt32($0) }
    return Self.disparityFormats.contains(native ?? 0) ? .disparity : .depth
  }

  /// `hdis` and `fdis`.
  private static let disparityFormats: Set<UInt32> = [0x6864_6973, 0x6664_6973]

  private static let kinds: [String: AuxiliaryKind] = [
    "urn:mpeg:hevc:2015:auxid:2": .depth, "urn:mpeg:avc:2015:auxid:2": .depth,
    "urn:mpeg:mpegB:cicp:systems:auxiliary:depth": .depth,
    "urn:com:apple:photo:2018:aux:portraiteffectsmatte": .portraitMatte,
    "urn:com:apple:photo:2019:aux:semanticskinmatte": .skinMatte,
    "urn:com:apple:photo:2019:aux:semantichairmatte": .hairMatte,
    "urn:com:apple:photo:2019:aux:semanticteethmatte": .teethMatte,
    "urn:com:apple:photo:2020:aux:semanticglassesmatte": .glassesMatte,
    "urn:com:apple:photo:2020:aux:semanticskymatte": .skyMatte,
  ]

  private func xmp(of item: HEIFItem) -> [UInt8]? {
    HEIFMetadata(of: item.id, in: container, isPrimary: false).xmp
  }

  /// The only component, or the first of several, in 8 or 16 bits.
  private static func samples(of picture: PixelBitmap, isDeep: Bool) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      let result = try PixelBitmap(
        width: picture.width, height: picture.height, format: isDeep ? .gray16 : .gray8, alpha: .opaque)
      let buffer = RowBuffer(capacity: picture.width)
      for row in 0..<picture.height {
        let rows = unsafe buffer.rows
        unsafe RowCodec.unpack(picture, row: row, x: 0, count: picture.width, into: rows)
        unsafe RowCodec.pack(rows, count: picture.width, into: result, row: row, x: 0)
      }
      return result
    } catch {
      throw ImageIOError(error)
    }
  }
}

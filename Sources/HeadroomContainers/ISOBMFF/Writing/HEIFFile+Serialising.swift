extension HEIFFile {
  /// Writes the file's bytes.
  ///
  /// - Throws: ``ImageIOError/notEncodable(format:text:)`` beyond 4 GiB or 65,000 items.
  package func write(to output: any ByteSink) throws(ImageIOError) {
    guard items.count + groups.count <= 65_000 else {
      throw .notEncodable(format: majorBrand, text: "\(items.count) items; 65000 are the most")
    }
    let mediaBytes = items.reduce(UInt64(0)) { $1.place == .mediaData ? $0 + UInt64($1.data.count) : $0 }
    let brands = fileType
    // Offsets have a fixed size, so the box is as long with the final ones.
    let metaBytes = metadata(mediaStart: 0).count
    let start = UInt64(brands.count) + UInt64(metaBytes) + 8
    guard start + mediaBytes <= UInt64(UInt32.max) else {
      throw .notEncodable(format: majorBrand, text: "files have at most 4 GiB")
    }
    var out = ByteWriter(reserving: Int(start))
    out.append(brands)
    out.append(metadata(mediaStart: UInt32(start)))
    out.append(BoxBytes.header("mdat", bodyCount: mediaBytes))
    try output.append(out.bytes)
    for index in mediaOrder { try output.append(items[index].data) }
  }

  /// u32 minor version, then the brands.
  private var fileType: [UInt8] {
    BoxBytes.box("ftyp", Array(majorBrand.utf8) + [0, 0, 0, 0] + compatibleBrands.flatMap { Array($0.utf8) })
  }

  private func metadata(mediaStart: UInt32) -> [UInt8] {
    // u32 0, handler, 3 x u32 0, an empty name.
    let handler = BoxBytes.fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    var primaryItem = ByteWriter()
    primaryItem.u16(primary)
    var body = handler + BoxBytes.fullBox("pitm", primaryItem.bytes) + itemInformation
    if !references.isEmpty { body += itemReferences }
    body += itemProperties
    if !groups.isEmpty { body += itemGroups }
    body += itemLocations(mediaStart: mediaStart)
    let itemData = items.flatMap { $0.place == .itemData ? $0.data : [] }
    if !itemData.isEmpty { body += BoxBytes.box("idat", itemData) }
    return BoxBytes.fullBox("meta", body)
  }

  /// u16 count; each `infe` version 2: u16 id, u16 protection, type, name, for `mime` the media type.
  private var itemInformation: [UInt8] {
    var out = ByteWriter()
    out.u16(UInt16(items.count))
    for (index, item) in items.enumerated() {
      var entry = ByteWriter()
      entry.u16(UInt16(index + 1))
      entry.u16(0)
      entry.append(item.type.utf8)
      entry.u8(0)
      if let contentType = item.contentType { entry.append(BoxBytes.text(contentType)) }
      out.append(BoxBytes.fullBox("infe", version: 2, flags: item.isHidden ? 1 : 0, entry.bytes))
    }
    return BoxBytes.fullBox("iinf", out.bytes)
  }

  /// For each: a box of the reference's type with u16 from, u16 count, u16 to.
  private var itemReferences: [UInt8] {
    var out: [UInt8] = []
    for reference in references {
      var body = ByteWriter()
      body.u16(reference.from)
      body.u16(UInt16(truncatingIfNeeded: reference.to.count))
      for item in reference.to { body.u16(item) }
      out += BoxBytes.box(reference.type, body.bytes)
    }
    return BoxBytes.fullBox("iref", out)
  }

  /// Properties that items have in common are stored once.
  private var itemProperties: [UInt8] {
    var boxes: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    for property in items.flatMap(\.properties) where places[property.box] == nil {
      places[property.box] = places.count + 1
      boxes += property.box
    }
    let isWide = places.count > 127
    var associations = ByteWriter()
    let described = items.enumerated().filter { !$0.element.properties.isEmpty }
    associations.u32(UInt32(described.count))
    for (index, item) in described {
      associations.u16(UInt16(index + 1))
      associations.u8(UInt8(truncatingIfNeeded: item.properties.count))
      for property in item.properties {
        let place = UInt16(truncatingIfNeeded: places[property.box] ?? 0)
        if isWide {
          associations.u16((property.isEssential ? 0x8000 : 0) | place)
        } else {
          associations.u8((property.isEssential ? 0x80 : 0) | UInt8(truncatingIfNeeded: place))
        }
      }
    }
    let table = BoxBytes.fullBox("ipma", flags: isWide ? 1 : 0, associations.bytes)
    return BoxBytes.box("iprp", BoxBytes.box("ipco", boxes) + table)
  }

  /// For each: u32 group id, which must differ from all item ids, u32 count, u32 item ids.
  private var itemGroups: [UInt8] {
    var out: [UInt8] = []
    for (index, group) in groups.enumerated() {
      var body = ByteWriter()
      body.u32(UInt32(items.count + 1 + index))
      body.u32(UInt32(truncatingIfNeeded: group.members.count))
      for item in group.members { body.u32(UInt32(item)) }
      out += BoxBytes.fullBox(group.type, body.bytes)
    }
    return BoxBytes.box("grpl", out)
  }

  /// Offsets and lengths of four bytes, no base offsets, one extent each. Version 1 marks items that lie in `idat`.
  private func itemLocations(mediaStart: UInt32) -> [UInt8] {
    let usesItemData = items.contains { $0.place == .itemData }
    var out = ByteWriter()
    out.append([0x44, 0x00])
    out.u16(UInt16(items.count))
    var offsets = [UInt32](repeating: 0, count: items.count)
    var (inMedia, inItemData) = (mediaStart, UInt32(0))
    for index in mediaOrder {
      offsets[index] = inMedia
      inMedia &+= UInt32(truncatingIfNeeded: items[index].data.count)
    }
    for index in items.indices where items[index].place == .itemData {
      offsets[index] = inItemData
      inItemData &+= UInt32(truncatingIfNeeded: items[index].data.count)
    }
    for (index, item) in items.enumerated() {
      out.u16(UInt16(index + 1))
      if usesItemData { out.u16(item.place == .itemData ? 1 : 0) }
      out.u16(0)
      out.u16(1)
      out.u32(offsets[index])
      out.u32(UInt32(truncatingIfNeeded: item.data.count))
    }
    return BoxBytes.fullBox("iloc", version: usesItemData ? 1 : 0, out.bytes)
  }
}

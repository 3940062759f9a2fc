internal import HeadroomContainers

/// Rewrites a HEIF file with changes to its items. Coded data, properties and boxes that are not changed stay byte for
/// byte as they are; bytes that belong to no remaining item are dropped.
///
/// ```
/// ftyp | meta: iinf iref iprp iloc idat grpl changed, others as they are | boxes | mdat | boxes
/// ```
struct HEIFItemRewriter {
  /// A block of metadata that the file did not have.
  struct AddedItem {
    let id: UInt32
    let type: String
    let contentType: String?
    let data: [UInt8]
    let describes: UInt32
  }

  let container: HEIFContainer
  /// Removed items.
  var removed: Set<UInt32> = []
  /// Items with other bytes.
  var data: [UInt32: [UInt8]] = [:]
  var added: [AddedItem] = []
  /// Items with new turns and mirrors, which are set in this order.
  var transforms: [UInt32: [PropertyBox]] = [:]
  /// Removed boxes of the file, by type.
  var droppedBoxes: Set<FourCC> = []
  /// Boxes after all others.
  var appended: [UInt8] = []

  private var source: FileBytes { container.bytes }
  private var file: ISOBoxList { ISOBoxList(of: source, limits: container.limits) }

  func bytes() throws(ImageIOError) -> [UInt8] {
    try checkStructure()
    let layout = try HEIFItemLayout(self)
    let (before, after) = otherBoxes
    let brands = fileType
    // Offsets have a fixed size, so the box is as long with the final ones.
    let metaCount = try metadata(layout, mediaStart: 0).count
    let start = brands.count + metaCount + before.count + 8
    guard start + layout.mediaCount <= Int(UInt32.max) else {
      throw .notEncodable(format: "heif", text: "files have at most 4 GiB")
    }
    var out = ByteWriter(reserving: start + layout.mediaCount + after.count)
    out.append(brands)
    out.append(try metadata(layout, mediaStart: start))
    out.append(before)
    out.append(BoxBytes.header("mdat", bodyCount: UInt64(layout.mediaCount)))
    layout.appendMedia(to: &out, of: source)
    out.append(after)
    out.append(appended)
    return out.bytes
  }

  private func checkStructure() throws(ImageIOError) {
    if let movie = container.topLevel.first(where: { $0.type == "moov" || $0.type == "moof" }) {
      throw .unsupported(part: movie.path, text: "the offsets of a sequence of pictures are not moved")
    }
    if let cut = container.topLevel.first(where: \.isCut) {
      throw .incompletePicture(part: cut.path, offset: cut.start)
    }
    if let damage = file.boxesBeforeDamage().damage { throw damage }
  }

  // MARK: Boxes of the file

  /// `ftyp` without the brand of tone-mapped items where none is left.
  private var fileType: [UInt8] {
    guard let box = container.topLevel.first(where: { $0.type == "ftyp" }) else { return [] }
    let isToneMapped = container.items.values.contains { $0.type == "tmap" && !removed.contains($0.id) }
    var content = Array(source.copy(box.payload).prefix(8))
    var rest = source.copy(box.payload).dropFirst(8)
    while rest.count >= 4 {
      let brand = Array(rest.prefix(4))
      if isToneMapped || brand != Array("tmap".utf8) { content += brand }
      rest = rest.dropFirst(4)
    }
    return BoxBytes.box("ftyp", content)
  }

  /// The boxes before the picture data, and those after it.
  private var otherBoxes: (before: [UInt8], after: [UInt8]) {
    var (before, after): ([UInt8], [UInt8]) = ([], [])
    var isBehind = false
    for box in container.topLevel {
      if box.type == "mdat" { isBehind = true }
      guard box.start != container.meta.box.start, !["ftyp", "mdat"].contains(box.type),
        !droppedBoxes.contains(box.type)
      else { continue }
      let bytes = source.copy(box.start..<box.payload.upperBound)
      if isBehind { after += bytes } else { before += bytes }
    }
    return (before, after)
  }

  // MARK: Boxes of the meta box

  private func metadata(_ layout: HEIFItemLayout, mediaStart: Int) throws(ImageIOError) -> [UInt8] {
    let list = try file.inside(container.meta.box, skipping: 4)
    var body = source.copy(container.meta.box.payload.lowerBound..<container.meta.box.payload.lowerBound + 4)
    var hasReferences = false
    for box in try list.boxes() {
      switch box.type {
      case "iinf": body += try itemInformation(box, list)
      case "iref":
        hasReferences = true
        body += try itemReferences(box, list)
      case "iprp": body += try HEIFPropertyRewriter(self, box, list).bytes()
      case "iloc": body += layout.locations(mediaStart: mediaStart)
      case "idat": if !layout.itemData.isEmpty { body += BoxBytes.box("idat", layout.itemData) }
      case "grpl": body += try groups(box, list)
      case "pitm": body += primaryItem(box)
      default: body += source.copy(box.start..<box.payload.upperBound)
      }
    }
    if !hasReferences, !added.isEmpty { body += BoxBytes.fullBox("iref", addedReferences(isWide: false)) }
    return BoxBytes.box("meta", body)
  }

  /// Where the primary item is a tone-mapped one that is removed, the file shows the base.
  private func primaryItem(_ box: ISOBox) -> [UInt8] {
    guard let stated = container.meta.primaryItem, removed.contains(stated),
      let base = container.targets("dimg", of: stated).first
    else { return source.copy(box.start..<box.payload.upperBound) }
    return BoxBytes.fullBox("pitm", version: 1, PropertyBox.number(Int(base), size: 4))
  }

  private func itemInformation(_ box: ISOBox, _ list: ISOBoxList) throws(ImageIOError) -> [UInt8] {
    var reader = list.reader(of: box)
    let version = try reader.fullBoxHeader().version
    let (inner, countSize) = (try list.inside(box, skipping: version == 0 ? 6 : 8), version == 0 ? 2 : 4)
    var entries: [UInt8] = []
    var count = 0
    for child in try inner.boxes() {
      var reader = inner.reader(of: child)
      let header = try reader.fullBoxHeader()
      let id = header.version < 3 ? UInt32(try reader.u16()) : try reader.u32()
      if child.type == "infe", removed.contains(id) { continue }
      entries += source.copy(child.start..<child.payload.upperBound)
      count += 1
    }
    for item in added {
      let isWide = item.id > UInt32(UInt16.max)
      var entry = PropertyBox.number(Int(item.id), size: isWide ? 4 : 2) + [0, 0] + Array(item.type.utf8) + [0]
      if let contentType = item.contentType { entry += BoxBytes.text(contentType) }
      entries += BoxBytes.fullBox("infe", version: isWide ? 3 : 2, flags: 1, entry)
      count += 1
    }
    return BoxBytes.fullBox("iinf", version: version, PropertyBox.number(count, size: countSize) + entries)
  }

  private func itemReferences(_ box: ISOBox, _ list: ISOBoxList) throws(ImageIOError) -> [UInt8] {
    var reader = list.reader(of: box)
    let version = try reader.fullBoxHeader().version
    let size = version == 0 ? 2 : 4
    var out: [UInt8] = []
    // Items that were cut from others are now whole.
    for reference in container.meta.references where reference.type != "iloc" && !removed.contains(reference.from) {
      let to = reference.to.filter { !removed.contains($0) }
      guard !to.isEmpty else { continue }
      let ends = to.flatMap { PropertyBox.number(Int($0), size: size) }
      out += BoxBytes.box(
        "\(reference.type)",
        PropertyBox.number(Int(reference.from), size: size) + PropertyBox.number(to.count, size: 2) + ends)
    }
    out += addedReferences(isWide: version != 0)
    return out.isEmpty ? [] : BoxBytes.fullBox("iref", version: version, out)
  }

  private func addedReferences(isWide: Bool) -> [UInt8] {
    let size = isWide ? 4 : 2
    return added.flatMap { item in
      BoxBytes.box(
        "cdsc",
        PropertyBox.number(Int(item.id), size: size) + [0, 1] + PropertyBox.number(Int(item.describes), size: size))
    }
  }

  private func groups(_ box: ISOBox, _ list: ISOBoxList) throws(ImageIOError) -> [UInt8] {
    let inner = try list.inside(box)
    var out: [UInt8] = []
    for child in try inner.boxes() {
      guard let group = container.meta.groups.first(where: { $0.offset == child.start }),
        group.entities.contains(where: removed.contains)
      else {
        out += source.copy(child.start..<child.payload.upperBound)
        continue
      }
      let left = group.entities.filter { !removed.contains($0) }
      // An alternative to nothing is none.
      guard left.count > 1 else { continue }
      let ends = left.flatMap { PropertyBox.number(Int($0), size: 4) }
      out += BoxBytes.fullBox(
        "\(group.type)", PropertyBox.number(Int(group.id), size: 4) + PropertyBox.number(left.count, size: 4) + ends)
    }
    return out.isEmpty ? [] : BoxBytes.box("grpl", out)
  }
}

extension PropertyBox {
  /// A number of `size` bytes, most significant first.
  static func number(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }
}

internal import HeadroomContainers
internal import HeadroomGraphics

extension HEIFReader: CodedEditing {
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    var editor = HEIFCodedEditor(container, primary, edit)
    return try editor.result()
  }
}

/// Decides the changes to the items of a HEIF file whose coded pictures stay as they are.
private struct HEIFCodedEditor {
  private let container: HEIFContainer
  private let primary: HEIFPicture
  private let edit: CodedEdit
  private var rewriter: HEIFItemRewriter

  init(_ container: HEIFContainer, _ primary: HEIFPicture, _ edit: CodedEdit) {
    self.container = container
    self.primary = primary
    self.edit = edit
    rewriter = HEIFItemRewriter(container: container)
  }

  mutating func result() throws(ImageIOError) -> CodedEditResult {
    if edit.removesGainMap { removeGainMap() }
    try changePrimaryMetadata()
    if edit.changesOthers { try stripOthers() }
    if edit.turn != .up { try turn() }
    takeMotion()
    if edit.dropsUnknown { rewriter.droppedBoxes.formUnion(["uuid", "free", "skip", "jumb"]) }
    return CodedEditResult(try rewriter.bytes(), warnings: edit.motionWarning(of: primary.info.metadata))
  }

  /// The video of a motion photo has its own box.
  private mutating func takeMotion() {
    let motion = edit.motion(of: primary.info.metadata)
    guard edit.dropsUnknown || motion == nil else { return }
    rewriter.droppedBoxes.insert("mpvd")
    if let motion {
      rewriter.appended = BoxBytes.header("mpvd", bodyCount: UInt64(motion.byteCount)) + motion.bytes
    }
  }

  // MARK: Metadata

  private mutating func changePrimaryMetadata() throws(ImageIOError) {
    let stored = HEIFMetadata(of: primary.id, in: container, isPrimary: primary.id == container.meta.primaryItem)
    let before = StillMetadata(exif: stored.exif, xmp: stored.xmp)
    let orientation = primary.placement.orientation.followed(by: edit.turn)
    let after = try edit.primary(before, orientation: orientation, isStatedElsewhere: true)
    if after.exif != before.exif {
      let prefix = try stored.exifItem.map { (id) throws(ImageIOError) in try Self.prefix(of: id, in: container) }
      replace(stored.exifItem, type: "Exif", contentType: nil, by: after.exif.map { (prefix ?? [0, 0, 0, 0]) + $0 })
    }
    if after.xmp != before.xmp {
      replace(stored.xmpItem, type: "mime", contentType: HEIFMetadata.xmpType, by: after.xmp)
    }
  }

  /// The bytes before the EXIF block of an item.
  private static func prefix(of id: UInt32, in container: HEIFContainer) throws(ImageIOError) -> [UInt8] {
    let bytes = try container.smallData(of: id)
    return Array(bytes.prefix(try HEIFMetadata.blockStart(bytes)))
  }

  private mutating func replace(_ id: UInt32?, type: String, contentType: String?, by data: [UInt8]?) {
    if let id {
      if let data { rewriter.data[id] = data } else { rewriter.removed.insert(id) }
    } else if let data {
      rewriter.added.append(
        HEIFItemRewriter.AddedItem(
          id: freeID, type: type, contentType: contentType, data: data, describes: primary.id))
    }
  }

  /// An id that neither an item nor a group has, as short as it can be.
  private var freeID: UInt32 {
    let used = Set(container.order + container.meta.groups.map(\.id) + rewriter.added.map(\.id))
    let next = (used.max() ?? 0) &+ 1
    return next <= UInt32(UInt16.max) ? next : (1...UInt32.max).first { !used.contains($0) } ?? next
  }

  /// Strips the metadata of the file's other pictures, and unknown metadata.
  private mutating func stripOthers() throws(ImageIOError) {
    let own = HEIFMetadata(of: primary.id, in: container, isPrimary: primary.id == container.meta.primaryItem)
    for id in container.order where id != own.exifItem && id != own.xmpItem && !rewriter.removed.contains(id) {
      guard let item = container.items[id], ["Exif", "mime", "uri "].contains(item.type) else { continue }
      guard let data = try stripped(item) else {
        // Unknown metadata goes only with what is stripped.
        if edit.dropsUnknown { rewriter.removed.insert(id) }
        continue
      }
      rewriter.data[id] = data
    }
  }

  /// The bytes of a metadata item without the removed parts; nil where nothing is left, or it cannot be read.
  private func stripped(_ item: HEIFItem) throws(ImageIOError) -> [UInt8]? {
    guard item.declaration.contentEncoding.isEmpty, let bytes = try? container.smallData(of: item.id) else {
      return nil
    }
    if item.type == "Exif" {
      guard let start = try? HEIFMetadata.blockStart(bytes) else { return nil }
      let block = edit.further(StillMetadata(exif: Array(bytes.dropFirst(start)))).exif
      return block.map { Array(bytes.prefix(start)) + $0 }
    }
    guard item.type == "mime", item.declaration.contentType == HEIFMetadata.xmpType else { return nil }
    return edit.further(StillMetadata(xmp: bytes)).xmp
  }

  // MARK: The gain map

  private mutating func removeGainMap() {
    let toneMapped = container.order.filter {
      container.items[$0]?.type == "tmap" && container.targets("dimg", of: $0).first == primary.id
    }
    let auxiliary = container.sources("auxl", to: primary.id).filter {
      container.items[$0]?.auxiliaryType.map(HEIFGainMap.isGainMap) ?? false
    }
    let maps = Set(auxiliary + toneMapped.flatMap { container.targets("dimg", of: $0).dropFirst() })
    let tiles = maps.flatMap { container.targets("dimg", of: $0) }.filter { tile in
      container.sources("dimg", to: tile).allSatisfy(maps.contains)
    }
    rewriter.removed.formUnion(Set(toneMapped).union(maps).union(tiles))
    // The items that described only these.
    let describing = Set(rewriter.removed.flatMap { container.sources("cdsc", to: $0) })
    for id in describing where container.targets("cdsc", of: id).allSatisfy(rewriter.removed.contains) {
      rewriter.removed.insert(id)
    }
  }

  // MARK: Turns

  /// Base, alpha, map, depth and thumbnails are turned alike; a tone-mapped item takes the turn of its sources.
  private mutating func turn() throws(ImageIOError) {
    var turned = [primary.id] + container.sources("auxl", to: primary.id) + container.sources("thmb", to: primary.id)
    if let map = primary.gainMap?.item { turned.append(map) }
    turned += turned.flatMap { container.sources("thmb", to: $0) }
    for id in Set(turned) where !rewriter.removed.contains(id) {
      guard let item = container.items[id] else { continue }
      rewriter.transforms[id] = PropertyBox.transforms(try Self.orientation(of: item).followed(by: edit.turn))
    }
    for id in container.order where container.items[id]?.type == "tmap" {
      if container.targets("dimg", of: id).first == primary.id { rewriter.transforms[id] = [] }
    }
  }

  /// The combined turns and mirrors of an item. A crop comes before them, as in all writers.
  private static func orientation(of item: HEIFItem) throws(ImageIOError) -> CGImagePropertyOrientation {
    var placement = HEIFPlacement(width: 1, height: 1)
    var isTurned = false
    for transform in item.transforms {
      if case .crop = transform {
        guard !isTurned else { throw .unsupported(part: item.part, text: "a crop of the turned picture") }
        continue
      }
      isTurned = true
      _ = placement.apply(transform)
    }
    return placement.orientation
  }
}

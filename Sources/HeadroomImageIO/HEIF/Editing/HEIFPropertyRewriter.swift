internal import HeadroomContainers

/// The `iprp` box of a rewritten file: properties as they are, without those of removed items, with new transforms.
struct HEIFPropertyRewriter {
  private let rewriter: HEIFItemRewriter
  private let box: ISOBox
  private let list: ISOBoxList
  /// The boxes of `ipco`.
  private var boxes: [[UInt8]] = []
  /// New places of the properties, by their old ones.
  private var places: [Int: Int] = [:]

  private var container: HEIFContainer { rewriter.container }

  init(_ rewriter: HEIFItemRewriter, _ box: ISOBox, _ list: ISOBoxList) {
    self.rewriter = rewriter
    self.box = box
    self.list = list
  }

  func bytes() throws(ImageIOError) -> [UInt8] {
    var copy = self
    copy.takeProperties()
    let table = copy.associations()
    var out = BoxBytes.box("ipco", copy.boxes.flatMap { $0 }) + table
    for child in try list.inside(box).boxes() where child.type != "ipco" && child.type != "ipma" {
      out += container.bytes.copy(child.start..<child.payload.upperBound)
    }
    return BoxBytes.box("iprp", out)
  }

  /// Properties without a reference before stay.
  private mutating func takeProperties() {
    var lost: Set<Int> = []
    var kept: Set<Int> = []
    for (id, entries) in container.meta.associations {
      if rewriter.removed.contains(id) {
        lost.formUnion(entries.map(\.index))
      } else {
        kept.formUnion(entries.map(\.index))
      }
    }
    for (index, property) in container.meta.properties.enumerated() where !lost.subtracting(kept).contains(index + 1) {
      boxes.append(container.bytes.copy(property.start..<property.payload.upperBound))
      places[index + 1] = boxes.count
    }
  }

  private mutating func place(of property: PropertyBox) -> Int {
    if let index = boxes.firstIndex(of: property.box) { return index + 1 }
    boxes.append(property.box)
    return boxes.count
  }

  private mutating func associations() -> [UInt8] {
    var items: [(id: UInt32, entries: [(place: Int, isEssential: Bool)])] = []
    for (id, stored) in container.meta.associations.sorted(by: { $0.key < $1.key })
    where !rewriter.removed.contains(id) {
      let changed = rewriter.transforms[id]
      var entries: [(place: Int, isEssential: Bool)] = []
      for entry in stored where changed == nil || !isTransform(entry.index) {
        entries.append((places[entry.index] ?? 0, entry.isEssential))
      }
      for property in changed ?? [] { entries.append((place(of: property), property.isEssential)) }
      items.append((id, entries))
    }
    let (hasWideIDs, hasWideIndices) = (items.contains { $0.id > UInt32(UInt16.max) }, boxes.count > 127)
    var out = PropertyBox.number(items.count, size: 4)
    for item in items {
      out += PropertyBox.number(Int(item.id), size: hasWideIDs ? 4 : 2) + [UInt8(clamping: item.entries.count)]
      for entry in item.entries.prefix(255) {
        let mark = entry.isEssential ? (hasWideIndices ? 0x8000 : 0x80) : 0
        out += PropertyBox.number(mark | entry.place, size: hasWideIndices ? 2 : 1)
      }
    }
    return BoxBytes.fullBox("ipma", version: hasWideIDs ? 1 : 0, flags: hasWideIndices ? 1 : 0, out)
  }

  private func isTransform(_ index: Int) -> Bool {
    ["irot", "imir"].contains(container.meta.properties[index - 1].type)
  }
}

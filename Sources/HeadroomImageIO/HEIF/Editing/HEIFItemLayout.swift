internal import HeadroomContainers

/// Where the bytes of a rewritten file's items lie.
struct HEIFItemLayout {
  private struct Place {
    let offset: Int
    let count: Int
    let isInItemData: Bool
  }

  /// The content of `mdat`, part after part.
  private var media: [Content] = []
  /// Bytes of `mdat`'s content.
  private(set) var mediaCount = 0
  /// The content of `idat`.
  private(set) var itemData: [UInt8] = []
  private var places: [(id: UInt32, place: Place?)] = []

  private enum Content {
    case new([UInt8])
    case stored(ItemData)

    var count: Int {
      switch self {
      case .new(let bytes): bytes.count
      case .stored(let data): data.byteCount
      }
    }
  }

  init(_ rewriter: HEIFItemRewriter) throws(ImageIOError) {
    let container = rewriter.container
    // New blocks of metadata come first, so that readers of them need only the beginning of the file.
    for item in rewriter.added { append(item.id, .new(item.data), isInItemData: false) }
    var known: [ItemData: Place] = [:]
    for (id, stored) in try Self.order(rewriter) {
      let isInItemData = container.meta.locations[id]?.construction == .itemData
      if let new = rewriter.data[id] {
        append(id, .new(new), isInItemData: isInItemData)
      } else if let stored {
        // Items may share their bytes.
        if let place = known[stored] {
          places.append((id, place))
        } else {
          let content = isInItemData ? Content.new(stored.copy(from: container.bytes)) : .stored(stored)
          append(id, content, isInItemData: isInItemData)
          known[stored] = places.last?.place
        }
      } else {
        places.append((id, nil))
      }
    }
  }

  /// The items that stay, in the order of their bytes.
  private static func order(_ rewriter: HEIFItemRewriter) throws(ImageIOError) -> [(id: UInt32, data: ItemData?)] {
    let container = rewriter.container
    var found: [(id: UInt32, data: ItemData?)] = []
    for (id, location) in container.meta.locations.sorted(by: { $0.key < $1.key }) where !rewriter.removed.contains(id)
    {
      let data = location.extents.isEmpty ? nil : try container.data(of: id)
      if let data, data.isCut {
        throw .incompletePicture(part: "item \(id)", offset: data.ranges.last?.upperBound)
      }
      found.append((id, data))
    }
    func start(_ data: ItemData?) -> Int { data?.ranges.first?.lowerBound ?? 0 }
    return found.sorted { (start($0.data), $0.id) < (start($1.data), $1.id) }
  }

  private mutating func append(_ id: UInt32, _ content: Content, isInItemData: Bool) {
    let place = Place(
      offset: isInItemData ? itemData.count : mediaCount, count: content.count, isInItemData: isInItemData)
    if isInItemData, case .new(let bytes) = content {
      itemData += bytes
    } else {
      media.append(content)
      mediaCount += content.count
    }
    places.append((id, place))
  }

  /// Appends the content of `mdat`.
  func appendMedia(to out: inout ByteWriter, of file: FileBytes) {
    for content in media {
      switch content {
      case .new(let bytes): out.append(bytes)
      case .stored(let data): for range in data.ranges { out.append(range, of: file) }
      }
    }
  }

  /// The `iloc` box: offsets and lengths of four bytes, no base offsets, one extent each.
  func locations(mediaStart: Int) -> [UInt8] {
    let isWide = places.contains { $0.id > UInt32(UInt16.max) }
    var out = ByteWriter()
    out.append([0x44, 0x00])
    out.append(PropertyBox.number(places.count, size: isWide ? 4 : 2))
    for (id, place) in places.sorted(by: { $0.id < $1.id }) {
      out.append(PropertyBox.number(Int(id), size: isWide ? 4 : 2))
      out.u16(place?.isInItemData ?? false ? 1 : 0)
      out.u16(0)
      out.u16(place == nil ? 0 : 1)
      guard let place else { continue }
      out.u32(UInt32(truncatingIfNeeded: place.offset + (place.isInItemData ? 0 : mediaStart)))
      out.u32(UInt32(truncatingIfNeeded: place.count))
    }
    return BoxBytes.fullBox("iloc", version: isWide ? 2 : 1, out.bytes)
  }
}

internal import HeadroomContainers

/// The items of a file that are independent pictures.
struct HEIFPictures: Sendable {
  /// The primary picture, then the others in file order.
  let ids: [UInt32]

  /// - Throws: `ImageIOError` when the file has no picture.
  init(_ container: HEIFContainer) throws(ImageIOError) {
    let references = container.meta.references
    var parts: Set<UInt32> = []
    for reference in references {
      switch reference.type {
      case "dimg": if container.items[reference.from]?.type != "tmap" { parts.formUnion(reference.to) }
      case "thmb", "auxl": parts.insert(reference.from)
      default: break
      }
    }
    for id in container.order where container.items[id]?.type == "tmap" {
      parts.formUnion(container.targets("dimg", of: id).dropFirst())
    }
    guard let primary = Self.primary(container, parts) else {
      throw .malformed(part: "meta", text: "the file has no picture", offset: container.meta.box.start)
    }
    // The members of an alternative group show the same.
    for group in container.meta.groups where group.type == "altr" && group.entities.contains(primary) {
      parts.formUnion(group.entities)
    }
    let others = container.order.filter { id in
      guard let item = container.items[id] else { return false }
      return id != primary && item.isPicture && !item.isHidden && !parts.contains(id)
    }
    ids = [primary] + others
  }

  /// The item of `pitm`, or its base where it is a tone-mapped one; without `pitm` the first picture.
  private static func primary(_ container: HEIFContainer, _ parts: Set<UInt32>) -> UInt32? {
    if let stated = container.meta.primaryItem, let item = container.items[stated] {
      if item.type == "tmap", let base = container.targets("dimg", of: stated).first { return base }
      return stated
    }
    return container.order.first { id in
      guard let item = container.items[id] else { return false }
      return item.isPicture && !item.isHidden && !parts.contains(id)
    }
  }
}

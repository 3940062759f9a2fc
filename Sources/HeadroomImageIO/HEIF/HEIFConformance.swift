internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Checks a HEIF file against the rules of ISO/IEC 23008-12, MIAF and ISO 21496-1, and against
/// known refusals of readers.
struct HEIFConformance {
  private let container: HEIFContainer
  private let primary: HEIFPicture
  private(set) var findings: [ConformanceFinding] = []

  init(_ container: HEIFContainer, primary: HEIFPicture) {
    self.container = container
    self.primary = primary
    checkPictures()
    checkPrimary()
    checkReferences()
    checkGroups()
    let toneMaps = container.order.compactMap { container.items[$0] }.filter { $0.type == "tmap" }
    for item in toneMaps.prefix(Self.largestToneMapCount) {
      checkToneMap(item, among: toneMaps.prefix(Self.largestToneMapCount))
    }
  }

  /// Tone-mapped items that are examined; files have one.
  private static let largestToneMapCount = 16

  private mutating func add(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ item: HEIFItem?
  ) {
    findings.append(
      ConformanceFinding(
        rule: "heif.\(rule)", severity: severity, message: message, part: item?.part ?? "meta",
        offset: item?.declaration.offset ?? container.meta.box.start))
  }

  private var isAVIF: Bool { AVIFFormat.owns(container.brands) }

  // MARK: - Every item

  private static let lightProperties: Set<FourCC> = ["clli", "mdcv", "cclv", "amve", "reve", "ndwt"]

  private mutating func checkPictures() {
    for id in container.order {
      guard let item = container.items[id] else { continue }
      for type in item.unknownEssential {
        add(
          "unknown-essential", .error, "the essential property '\(type)' is not known; the item cannot be shown", item)
      }
      for property in item.propertyTypes where property.isEssential && Self.lightProperties.contains(property.type) {
        add("light-essential", .warning, "'\(property.type)' is marked essential, which keeps older readers out", item)
      }
      checkProperties(item)
      if item.isCoded || item.type == "grid" {
        if item.size == nil { add("size-missing", .error, "a picture without 'ispe'", item) }
        checkTransformOrder(item)
      }
      if let declared = item.size, let coded = item.hevc?.sequence, declared != (coded.width, coded.height) {
        add(
          "size-mismatch", .warning,
          "'ispe' says \(declared.width)x\(declared.height), the coded picture is \(coded.width)x\(coded.height)", item)
      }
    }
  }

  /// Checks faults that readers treat differently: some show the picture, some refuse the file.
  private mutating func checkProperties(_ item: HEIFItem) {
    let types = item.propertyTypes
    let kinds = (item.codePoints == nil ? 0 : 1) + (item.profile == nil ? 0 : 1)
    if kinds > 0, types.count(where: { $0.type == "colr" }) > kinds {
      add("color-repeated", .error, "more than one 'colr' of a kind; the first counts", item)
    }
    // AVIF 1.1, 2.2.1; HEVC's has to be essential according to ISO/IEC 23008-12.
    if types.contains(where: { ($0.type == "av1C" || $0.type == "hvcC") && !$0.isEssential }) {
      add("configuration-optional", .warning, "the codec's configuration is not marked essential", item)
    }
  }

  /// MIAF requires crop, rotation and mirror in this order.
  private mutating func checkTransformOrder(_ item: HEIFItem) {
    let order = item.transforms.map { transform in
      switch transform {
      case .crop: 0
      case .rotate: 1
      case .mirror: 2
      }
    }
    if order != order.sorted() || Set(order).count != order.count {
      add("transform-order", .warning, "transforms are not one each of 'clap', 'irot' and 'imir', in this order", item)
    }
  }

  // MARK: - The primary picture

  private mutating func checkPrimary() {
    guard let item = container.items[primary.id] else { return }
    let info = primary.info
    if container.meta.primaryItem == nil {
      add("primary-missing", .error, "no 'pitm' box says which picture is shown; this is the first", item)
    }
    if item.isHidden { add("hidden-primary", .error, "the primary item is hidden; many readers show nothing", item) }
    if item.codePoints == nil, item.profile == nil {
      add("color-missing", .note, "no 'colr' property; the colour is that of the tiles or the codec's headers", item)
    }
    let isSample = item.declaration.sample != nil
    if item.pixelBits.isEmpty, primary.plan.tileItem.pixelBits.isEmpty, !isSample {
      add("pixi-missing", .warning, "no 'pixi' property, which MIAF demands", item)
    }
    if info.encoding.transfer.isHDR, info.bitDepth < 10 {
      add("hdr-depth", .warning, "\(info.bitDepth)-bit PQ or HLG shows bands; ISO 22028-5 demands 10 bits", item)
    }
    if !primary.color.coding.isFullRange, !isSample {
      add("narrow-range", .note, "narrow-range codes in a still picture", item)
    }
    if primary.plan.tileItem.type == "hvc1", info.bitDepth > 8, !isSample, !container.brands.contains("heix") {
      add("brand-depth", .warning, "\(info.bitDepth) bits per sample without the brand 'heix'", item)
    }
    if let grid = item.size, item.type == "grid", grid != (primary.plan.width, primary.plan.height) {
      add(
        "size-mismatch", .warning,
        "'ispe' says \(grid.width)x\(grid.height), the grid is \(primary.plan.width)x\(primary.plan.height)", item)
    }
    checkOrientation(item)
  }

  private mutating func checkOrientation(_ item: HEIFItem) {
    guard let exif = primary.info.metadata.exif, let block = try? EXIFBlock(parsing: exif) else { return }
    let stated = CGImagePropertyOrientation(exifTag: Int(block.orientation))
    guard stated != primary.info.orientation else { return }
    add(
      "orientation", .note,
      "EXIF says orientation \(stated.rawValue), the properties \(primary.info.orientation.rawValue); these count", item
    )
  }

  // MARK: - References and groups

  private mutating func checkReferences() {
    for reference in container.meta.references where reference.type == "cdsc" && reference.to.count > 1 {
      add(
        "cdsc-targets", .warning,
        "describes \(reference.to.count) items; libheif before 1.16 refuses such files",
        container.items[reference.from])
    }
  }

  private mutating func checkGroups() {
    var seen: Set<UInt32> = []
    for group in container.meta.groups {
      let place = ConformanceFinding(
        rule: "", severity: .error, message: "", part: "meta/grpl/\(group.type)", offset: group.offset)
      if container.items[group.id] != nil {
        var finding = place
        (finding.rule, finding.message) = ("heif.group-id", "the group's id \(group.id) is an item's, too")
        findings.append(finding)
      }
      guard group.type == "altr" else { continue }
      for entity in group.entities where !seen.insert(entity).inserted {
        var finding = place
        finding.rule = "heif.altr-shared"
        finding.message = "item \(entity) is in several 'altr' groups"
        findings.append(finding)
      }
    }
  }

  // MARK: - Gain maps

  private mutating func checkToneMap(_ item: HEIFItem, among all: ArraySlice<HEIFItem>) {
    let inputs = container.targets("dimg", of: item.id)
    if !container.brands.contains("tmap") {
      add("tmap-brand", .error, "the file type box lacks the brand 'tmap'; readers do not look for the gain map", item)
    }
    for property in item.propertyTypes where ["irot", "imir", "clap", "pasp"].contains(property.type) {
      add(
        "tmap-transform", isAVIF ? .error : .warning,
        "'\(property.type)' on the tone-mapped item; libavif refuses the whole file", item)
    }
    if item.codePoints == nil, item.profile == nil {
      add("tmap-color", .warning, "no 'colr' property says what the alternate rendition is", item)
    }
    guard inputs.count == 2, inputs[0] != inputs[1], let base = container.items[inputs[0]],
      let map = container.items[inputs[1]]
    else {
      add("tmap-inputs", .error, "made of \(inputs.count) items, not of a base and a map", item)
      return
    }
    checkAlternatives(item, base)
    checkToneMapMetadata(item)
    if let size = item.size, let wanted = base.size, size != wanted {
      add(
        "tmap-size", isAVIF ? .error : .warning,
        "'ispe' says \(size.width)x\(size.height), the base is \(wanted.width)x\(wanted.height)", item)
    }
    let users = all.filter { !Set(container.targets("dimg", of: $0.id)).isDisjoint(with: inputs) }
    if users.count > 1, users.first?.id == item.id {
      add("tmap-shared", .error, "base or map belong to \(users.count) tone-mapped items", item)
    }
    checkMap(map, base)
  }

  private mutating func checkAlternatives(_ item: HEIFItem, _ base: HEIFItem) {
    let groups = container.meta.groups.filter { $0.type == "altr" && $0.entities.contains(item.id) }
    guard let group = groups.first(where: { $0.entities.contains(base.id) }) else {
      add("tmap-altr", .error, "no 'altr' group holds the tone-mapped item and its base", item)
      return
    }
    if let own = group.entities.firstIndex(of: item.id), let other = group.entities.firstIndex(of: base.id),
      own > other
    {
      add("tmap-altr-order", .error, "the 'altr' group prefers the base; readers ignore the gain map", item)
    }
  }

  private mutating func checkToneMapMetadata(_ item: HEIFItem) {
    do throws(ImageIOError) {
      let bytes = try container.smallData(of: item.id, limit: 65_536)
      do throws(GainMapError) {
        _ = try GainMapMetadata(parsingTmap: bytes)
      } catch {
        add("tmap-metadata", .error, "\(error)", item)
      }
    } catch {
      add("tmap-metadata", .error, "\(error)", item)
    }
  }

  private mutating func checkMap(_ map: HEIFItem, _ base: HEIFItem) {
    if !map.isHidden { add("map-visible", .warning, "the gain map is not hidden; some readers show it", map) }
    if map.pixelBits.isEmpty { add("map-pixi", .warning, "the gain map has no 'pixi' property", map) }
    if let points = map.codePoints {
      if points.primaries != CICP.unspecified || points.transfer != CICP.unspecified {
        add(
          "map-color", .note,
          "the gain map's colour is \(points.primaries)/\(points.transfer), not unspecified as its samples are none",
          map)
      }
    } else {
      add("map-color", .warning, "the gain map has no 'nclx' colour, so its range is a guess", map)
    }
    if map.transforms != base.transforms {
      add("map-transform", .warning, "the gain map's transforms are not those of the base", map)
    }
    guard let size = map.size, let wanted = base.size else { return }
    // As floats: the declared numbers can be anything.
    let (across, down) = (Double(size.width) * Double(wanted.height), Double(size.height) * Double(wanted.width))
    let skew = (across - down).magnitude
    if skew > Double(max(wanted.width, wanted.height)), skew > 0.01 * down {
      add(
        "map-size", .warning,
        "the gain map's shape \(size.width)x\(size.height) is not that of the base, \(wanted.width)x\(wanted.height)",
        map)
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The gain map of a picture: its item and its meaning.
///
/// A `tmap` item (ISO 21496-1) wins over XMP of the Ultra HDR kind, which wins over Apple's own auxiliary picture. iPhones
/// have one map with both descriptions.
struct HEIFGainMap: Sendable {
  let item: UInt32
  let plan: HEIFPlan
  let description: GainMapDescription

  /// Auxiliary pictures that are gain maps. Those of early Adobe exports (`urn:com:photo:aux:hdrgainmap`) do not count:
  /// their base is the HDR picture, which every reader shows, and nothing was ever published about the map.
  static let appleType = "urn:com:apple:photo:2020:aux:hdrgainmap"
  static let samsungType = "urn:com:samsung:photo:2024:aux:hdrgainmap"

  /// Whether an auxiliary type is that of a gain map.
  static func isGainMap(_ type: String) -> Bool { type == appleType || type == samsungType }

  /// Finds the gain map of the picture `id`; nil when it has none that can be used.
  ///
  /// - Parameter warnings: receives the reason why a map is not used.
  static func find(
    for id: UInt32, in container: HEIFContainer, metadata: HEIFMetadata, warnings: inout [String]
  ) -> HEIFGainMap? {
    let toneMap = HEIFToneMap.find(for: id, in: container, warnings: &warnings)
    let auxiliary = container.sources("auxl", to: id).first {
      container.items[$0]?.auxiliaryType.map(isGainMap) ?? false
    }
    guard let mapID = toneMap?.map ?? auxiliary, let item = container.items[mapID] else { return nil }
    var reading = Reading()
    if let toneMap { reading.add(.iso, .iso(toneMap.metadata)) }
    if mapID == auxiliary { reading.read(item, container, metadata) }
    warnings += reading.warnings
    guard let formula = reading.formula else {
      warnings.append("\(item.part): a gain map without a usable description; the base picture is shown")
      return nil
    }
    do throws(ImageIOError) {
      let plan = try HEIFPlan(for: mapID, in: container)
      let alternate = (toneMap.flatMap { container.items[$0.item] }).flatMap(HEIFColor.alternate)
      let (placement, _) = plan.placement()
      var description = GainMapDescription(
        kinds: reading.kinds, formula: formula, width: placement.width, height: placement.height,
        channels: plan.subsampling == .monochrome ? 1 : 3, alternateEncoding: alternate?.encoding,
        alternateICCProfile: alternate?.iccProfile, appleHeadroom: reading.appleHeadroom)
      description.otherFormulas = reading.others
      return HEIFGainMap(item: mapID, plan: plan, description: description)
    } catch {
      warnings.append("gain map: \(error); the base picture is shown")
      return nil
    }
  }

  /// The descriptions of one map.
  private struct Reading {
    private(set) var kinds: [GainMapDescription.Kind] = []
    private(set) var formula: GainMapFormula?
    private(set) var others: [GainMapDescription.Kind: GainMapFormula] = [:]
    private(set) var appleHeadroom: Double?
    private(set) var warnings: [String] = []

    mutating func add(_ kind: GainMapDescription.Kind, _ formula: GainMapFormula) {
      if self.formula == nil {
        self.formula = formula
      } else if !kinds.contains(kind) {
        others[kind] = formula
      }
      if !kinds.contains(kind) { kinds.append(kind) }
    }

    /// Reads the XMP of the auxiliary picture, and that of the photo, where Samsung may have put the description.
    mutating func read(_ item: HEIFItem, _ container: HEIFContainer, _ photo: HEIFMetadata) {
      let own = HEIFMetadata(of: item.id, in: container, isPrimary: false)
      warnings += own.warnings
      let findings = [own.packet, photo.packet].compactMap { $0.map(GainMapXMP.findings) }
      warnings += findings.flatMap(\.warnings)
      if let metadata = findings.lazy.compactMap(\.appleToneMap).first { add(.iso, .iso(metadata)) }
      if let metadata = findings.lazy.compactMap(\.ultraHDR).first { add(.ultraHDR, .iso(metadata)) }
      guard item.auxiliaryType == HEIFGainMap.appleType else { return }
      let note = photo.exifBlock?.appleMakerNote
      appleHeadroom = AppleHeadroom.headroom(
        xmp: findings.first?.appleHeadroom, makerNote33: note?.headroom, makerNote48: note?.gain)
      if let appleHeadroom {
        add(.apple, .apple(AppleGainMap(headroom: appleHeadroom)))
      } else if formula == nil {
        warnings.append("\(item.part): Apple's gain map, but neither its XMP nor the maker note states a headroom")
      }
    }
  }
}

/// The `tmap` item of a picture: a description, and its map.
struct HEIFToneMap: Sendable {
  let item: UInt32
  let map: UInt32
  let metadata: GainMapMetadata

  /// Bytes of a description with its leading version byte: of one channel, and of three.
  private static let sizes = (single: 62, multiple: 142)

  /// Finds the first `tmap` item made of `id`.
  ///
  /// - Parameter warnings: receives the reason why the item is not used. As in other readers, the brand must be
  ///   present, and an `altr` group must prefer the tone-mapped rendition.
  static func find(for id: UInt32, in container: HEIFContainer, warnings: inout [String]) -> HEIFToneMap? {
    let found = container.order.lazy.filter { container.items[$0]?.type == "tmap" }
      .first { container.targets("dimg", of: $0).first == id }
    guard let found, let item = container.items[found] else { return nil }
    do throws(ImageIOError) {
      let targets = container.targets("dimg", of: found)
      guard targets.count == 2, targets[1] != id, targets[1] != found else {
        throw .malformed(
          part: item.part, text: "made of \(targets.count) items, not of a base and a map",
          offset: item.declaration.offset)
      }
      guard container.brands.contains("tmap") else {
        throw .malformed(part: "ftyp", text: "a tone-mapped item, but no brand 'tmap'", offset: 0)
      }
      guard isPreferred(found, over: id, in: container) else {
        throw .malformed(
          part: "meta/grpl", text: "no 'altr' group prefers the tone-mapped item \(found) to the base \(id)",
          offset: container.meta.box.start)
      }
      return HEIFToneMap(item: found, map: targets[1], metadata: try metadata(item, container))
    } catch {
      warnings.append("gain map: \(error); the base picture is shown")
      return nil
    }
  }

  /// A file whose primary item is the tone-mapped one prefers it, too.
  private static func isPreferred(_ item: UInt32, over base: UInt32, in container: HEIFContainer) -> Bool {
    if container.meta.primaryItem == item { return true }
    guard let group = container.meta.groups.first(where: { $0.type == "altr" && $0.entities.contains(item) }),
      let own = group.entities.firstIndex(of: item), let other = group.entities.firstIndex(of: base)
    else { return false }
    return own < other
  }

  private static func metadata(
    _ item: HEIFItem, _ container: HEIFContainer
  ) throws(ImageIOError) -> GainMapMetadata {
    let bytes = try container.smallData(of: item.id, limit: 65_536)
    let metadata: GainMapMetadata
    do throws(GainMapError) {
      metadata = try GainMapMetadata(parsingTmap: bytes)
    } catch {
      throw .malformed(part: item.part, text: "\(error)", offset: nil)
    }
    let size = metadata.isMultichannel ? sizes.multiple : sizes.single
    // Only a later version may have more after the last field.
    guard bytes.count <= size || bytes[3] != 0 || bytes[4] != 0 else {
      throw .malformed(
        part: item.part, text: "\(bytes.count) bytes of gain map metadata of version 0, which has \(size)", offset: nil)
    }
    return metadata
  }
}

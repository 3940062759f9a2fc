internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// One picture of a file with everything that belongs to it, from the headers.
struct HEIFPicture: Sendable {
  let id: UInt32
  let plan: HEIFPlan
  let placement: HEIFPlacement
  let color: HEIFColor
  let gainMap: HEIFGainMap?
  let alpha: HEIFAlpha?
  private(set) var info: StillInfo

  /// - Parameter count: number of pictures of the file.
  /// - Throws: `ImageIOError` when the picture cannot be decoded.
  init(_ id: UInt32, in container: HEIFContainer, format: String, count: Int) throws(ImageIOError) {
    guard let item = container.items[id] else {
      throw .malformed(part: "meta/pitm", text: "item \(id) does not exist", offset: container.meta.box.start)
    }
    let plan = try HEIFPlan(for: id, in: container)
    var (placement, warnings) = plan.placement()
    warnings = container.warnings + plan.warnings + item.warnings.texts + warnings
    let color = HEIFColor(of: item, tile: plan.tileItem)
    let metadata = HEIFMetadata(of: id, in: container, isPrimary: id == container.meta.primaryItem)
    warnings += color.warnings + metadata.warnings
    gainMap = HEIFGainMap.find(for: id, in: container, metadata: metadata, warnings: &warnings)
    alpha = HEIFAlpha.find(for: id, size: (plan.width, plan.height), in: container, warnings: &warnings)
    self.id = id
    self.plan = plan
    self.placement = placement
    self.color = color
    let isGray = plan.subsampling == .monochrome
    info = StillInfo(
      format: format, width: placement.width, height: placement.height, bitDepth: plan.bitDepth,
      channels: (isGray ? 1 : 3) + (alpha == nil ? 0 : 1), encoding: color.encoding)
    info.orientation = placement.orientation
    info.pixelAspect = item.pixelAspectRatio
    info.frameCount = count
    info.sequenceFrameCount = container.sequenceFrameCount
    info.chroma = plan.tileItem.jpeg?.chroma ?? plan.subsampling.rawValue
    info.deviceColor = color.device
    info.iccProfile = color.iccProfile
    info.cicp = color.codePoints
    // Properties are the container's statement; where they state nothing, the coded picture may.
    info.hdr = item.hdr.completed(by: plan.tileItem.hdr).completed(by: plan.tileItem.codedMetadata(in: container))
    info.metadata = StillMetadata(exif: metadata.exif, xmp: metadata.xmp)
    info.cameraMake = metadata.exifBlock?.image[EXIFBlock.Tag.make]?.text
    info.cameraModel = metadata.exifBlock?.image[EXIFBlock.Tag.model]?.text
    info.auxiliary = Self.auxiliary(of: id, container, except: gainMap?.item)
    setHeadroom()
    if id == container.meta.primaryItem, let box = container.topLevel.first(where: { $0.type == "mpvd" }), !box.isCut {
      info.setMotion(MotionVideo(in: container.bytes, at: box.payload, kind: .box))
    }
    info.isPictureCut = plan.tiles.contains { (try? container.data(of: $0.id).isCut) ?? false }
    if info.isPictureCut { warnings.append("mdat: the file ends inside the picture data") }
    info.warnings = WarningList(warnings).texts
  }

  private mutating func setHeadroom() {
    let plain = info.hdr.contentHeadroom(for: info.encoding)
    info.contentHeadroom = plain.value
    info.contentHeadroomSource = plain.source
    info.kind = info.encoding.transfer.isHDR ? .isoHDR : .sdr
    guard let gainMap else { return }
    info.gainMap = gainMap.description
    info.kind = .gainMap
    info.contentHeadroom = gainMap.description.formula.contentHeadroom
    info.contentHeadroomSource = .explicit
  }

  /// Thumbnails and auxiliary pictures, as `kind WxH`.
  private static func auxiliary(
    of id: UInt32, _ container: HEIFContainer, except gainMap: UInt32?
  ) -> [String] {
    var found: [String] = []
    func add(_ kind: String, _ item: HEIFItem) {
      let size = item.size.map { " \($0.width)x\($0.height)" } ?? ""
      found.append(kind + size)
    }
    for source in container.sources("thmb", to: id) {
      if let item = container.items[source] { add("thumbnail", item) }
    }
    for source in container.sources("auxl", to: id) where source != gainMap {
      if let item = container.items[source], let type = item.auxiliaryType { add(kind(type), item) }
    }
    return found
  }

  private static func kind(_ type: String) -> String {
    if HEIFAlpha.isAlpha(type) { return "alpha" }
    if HEIFGainMap.isGainMap(type) { return "gain map" }
    switch type {
    case "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2": return "depth"
    // Mattes are named by the last part of their type.
    default: return type.split(separator: ":").last.map(String.init) ?? "auxiliary"
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers

/// Finds the gain map among the pictures of a JPEG file, and its meaning.
///
/// It tries, in order, entries of the multi-picture block that point at a picture; then, where those are stale or lead
/// to no map, the pictures after the primary's EOI and the places computed from the container directory. Of all
/// descriptions found the best kind wins (ISO over Ultra HDR over Apple), then the first picture.
struct JPEGGainMapLocator {
  /// A usable gain map.
  struct Found: Sendable {
    var stream: JPEGStream
    var description: GainMapDescription
  }

  /// The first picture, walked to its end where that had to be found.
  private(set) var primary: JPEGStream
  let blocks: JPEGMetadataBlocks
  let packet: XMPPacket?
  let makerNote: AppleMakerNote?
  let baseSize: (width: Int, height: Int)
  let limits: DecodeLimits

  /// The map in use.
  private(set) var found: Found?
  /// Further pictures, as `kind WxH`.
  private(set) var auxiliary: [String] = []
  /// Why maps were rejected.
  private(set) var warnings: [String] = []

  private var visited: Set<Int> = []
  /// Bytes of pictures that were walked, as far as is known.
  private var walkedBytes = 0

  /// The most pictures examined after the primary. A motion photo's video may hold bytes that look like many pictures.
  private static let maxPicturesBehind = 8
  /// The most walks through the file: thousands of entries can point at pictures that overlap, or that
  /// break at the file's end.
  private static let maxWalks = 8

  init(
    primary: JPEGStream, blocks: JPEGMetadataBlocks, packet: XMPPacket?, makerNote: AppleMakerNote?,
    baseSize: (width: Int, height: Int), limits: DecodeLimits
  ) {
    self.primary = primary
    self.blocks = blocks
    self.packet = packet
    self.makerNote = makerNote
    self.baseSize = baseSize
    self.limits = limits
  }

  /// Looks for the map.
  mutating func run() {
    let announcesMap = packet.map(GainMapXMP.announcesGainMap) ?? false
    guard blocks.multiPicture != nil || blocks.isoGainMap != nil || announcesMap else { return }
    let staleEntries = lookAtMultiPictureEntries()
    if found == nil || staleEntries > 0 {
      findEndOfPrimary()
      lookBehindPrimary()
    }
    if found == nil { lookAtContainerItems() }
    guard found == nil, warnings.isEmpty else { return }
    if announcesMap || blocks.isoGainMap != nil {
      warnings.append("gain map: announced by the metadata, but the file holds none")
    } else if staleEntries > 0 {
      warnings.append("APP2/MPF: \(staleEntries) further picture(s) are not where the block says")
    }
  }

  /// Returns how many entries do not point at a picture.
  private mutating func lookAtMultiPictureEntries() -> Int {
    guard let block = blocks.multiPicture else { return 0 }
    do throws(ImageIOError) {
      let entries = try MultiPictureFormat(parsing: block, limits: limits).entries.dropFirst()
      var stale = 0
      for entry in entries {
        if entry.position > primary.start, JPEGStream.startsPicture(primary.bytes, at: entry.position) {
          consider(pictureAt: entry.position, type: entry.type, size: entry.size, isListed: true)
        } else {
          stale += 1
        }
      }
      return stale
    } catch {
      warnings.append("\(error)")
      return 1
    }
  }

  private mutating func findEndOfPrimary() {
    guard primary.isSkimmed, let whole = try? JPEGStream(primary.bytes, at: primary.start, limits: limits) else {
      return
    }
    primary = whole
  }

  private mutating func lookBehindPrimary() {
    guard primary.isComplete else { return }
    var position = primary.end
    for _ in 0..<Self.maxPicturesBehind {
      guard let next = nextPicture(from: position) else { return }
      position = consider(pictureAt: next, type: 0) ?? next + 3
      if found != nil { return }
    }
  }

  private func nextPicture(from position: Int) -> Int? {
    var position = position
    while let offset = primary.bytes.firstIndex(of: 0xFF, in: position..<primary.bytes.count) {
      if JPEGStream.startsPicture(primary.bytes, at: offset) { return offset }
      position = offset + 1
    }
    return nil
  }

  /// An item's place is the primary's end, its padding, and the lengths of the items between.
  private mutating func lookAtContainerItems() {
    guard let packet else { return }
    func field(_ item: XMPValue, _ name: String) -> Int {
      Int(item[XMLName(XMPNamespace.containerItem, name)]?.text ?? "") ?? 0
    }
    var position = primary.end
    for (index, item) in GainMapXMP.containerItems(packet).prefix(64).enumerated() {
      let (length, padding) = (field(item, "Length"), field(item, "Padding"))
      guard length >= 0, padding >= 0, length < 1 << 40, padding < 1 << 40 else { return }
      if index > 0, JPEGStream.startsPicture(primary.bytes, at: position) {
        consider(pictureAt: position, type: 0)
        if found != nil { return }
      }
      position += (index > 0 ? length : 0) + padding
    }
  }

  // MARK: - One picture

  /// Examines the picture at `position` and returns its end, nil when there is no readable one.
  ///
  /// - Parameters:
  ///   - size: its stated size in bytes.
  ///   - isListed: whether the file lists a picture here. Bytes that only look like one give no warning.
  @discardableResult
  private mutating func consider(
    pictureAt position: Int, type: UInt32, size: Int? = nil, isListed: Bool = false
  ) -> Int? {
    guard walkedBytes <= Self.maxWalks * primary.bytes.count, visited.insert(position).inserted else { return nil }
    guard let stream = try? JPEGStream(primary.bytes, at: position, size: size, skims: size != nil, limits: limits)
    else {
      walkedBytes += primary.bytes.count - position
      return nil
    }
    walkedBytes += stream.end - position
    guard let frame = stream.frame else {
      if isListed { warnings.append("picture behind the first: cut off (offset 0x\(String(position, radix: 16)))") }
      return stream.end
    }
    let theirBlocks = JPEGMetadataBlocks(stream, limits: limits)
    var reading = GainMapReading(makerNote: makerNote)
    reading.read(theirBlocks)
    warnings += reading.warnings
    guard let best = reading.best else {
      if reading.warnings.isEmpty { auxiliary.append("\(Self.kind(type)) \(frame.width)x\(frame.height)") }
      return stream.end
    }
    if let reason = rejection(of: stream, frame) {
      warnings.append("gain map: \(reason); the base picture is shown")
      return stream.end
    }
    if let found, found.description.kinds[0].rank <= reading.kinds[0].rank { return stream.end }
    let profile = theirBlocks.icc
    var encoding: ColorEncoding?
    if let profile {
      do throws(ICCError) {
        encoding = try ICCProfile(parsing: profile).encoding
      } catch {
        warnings.append("gain map APP2/ICC: \(error)")
      }
    }
    var description = GainMapDescription(
      kinds: reading.kinds, formula: best, width: frame.width, height: frame.height,
      channels: frame.components.count, alternateEncoding: encoding, alternateICCProfile: profile,
      appleHeadroom: reading.appleHeadroom)
    description.otherFormulas = reading.others
    found = Found(stream: stream, description: description)
    return stream.end
  }

  private static func kind(_ type: UInt32) -> String {
    switch type {
    case 0x010001, 0x010002: "thumbnail"
    case 0x020001: "panorama"
    case 0x020002: "disparity"
    case 0x020003: "multiangle"
    default: "preview"
    }
  }

  /// Why a described map cannot be used, nil when it can.
  private func rejection(of stream: JPEGStream, _ frame: JPEGFrame) -> String? {
    guard stream.isComplete else { return "the file ends inside its picture data" }
    guard frame.components.count == 1 || frame.components.count == 3 else {
      return "\(frame.components.count) components"
    }
    let (width, height) = (frame.width, frame.height)
    do throws(ImageIOError) {
      try limits.check(width: UInt64(width), height: UInt64(height), part: "gain map")
    } catch {
      return "\(error)"
    }
    // The usual cause is a photo turned by an app that did not support the map. A map of whole pixels cannot have the
    // exact shape, so one pixel of rounding is allowed beside one percent.
    let skew = (width * baseSize.height - height * baseSize.width).magnitude
    let isRounding = skew <= max(baseSize.width, baseSize.height)
    guard isRounding || Double(skew) <= 0.01 * Double(height) * Double(baseSize.width) else {
      return "its shape \(width)x\(height) does not fit the picture's \(baseSize.width)x\(baseSize.height)"
    }
    return nil
  }
}

extension GainMapDescription.Kind {
  /// Order of preference, best first.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The descriptions that one picture carries.
struct GainMapReading {
  let makerNote: AppleMakerNote?
  /// Kinds found, in order of preference.
  private(set) var kinds: [GainMapDescription.Kind] = []
  /// The formula of the preferred kind.
  private(set) var best: GainMapFormula?
  /// The formulas of the other descriptions.
  private(set) var others: [GainMapDescription.Kind: GainMapFormula] = [:]
  private(set) var appleHeadroom: Double?
  private(set) var warnings: [String] = []

  init(makerNote: AppleMakerNote?) { self.makerNote = makerNote }

  mutating func read(_ blocks: JPEGMetadataBlocks) {
    readISO(blocks.isoGainMap)
    guard let xmp = blocks.xmp else { return }
    do throws(XMLError) {
      readXMP(GainMapXMP.findings(in: try XMPPacket(parsing: xmp)))
    } catch {
      warnings.append("APP1/XMP of a further picture: \(error)")
    }
  }

  private mutating func add(_ kind: GainMapDescription.Kind, _ formula: GainMapFormula) {
    if best == nil {
      best = formula
    } else if !kinds.contains(kind) {
      others[kind] = formula
    }
    if !kinds.contains(kind) { kinds.append(kind) }
  }

  private mutating func readISO(_ payload: ByteReader?) {
    // A primary's 4 version bytes are not a description.
    guard let payload, payload.count > 4 else { return }
    do throws(GainMapError) {
      let metadata = try GainMapMetadata(parsing: payload.rest)
      try metadata.validate()
      add(.iso, .iso(metadata))
    } catch {
      warnings.append("\(payload.part): \(error) (offset 0x\(String(payload.start, radix: 16)))")
    }
  }

  private mutating func readXMP(_ findings: GainMapXMP.Findings) {
    warnings += findings.warnings
    if let metadata = findings.appleToneMap { add(.iso, .iso(metadata)) }
    if let metadata = findings.ultraHDR { add(.ultraHDR, .iso(metadata)) }
    guard findings.isAppleGainMap else { return }
    appleHeadroom = AppleHeadroom.headroom(
      xmp: findings.appleHeadroom, makerNote33: makerNote?.headroom, makerNote48: makerNote?.gain)
    if let appleHeadroom {
      add(.apple, .apple(AppleGainMap(headroom: appleHeadroom)))
    } else if kinds.isEmpty {
      warnings.append("gain map: Apple's, but neither its XMP nor the maker note states a headroom")
    }
  }
}

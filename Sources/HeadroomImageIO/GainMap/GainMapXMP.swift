package import HeadroomColor
package import HeadroomContainers

/// Gain map metadata in the forms of XMP. Everything is found by namespace URI: files in the wild bind other prefixes,
/// write attributes or elements, scalars or `rdf:Seq`.
package enum GainMapXMP {
  /// A packet's statements about its picture.
  package struct Findings: Sendable {
    /// Ultra HDR v1 (Adobe's namespace).
    package var ultraHDR: GainMapMetadata?
    /// Apple's XMP form of the ISO metadata (iOS 18).
    package var appleToneMap: GainMapMetadata?
    /// Whether the picture is declared an Apple gain map.
    package var isAppleGainMap = false
    /// Apple's linear headroom.
    package var appleHeadroom: Double?
    /// Descriptions that exist but cannot be used.
    package var warnings: [String] = []
  }

  private static let appleURN = "urn:com:apple:photo:2020:aux:hdrgainmap"
  private static let samsungURN = "urn:com:samsung:photo:2024:aux:hdrgainmap"

  /// Reads a packet's statements.
  package static func findings(in packet: XMPPacket) -> Findings {
    var findings = Findings()
    if packet[XMPNamespace.hdrGainMap, "Version"] != nil, packet[XMPNamespace.hdrGainMap, "GainMapMax"] != nil {
      findings.ultraHDR = checked(ultraHDR(packet), "hdrgm XMP", &findings.warnings)
    }
    if packet[XMPNamespace.appleToneMap, "ChannelMetadata"] != nil {
      findings.appleToneMap = checked(appleToneMap(packet), "HDRToneMap XMP", &findings.warnings)
    }
    let type = packet[XMPNamespace.applePixelData, "AuxiliaryImageType"]?.text
    let version = packet[XMPNamespace.appleGainMap, "HDRGainMapVersion"]
    findings.isAppleGainMap = type == appleURN || type == samsungURN || (type == nil && version != nil)
    findings.appleHeadroom = number(packet[XMPNamespace.appleGainMap, "HDRGainMapHeadroom"])
    return findings
  }

  /// Whether the packet of a primary announces a gain map in the file.
  package static func announcesGainMap(_ packet: XMPPacket) -> Bool {
    packet[XMPNamespace.hdrGainMap, "Version"] != nil
      || containerItems(packet).contains { $0[XMLName(XMPNamespace.containerItem, "Semantic")]?.text == "GainMap" }
  }

  /// The items of Google's container directory, in file order.
  package static func containerItems(_ packet: XMPPacket) -> [XMPValue] {
    guard let directory = packet[XMPNamespace.container, "Directory"] else { return [] }
    return directory.items.map { $0[XMLName(XMPNamespace.container, "Item")] ?? $0 }
  }

  private static func checked(
    _ metadata: GainMapMetadata?, _ part: String, _ warnings: inout [String]
  ) -> GainMapMetadata? {
    guard let metadata else {
      warnings.append("\(part): a value is no number; the description is ignored")
      return nil
    }
    do throws(GainMapError) {
      try metadata.validate()
      return metadata
    } catch {
      warnings.append("\(part): \(error); the description is ignored")
      return nil
    }
  }

  // MARK: - Ultra HDR

  private static func ultraHDR(_ packet: XMPPacket) -> GainMapMetadata? {
    func scalar(_ name: String, _ fallback: Double) -> Double? {
      guard let value = packet[XMPNamespace.hdrGainMap, name] else { return fallback }
      return number(value)
    }
    func channels(_ name: String, _ fallback: Double) -> [Double]? {
      guard let value = packet[XMPNamespace.hdrGainMap, name] else { return [fallback] }
      let numbers = value.items.compactMap(number)
      return numbers.count == value.items.count && (numbers.count == 1 || numbers.count == 3) ? numbers : nil
    }
    guard let low = scalar("HDRCapacityMin", 0), let high = scalar("HDRCapacityMax", 1), high > low,
      let min = channels("GainMapMin", 0), let max = channels("GainMapMax", 1), let gamma = channels("Gamma", 1),
      let offsetSDR = channels("OffsetSDR", 1.0 / 64), let offsetHDR = channels("OffsetHDR", 1.0 / 64)
    else { return nil }
    let isBaseHDR = boolean(packet[XMPNamespace.hdrGainMap, "BaseRenditionIsHDR"]) ?? false
    let isMultichannel = [min, max, gamma, offsetSDR, offsetHDR].contains { $0.count == 3 }
    return GainMapMetadata(
      baseHeadroom: isBaseHDR ? high : low, alternateHeadroom: isBaseHDR ? low : high,
      min: triple(min), max: triple(max), gamma: triple(gamma),
      baseOffset: triple(isBaseHDR ? offsetHDR : offsetSDR),
      alternateOffset: triple(isBaseHDR ? offsetSDR : offsetHDR),
      useBaseColorSpace: true, isMultichannel: isMultichannel)
  }

  /// The packet of an Ultra HDR gain map with these parameters.
  ///
  /// Only metadata in the base picture's colour space can be expressed; the caller checks this.
  package static func ultraHDRPacket(_ metadata: GainMapMetadata) -> [UInt8] {
    Array(XMPPacket.wrapped(ultraHDRDescription(metadata)).utf8)
  }

  /// The same without the packet around it, for a packet with further descriptions.
  static func ultraHDRDescription(_ metadata: GainMapMetadata) -> String {
    let isBaseHDR = metadata.isBaseHDR
    let low = isBaseHDR ? metadata.alternateHeadroom : metadata.baseHeadroom
    let high = isBaseHDR ? metadata.baseHeadroom : metadata.alternateHeadroom
    let rows: [(String, SIMD3<Double>)] = [
      ("GainMapMin", metadata.min), ("GainMapMax", metadata.max), ("Gamma", metadata.gamma),
      ("OffsetSDR", isBaseHDR ? metadata.alternateOffset : metadata.baseOffset),
      ("OffsetHDR", isBaseHDR ? metadata.baseOffset : metadata.alternateOffset),
    ]
    // Readers of the first generation support only attributes, so elements are used only where channels differ.
    var attributes = " hdrgm:Version=\"1.0\""
    var elements = ""
    for (name, value) in rows {
      if value.x == value.y, value.y == value.z {
        attributes += " hdrgm:\(name)=\"\(decimal(value.x))\""
      } else {
        let items = [value.x, value.y, value.z].map { "<rdf:li>\(decimal($0))</rdf:li>" }.joined()
        elements += "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
      }
    }
    attributes += " hdrgm:HDRCapacityMin=\"\(decimal(low))\" hdrgm:HDRCapacityMax=\"\(decimal(high))\""
    attributes += " hdrgm:BaseRenditionIsHDR=\"\(isBaseHDR ? "True" : "False")\""
    let start = "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"\(XMPNamespace.hdrGainMap)\"\(attributes)"
    return elements.isEmpty ? start + "/>" : start + ">" + elements + "</rdf:Description>"
  }

  // MARK: - Apple

  /// The packet of an Apple gain map (version 2, which states the headroom) of 8 bits and one component.
  package static func applePacket(_ map: AppleGainMap) -> [UInt8] {
    Array(XMPPacket.wrapped(appleDescription(map)).utf8)
  }

  /// The same without the packet around it, for a packet with further descriptions.
  static func appleDescription(_ map: AppleGainMap) -> String {
    // CoreVideo's 'L008' as a number.
    let pixelFormat = 0x4C30_3038
    func element(_ name: String, _ text: String) -> String { "<\(name)>\(text)</\(name)>" }
    return
      "<rdf:Description rdf:about=\"\" xmlns:apdi=\"\(XMPNamespace.applePixelData)\""
      + " xmlns:HDRGainMap=\"\(XMPNamespace.appleGainMap)\">"
      + element("apdi:NativeFormat", String(pixelFormat)) + element("apdi:StoredFormat", String(pixelFormat))
      + element("apdi:AuxiliaryImageType", appleURN) + element("HDRGainMap:HDRGainMapVersion", "131072")
      + element("HDRGainMap:HDRGainMapHeadroom", decimal(map.headroom)) + "</rdf:Description>"
  }

  private static func appleToneMap(_ packet: XMPPacket) -> GainMapMetadata? {
    let namespace = XMPNamespace.appleToneMap
    guard let channels = packet[namespace, "ChannelMetadata"]?.items, channels.count == 1 || channels.count == 3,
      let alternate = number(packet[namespace, "AlternateHeadroom"])
    else { return nil }
    func values(_ name: String, _ fallback: Double) -> SIMD3<Double>? {
      let fields = channels.map { $0[XMLName(namespace, name)] }
      let numbers = fields.compactMap { $0 == nil ? fallback : number($0) }
      return numbers.count == channels.count ? triple(numbers) : nil
    }
    guard let min = values("GainMapMin", 0), let max = values("GainMapMax", alternate),
      let gamma = values("Gamma", 1), let base = values("BaseOffset", 0), let other = values("AlternateOffset", 0)
    else { return nil }
    return GainMapMetadata(
      baseHeadroom: number(packet[namespace, "BaseHeadroom"]) ?? 0, alternateHeadroom: alternate, min: min, max: max,
      gamma: gamma, baseOffset: base, alternateOffset: other,
      useBaseColorSpace: boolean(packet[namespace, "BaseColorIsWorkingColor"]) ?? true,
      isMultichannel: channels.count == 3)
  }

  // MARK: - Values

  private static func number(_ value: XMPValue?) -> Double? {
    guard let text = value?.items.first?.text, let number = Double(text.trimmingXMLSpace()), number.isFinite else {
      return nil
    }
    return number
  }

  private static func boolean(_ value: XMPValue?) -> Bool? {
    switch value?.text?.lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  private static func triple(_ values: [Double]) -> SIMD3<Double> {
    SIMD3(values[0], values[values.count / 2], values[values.count - 1])
  }

  /// The shortest decimal that reads back as the same number, never in exponent form: some readers only parse digits.
  /// Saturates at 10^15, far beyond any gain or headroom; NaN becomes 0.
  static func decimal(_ number: Double) -> String {
    guard !number.isNaN else { return "0" }
    let value = min(max(number, -1e15), 1e15)
    if value == value.rounded() { return String(Int(value)) }
    let short = "\(value)"
    guard short.contains("e") else { return short }
    // 24 places hold any offset or gain in use to full precision of the value itself.
    var digits = value.magnitude
    var out = value < 0 ? "-" : ""
    out += String(Int(digits)) + "."
    digits -= digits.rounded(.down)
    for _ in 0..<24 {
      digits *= 10
      out += String(Int(digits))
      digits -= digits.rounded(.down)
    }
    return out
  }
}

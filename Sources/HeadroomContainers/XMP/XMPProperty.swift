/// A property of XMP that is written, and the form of its value.
struct XMPProperty: Hashable, Sendable {
  enum Shape: Hashable, Sendable {
    case text
    /// `rdf:Alt` with a default language.
    case languages
    /// `rdf:Bag`, in no order.
    case bag
    /// `rdf:Seq`, in order.
    case sequence
  }

  let prefix: String
  let name: XMLName
  let shape: Shape

  private static let namespaces = [
    "dc": XMPNamespace.dublinCore, "photoshop": XMPNamespace.photoshop, "Iptc4xmpCore": XMPNamespace.iptcCore,
    "xmp": XMPNamespace.basic, "xmpRights": XMPNamespace.rights, "exif": XMPNamespace.exif,
    "aux": XMPNamespace.exifAuxiliary,
  ]

  /// - Parameter prefix: one of those that are known here.
  init(_ prefix: String, _ local: String, _ shape: Shape) {
    self.prefix = prefix
    name = XMLName(Self.namespaces[prefix] ?? "", local)
    self.shape = shape
  }

  /// The property as an element with these values, at least one.
  func element(_ values: [String]) -> String {
    let tag = "\(prefix):\(name.local)"
    let texts = values.map { String($0.unicodeScalars.filter(Self.isAllowed)).escapedForXML(inAttribute: false) }
    func list(_ kind: String, _ language: String = "") -> String {
      "<rdf:\(kind)>" + texts.map { "<rdf:li\(language)>\($0)</rdf:li>" }.joined() + "</rdf:\(kind)>"
    }
    let content =
      switch shape {
      case .text: texts[0]
      case .languages: list("Alt", " xml:lang=\"x-default\"")
      case .bag: list("Bag")
      case .sequence: list("Seq")
      }
    return "<\(tag) xmlns:\(prefix)=\"\(name.namespace)\">\(content)</\(tag)>"
  }

  /// XML 1.0 has no place for control codes.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF || scalar == "\n" || scalar == "\t"
      || scalar == "\r"
  }
}

extension XMPPacket {
  /// A packet with the `values` of those properties that it does not have yet.
  ///
  /// - Parameter packet: nil or an unreadable one makes a packet of the values alone.
  /// - Returns: `packet` byte for byte where there is nothing to add.
  static func adding(_ values: [(XMPProperty, [String])], to packet: [UInt8]?) -> [UInt8]? {
    let existing = packet.flatMap { try? XMPPacket(parsing: $0) }
    return appending(values.filter { existing?.properties[$0.0.name] == nil }, to: existing) ?? packet
  }

  /// A packet with one more description, which has all the values; nil where there are none.
  static func appending(_ values: [(XMPProperty, [String])], to packet: XMPPacket?) -> [UInt8]? {
    let elements = values.filter { !$0.1.isEmpty }.map { $0.0.element($0.1) }
    guard !elements.isEmpty else { return nil }
    return appending(
      "<rdf:Description xmlns:rdf=\"\(XMPNamespace.rdf)\" rdf:about=\"\">\(elements.joined())</rdf:Description>",
      to: packet)
  }

  /// A packet with one more description, which is given as text. It declares all its prefixes.
  package static func appending(_ description: String, to packet: XMPPacket?) -> [UInt8] {
    guard var root = packet?.root, let addition = try? XMLParser.parse(Array(wrapped(description).utf8)) else {
      return Array(wrapped(description).utf8)
    }
    root.appendToRDF(addition.children.first.map(\.nodes) ?? [])
    return serialized(root)
  }

  /// A packet with the values of PNG's texts added.
  ///
  /// - Parameter iptc: the file's IPTC, which counts before the texts.
  package static func adding(_ texts: [MetadataText], to packet: [UInt8]?, beside iptc: IPTCBlock? = nil) -> [UInt8]? {
    guard !texts.isEmpty else { return packet }
    let stated =
      iptc.map { block in Set(IPTCMapping.all.filter { !$0.values(in: block).isEmpty }.map(\.property)) } ?? []
    return adding(TextMapping.values(of: texts).filter { !stated.contains($0.0.name) }, to: packet)
  }
}

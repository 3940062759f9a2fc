extension XMPPacket {
  /// A packet around descriptions.
  package static func wrapped(_ descriptions: String) -> String {
    inPacket(
      "<x:xmpmeta xmlns:x=\"\(XMPNamespace.meta)\"><rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf)\">"
        + descriptions + "</rdf:RDF></x:xmpmeta>")
  }

  /// The processing instructions by which scanners find packets. Read-only: there is no padding to edit in place.
  private static func inPacket(_ text: String) -> String { packetStart + text + packetEnd }
  /// A packet with this root element.
  package static func serialized(_ root: XMLElement) -> [UInt8] { Array(inPacket(root.serialized()).utf8) }
  private static let packetStart = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
  private static let packetEnd = "<?xpacket end=\"r\"?>"

  /// The packet of the picture that is about to be written: the contents of `existing`, minus everything that would be
  /// untrue in the new file, plus a container directory when there is a gain map.
  ///
  /// Gain map descriptions are removed (the map is rewritten), and so are directories of further pictures and
  /// motion photo marks (rewritten where the video is kept). A `tiff:Orientation` is set to the picture's, so that
  /// two tags never disagree.
  ///
  /// - Parameters:
  ///   - existing: the packet of the source; one that cannot be read is dropped.
  ///   - gainMapSize: bytes of the gain map picture, when the file gets one with Ultra HDR metadata.
  ///   - motionSize: bytes from the start of a motion photo's video to the end of the file, when the file gets one.
  ///   - orientation: 1...8.
  ///   - size: of the picture as it is stored; the packet's statements of it are corrected. Nil leaves them.
  ///   - keepsExtension: whether the extended packet goes into the file too.
  /// - Returns: nil when nothing is left.
  package static func forPrimary(
    existing: [UInt8]?, gainMapSize: Int?, motionSize: Int? = nil, orientation: UInt32,
    size: (width: Int, height: Int)? = nil, keepsExtension: Bool = false
  ) -> [UInt8]? {
    let directory = ContainerDirectory(gainMapSize: gainMapSize, motionSize: motionSize, of: existing).description
    guard let existing, let packet = try? XMPPacket(parsing: existing) else {
      return directory.map { Array(wrapped($0).utf8) }
    }
    var root = cleaned(packet.root, keepsExtension: keepsExtension)
    root.describe(orientation: orientation, size: size, mimeType: "image/jpeg")
    if let directory {
      guard let addition = try? XMLParser.parse(Array(wrapped(directory).utf8)).children.first else { return nil }
      root.appendToRDF(addition.nodes)
    }
    return serialized(root)
  }

  /// A packet that does not fit into one segment, in two parts: a short one, which names the digest of the other.
  ///
  /// - Parameter packet: of ``forPrimary(existing:gainMapSize:orientation:keepsExtension:)``.
  package static func split(
    _ packet: [UInt8], gainMapSize: Int?, motionSize: Int? = nil
  ) -> (main: [UInt8], extended: [UInt8]) {
    // Extended packets have no processing instructions.
    let extended = Array(packet.dropFirst(packetStart.utf8.count).dropLast(packetEnd.utf8.count))
    let digest = MD5.hexDigest(extended)
    let note =
      "<rdf:Description rdf:about=\"\" xmlns:xmpNote=\"\(XMPNamespace.xmpNote)\" xmpNote:HasExtendedXMP=\"\(digest)\"/>"
    // The directory stays in the short part: readers of gain maps do not search further.
    let directory = ContainerDirectory(gainMapSize: gainMapSize, motionSize: motionSize, of: packet).description
    return (Array(wrapped(note + (directory ?? "")).utf8), extended)
  }

  /// The packet of a picture that is about to be written into a container without JPEG's limit on a packet's size: main
  /// and extended part in one, minus everything that ``forPrimary(existing:gainMapSize:orientation:keepsExtension:)``
  /// removes. Such a container has its own way to announce a gain map.
  ///
  /// - Parameters:
  ///   - metadata: of the source. A packet that needs no change, or is not XMP, stays as it is, byte for byte.
  ///   - orientation: 1...8; nil leaves the stated one.
  ///   - size: of the picture as it is stored; nil leaves the stated one.
  ///   - mimeType: of the file; nil leaves the stated one.
  /// - Returns: nil when nothing is left.
  package static func whole(
    _ metadata: StillMetadata, orientation: UInt32?, size: (width: Int, height: Int)? = nil, mimeType: String? = nil
  ) -> [UInt8]? {
    guard let existing = metadata.xmp, let packet = try? XMPPacket(parsing: existing) else { return metadata.xmp }
    var root = packet.root
    if let extended = metadata.extendedXMP.flatMap({ try? XMPPacket(parsing: $0) }) {
      root.appendToRDF(extended.root.descriptions)
    }
    root = cleaned(root, keepsExtension: false)
    root.describe(orientation: orientation, size: size, mimeType: mimeType)
    guard root != packet.root else { return existing }
    guard let result = try? XMPPacket(root: root), !result.properties.isEmpty else { return nil }
    return serialized(root)
  }

  /// Whether a packet has properties that ``whole(_:orientation:)`` removes.
  package static func isStale(_ packet: [UInt8]) -> Bool {
    guard let root = (try? XMPPacket(parsing: packet))?.root else { return false }
    return cleaned(root, keepsExtension: true) != root
  }

  static func cleaned(_ root: XMLElement, keepsExtension: Bool, keepsMotion: Bool = false) -> XMLElement {
    func isStale(_ name: XMLName) -> Bool {
      describesPictures(name) || !keepsExtension && name.namespace == XMPNamespace.xmpNote
        || !keepsMotion && isMotionMark(name)
    }
    var root = root
    root.removeElements { isStale($0.name) }
    root.removeAttributes { isStale($0.name) || isDeclarationOfStale($0) }
    return root
  }

  /// The namespaces that describe only a gain map or further pictures.
  private static let staleNamespaces: Set = [
    XMPNamespace.hdrGainMap, XMPNamespace.container, XMPNamespace.containerItem, XMPNamespace.appleGainMap,
    XMPNamespace.appleToneMap, XMPNamespace.applePixelData,
  ]

  /// A prefix that nothing uses any more.
  private static func isDeclarationOfStale(_ attribute: XMLElement.Attribute) -> Bool {
    attribute.name.namespace == XMLParser.xmlnsNamespace && staleNamespaces.contains(attribute.value)
  }

  /// Whether a property describes a gain map or further pictures.
  static func describesPictures(_ name: XMLName) -> Bool { staleNamespaces.contains(name.namespace) }

  /// Whether a property announces a video after the picture.
  static func isMotionMark(_ name: XMLName) -> Bool {
    name.namespace == XMPNamespace.camera
      && (name.local.hasPrefix("MotionPhoto") || name.local.hasPrefix("MicroVideo"))
  }
}

extension XMLElement {
  /// The descriptions of a packet, each with the prefixes declared around them, so that they can go into another packet.
  var descriptions: [Node] {
    guard let rdf = XMPPacket.findRDF(self) else { return [] }
    let inner = rdf.declarations
    let around = inner + declarations.filter { outer in !inner.contains { $0.spelling == outer.spelling } }
    return rdf.children.map { description in
      var complete = description
      complete.attributes += around.filter { outer in
        !description.attributes.contains { $0.spelling == outer.spelling }
      }
      return .element(complete)
    }
  }

  private var declarations: [Attribute] { attributes.filter { $0.name.namespace == XMLParser.xmlnsNamespace } }

  mutating func appendToRDF(_ addition: [Node]) {
    if name == XMLName(XMPNamespace.rdf, "RDF") {
      nodes.append(contentsOf: addition)
      return
    }
    for index in nodes.indices {
      guard case .element(var element) = nodes[index] else { continue }
      if element.name == XMLName(XMPNamespace.rdf, "RDF") {
        element.nodes.append(contentsOf: addition)
        nodes[index] = .element(element)
        return
      }
    }
  }

  /// Corrects the packet's statements about the file: the picture's orientation and size, and the file's type.
  /// Missing ones are not added.
  mutating func describe(orientation: UInt32?, size: (width: Int, height: Int)?, mimeType: String?) {
    var values: [XMLName: String] = [:]
    if let orientation { values[XMLName(XMPNamespace.tiff, "Orientation")] = String(orientation) }
    if let size {
      values[XMLName(XMPNamespace.tiff, "ImageWidth")] = String(size.width)
      values[XMLName(XMPNamespace.tiff, "ImageLength")] = String(size.height)
      values[XMLName(XMPNamespace.exif, "PixelXDimension")] = String(size.width)
      values[XMLName(XMPNamespace.exif, "PixelYDimension")] = String(size.height)
    }
    if let mimeType { values[XMLName(XMPNamespace.dublinCore, "format")] = mimeType }
    if !values.isEmpty { setTexts(values) }
  }

  /// Gives simple properties of these names, at any depth, these values.
  mutating func setTexts(_ values: [XMLName: String]) {
    for index in attributes.indices {
      if let value = values[attributes[index].name] { attributes[index].value = value }
    }
    if let value = values[name], children.isEmpty {
      nodes = [.text(value)]
      return
    }
    for index in nodes.indices {
      guard case .element(var element) = nodes[index] else { continue }
      element.setTexts(values)
      nodes[index] = .element(element)
    }
  }
}

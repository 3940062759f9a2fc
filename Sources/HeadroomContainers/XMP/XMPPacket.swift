/// The value of an XMP property.
package indirect enum XMPValue: Hashable, Sendable {
  case text(String)
  /// `rdf:Seq`, `rdf:Bag` or `rdf:Alt`.
  case list([XMPValue])
  case structure([XMLName: XMPValue])

  /// The text, when it is one.
  package var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// The items of a list; a single value counts as a list of one.
  package var items: [XMPValue] {
    if case .list(let items) = self { return items }
    return [self]
  }

  /// A field of a structure.
  package subscript(name: XMLName) -> XMPValue? {
    if case .structure(let fields) = self { return fields[name] }
    return nil
  }
}

/// Namespaces that this package reads or writes.
package enum XMPNamespace {
  package static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  package static let meta = "adobe:ns:meta/"
  package static let hdrGainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  package static let container = "http://ns.google.com/photos/1.0/container/"
  package static let containerItem = "http://ns.google.com/photos/1.0/container/item/"
  package static let camera = "http://ns.google.com/photos/1.0/camera/"
  package static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
  package static let appleToneMap = "http://ns.apple.com/HDRToneMap/1.0/"
  package static let applePixelData = "http://ns.apple.com/pixeldatainfo/1.0/"
  package static let xmpNote = "http://ns.adobe.com/xmp/note/"
  package static let tiff = "http://ns.adobe.com/tiff/1.0/"
  package static let exif = "http://ns.adobe.com/exif/1.0/"
  package static let exifAuxiliary = "http://ns.adobe.com/exif/1.0/aux/"
  package static let exifExtended = "http://cipa.jp/exif/1.0/"
  package static let dublinCore = "http://purl.org/dc/elements/1.1/"
  package static let basic = "http://ns.adobe.com/xap/1.0/"
  package static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  package static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  package static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  package static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  package static let panorama = "http://ns.google.com/photos/1.0/panorama/"
}

/// The properties of an XMP packet, by namespace URI and name.
///
/// Prefixes have no meaning: real files bind them freely. Simple properties may be attributes or elements, arrays are
/// `rdf:Seq`, `rdf:Bag` or `rdf:Alt`, structures are nested descriptions, `rdf:parseType="Resource"`, or attributes
/// on the property's element.
package struct XMPPacket: Sendable {
  /// The root element as read.
  package private(set) var root: XMLElement
  /// The properties of all descriptions; the first one of a name counts.
  package private(set) var properties: [XMLName: XMPValue] = [:]

  private static let rdfRoot = XMLName(XMPNamespace.rdf, "RDF")
  package static let description = XMLName(XMPNamespace.rdf, "Description")
  package static let item = XMLName(XMPNamespace.rdf, "li")
  private static let arrays = ["Seq", "Bag", "Alt"].map { XMLName(XMPNamespace.rdf, $0) }

  /// Reads a packet.
  /// - Throws: ``XMLError`` when it is not XML or holds no RDF.
  package init(parsing bytes: [UInt8]) throws(XMLError) {
    try self.init(root: XMLParser.parse(Self.withoutPadding(bytes)))
  }

  /// The packet with this root element.
  /// - Throws: ``XMLError`` when it holds no RDF.
  package init(root: XMLElement) throws(XMLError) {
    self.root = root
    guard let rdf = Self.findRDF(root) else { throw XMLError(text: "no rdf:RDF element", offset: 0) }
    for element in rdf.children where element.name == Self.description {
      properties.merge(Self.fields(of: element)) { first, _ in first }
    }
  }

  /// A property of the packet.
  package subscript(namespace: String, name: String) -> XMPValue? { properties[XMLName(namespace, name)] }

  private static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    return end == bytes.count ? bytes : Array(bytes[..<end])
  }

  package static func findRDF(_ element: XMLElement) -> XMLElement? {
    if element.name == rdfRoot { return element }
    for child in element.children {
      if child.name == rdfRoot { return child }
    }
    return nil
  }

  private static func fields(of element: XMLElement) -> [XMLName: XMPValue] {
    var fields: [XMLName: XMPValue] = [:]
    for attribute in element.attributes where isProperty(attribute.name) {
      fields[attribute.name] = .text(attribute.value)
    }
    for child in element.children where fields[child.name] == nil { fields[child.name] = value(of: child) }
    return fields
  }

  package static func isProperty(_ name: XMLName) -> Bool {
    ![XMPNamespace.rdf, XMLParser.xmlNamespace, XMLParser.xmlnsNamespace, ""].contains(name.namespace)
  }

  private static func value(of element: XMLElement) -> XMPValue {
    let children = element.children
    if let array = children.first(where: { arrays.contains($0.name) }) {
      return .list(array.children.filter { $0.name == item }.map(value))
    }
    if let inner = children.first(where: { $0.name == description }) { return .structure(fields(of: inner)) }
    let hasFields = element.attributes.contains { isProperty($0.name) }
    if !children.isEmpty || hasFields { return .structure(fields(of: element)) }
    if let resource = element.attribute(XMLName(XMPNamespace.rdf, "resource")) { return .text(resource) }
    return .text(element.text)
  }
}

/// The contents of a HEIF file that is about to be written: items, their properties, and their references.
///
/// ```
/// ftyp
/// meta: hdlr pitm iinf iref iprp(ipco ipma) grpl iloc idat
/// mdat
/// ```
/// The same contents give the same bytes.
package struct HEIFFile: Sendable {
  /// An object that can be referred to: a coded picture, a derived one, a block of metadata.
  package struct Item: Sendable {
    /// Where an item's bytes lie.
    package enum Place: Sendable {
      /// In `mdat`.
      case mediaData
      /// In `idat`, inside the `meta` box: for the few bytes of derived pictures.
      case itemData
    }

    /// Four letters: `hvc1`, `av01`, `grid`, `tmap`, `Exif`, `mime`.
    package var type: String
    /// Media type, of `mime` items.
    package var contentType: String?
    /// Whether the item is not meant to be shown by itself.
    package var isHidden: Bool
    package var place: Place
    package var data: [UInt8]
    /// In the order in which they are listed; transforms last.
    package var properties: [PropertyBox]

    package init(
      type: String, contentType: String? = nil, isHidden: Bool = false, place: Place = .mediaData, data: [UInt8],
      properties: [PropertyBox] = []
    ) {
      self.type = type
      self.contentType = contentType
      self.isHidden = isHidden
      self.place = place
      self.data = data
      self.properties = properties
    }

    /// Whether it holds metadata, as opposed to a picture.
    var isMetadata: Bool { type == "Exif" || type == "mime" }
  }

  /// An arrow from one item to others.
  package struct Reference: Sendable {
    /// Four letters: `dimg`, `auxl`, `thmb`, `cdsc`.
    package var type: String
    package var from: UInt16
    package var to: [UInt16]

    package init(type: String, from: UInt16, to: [UInt16]) {
      self.type = type
      self.from = from
      self.to = to
    }
  }

  /// A set of items.
  package struct Group: Sendable {
    /// Four letters: `altr`.
    package var type: String
    package var members: [UInt16]

    package init(type: String, members: [UInt16]) {
      self.type = type
      self.members = members
    }
  }

  package var majorBrand: String
  package var compatibleBrands: [String]
  /// The item that readers show.
  package var primary: UInt16 = 1
  package private(set) var items: [Item] = []
  package var references: [Reference] = []
  package var groups: [Group] = []

  package init(majorBrand: String, compatibleBrands: [String]) {
    self.majorBrand = majorBrand
    self.compatibleBrands = compatibleBrands
  }

  /// Indices of the items whose bytes lie in `mdat`, in that order: metadata first, so that readers of it need only
  /// the beginning of the file.
  var mediaOrder: [Int] {
    let inMedia = items.indices.filter { items[$0].place == .mediaData }
    return inMedia.filter { items[$0].isMetadata } + inMedia.filter { !items[$0].isMetadata }
  }

  /// Adds an item; its number counts from 1.
  package mutating func add(_ item: Item) -> UInt16 {
    items.append(item)
    // The writers add at most a few thousand tiles; `write(to:)` refuses more.
    return UInt16(truncatingIfNeeded: items.count)
  }
}

/// The contents of a HEIF file that is about to be written: items, what is said of them, and how they hang together.
///
/// ```
/// ftyp
/// meta: hdlr pitm iinf iref iprp(ipco ipma) grpl iloc idat
/// mdat
/// ```
/// The same contents give the same bytes.
struct HEIFFile: Sendable {
  /// What can be referred to: a coded picture, a derived one, a block of metadata.
  struct Item: Sendable {
    /// Where an item's bytes lie.
    enum Place: Sendable {
      /// In `mdat`.
      case mediaData
      /// In `idat`, inside the `meta` box: for the few bytes of derived pictures.
      case itemData
    }

    /// Four letters: `hvc1`, `av01`, `grid`, `tmap`, `Exif`, `mime`.
    var type: String
    /// Media type, of `mime` items.
    var contentType: String?
    /// Whether the item is not meant to be shown by itself.
    var isHidden = false
    var place = Place.mediaData
    var data: [UInt8]
    /// In the order in which they are listed; transforms last.
    var properties: [PropertyBox] = []

    /// Whether it holds metadata, as opposed to a picture.
    var isMetadata: Bool { type == "Exif" || type == "mime" }
  }

  /// An arrow from one item to others.
  struct Reference: Sendable {
    /// Four letters: `dimg`, `auxl`, `thmb`, `cdsc`.
    var type: String
    var from: UInt16
    var to: [UInt16]
  }

  /// A set of items.
  struct Group: Sendable {
    /// Four letters: `altr`.
    var type: String
    var members: [UInt16]
  }

  var majorBrand: String
  var compatibleBrands: [String]
  /// The item that readers show.
  var primary: UInt16 = 1
  private(set) var items: [Item] = []
  var references: [Reference] = []
  var groups: [Group] = []

  init(majorBrand: String, compatibleBrands: [String]) {
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
  mutating func add(_ item: Item) -> UInt16 {
    items.append(item)
    // The writers add at most a few thousand tiles; `write(to:)` refuses more.
    return UInt16(truncatingIfNeeded: items.count)
  }
}

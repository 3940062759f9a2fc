internal import HeadroomColor
internal import HeadroomContainers

/// An item with its properties.
struct HEIFItem: Sendable {
  let declaration: MetaBox.Item
  /// `ispe`.
  private(set) var size: (width: Int, height: Int)?
  private(set) var pixelBits: [UInt8] = []
  private(set) var codePoints: CICP?
  private(set) var profile: [UInt8]?
  private(set) var pixelAspect: (horizontal: UInt32, vertical: UInt32)?
  private(set) var transforms: [HEIFTransform] = []
  /// The URN of `auxC`.
  private(set) var auxiliaryType: String?
  private(set) var hevc: HEVCConfiguration?
  private(set) var av1: AV1Configuration?
  private(set) var jpegPrefix: [UInt8]?
  /// The facts of a JPEG stream; known after a plan was made, because no property has them.
  var jpeg: JPEGItem?
  private(set) var hdr = HDRMetadata()
  private(set) var layer: UInt16?
  private(set) var operatingPoint: UInt8 = 0
  /// Essential properties that are not supported: the item cannot be shown.
  private(set) var unknownEssential: [FourCC] = []
  /// The first damaged property that decoding needs.
  private(set) var damage: ImageIOError?
  /// Damaged properties that decoding does not need.
  private(set) var warnings = WarningList()
  /// The types of all properties, in the order of association.
  private(set) var propertyTypes: [(type: FourCC, isEssential: Bool)] = []

  var id: UInt32 { declaration.id }
  var type: FourCC { declaration.type }
  var isHidden: Bool { declaration.isHidden }
  /// The item in errors.
  var part: String { "\(declaration.sample == nil ? "item" : "track") \(id) '\(type)'" }

  /// Whether the item is itself a picture: coded, or made of others.
  var isPicture: Bool { isCoded || type == "grid" || type == "iden" || type == "iovl" }
  /// Whether the item's data is a codec's.
  var isCoded: Bool { type == "hvc1" || type == "av01" || type == "avc1" || type == "jpeg" || type == "unci" }

  /// Width of a pixel relative to its height; nil where that is 1, or meaningless.
  var pixelAspectRatio: Double? {
    guard let pixelAspect, pixelAspect.horizontal > 0, pixelAspect.vertical > 0,
      pixelAspect.horizontal != pixelAspect.vertical
    else { return nil }
    return Double(pixelAspect.horizontal) / Double(pixelAspect.vertical)
  }

  init(_ declaration: MetaBox.Item, _ meta: MetaBox, _ properties: [HEIFProperty]) {
    self.declaration = declaration
    for association in meta.associations[declaration.id] ?? [] {
      let type = meta.properties[association.index - 1].type
      propertyTypes.append((type, association.isEssential))
      add(properties[association.index - 1], type, isEssential: association.isEssential)
    }
    if let sample = declaration.sample { add(sample) }
  }

  /// Adds the facts of a track, after those of its sample entry.
  private mutating func add(_ sample: MetaBox.Sample) {
    size = (sample.width, sample.height)
    if let turns = HEIFTransform.turns(of: sample.matrix) {
      transforms += turns
    } else {
      warnings.append("\(part): the matrix is no turn by a right angle and is ignored")
    }
  }

  private mutating func add(_ property: HEIFProperty, _ type: FourCC, isEssential: Bool) {
    switch property {
    case .size(let width, let height): if size == nil { size = (Int(width), Int(height)) }
    case .pixelBits(let bits): if pixelBits.isEmpty { pixelBits = bits }
    case .codePoints(let points): Self.keep(points, &codePoints, "nclx", part, &warnings)
    case .profile(let bytes): Self.keep(bytes, &profile, "ICC profile", part, &warnings)
    case .pixelAspect(let aspect): pixelAspect = (aspect.horizontal, aspect.vertical)
    case .transform(let transform): transforms.append(transform)
    case .auxiliary(let type): if auxiliaryType == nil { auxiliaryType = type }
    case .hevc(let configuration): if hevc == nil { hevc = configuration }
    case .av1(let configuration): if av1 == nil { av1 = configuration }
    case .jpegPrefix(let bytes): if jpegPrefix == nil { jpegPrefix = bytes }
    case .light(let box): box.store(in: &hdr)
    case .layer(let value): layer = value
    case .operatingPoint(let value): operatingPoint = value
    case .ignored: break
    case .unknown: if isEssential { unknownEssential.append(type) }
    case .damaged(let error): addDamage(error, type)
    }
  }

  /// Of two the first counts.
  private static func keep<Value: Hashable>(
    _ value: Value, _ place: inout Value?, _ name: String, _ part: String, _ warnings: inout WarningList
  ) {
    if place == nil {
      place = value
    } else if place != value {
      warnings.append("\(part): a second \(name) is ignored")
    }
  }

  /// Sizes, configurations and transforms are needed; colour and light are not.
  private mutating func addDamage(_ error: ImageIOError, _ type: FourCC) {
    switch type {
    case "hvcC", "av1C", "irot", "imir", "lsel", "a1op": damage = damage ?? error
    default:
      warnings.append("\(error); the property is ignored")
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImage
internal import HeadroomImageIO

/// The part of a file that a recipe's node stands for: its light with all its headroom, its base picture or its gain
/// map.
struct FileRendition {
  enum Kind: String, CaseIterable {
    case hdr, base, gainMap
  }

  var kind = Kind.hdr
  /// The headroom of the display that a gain map is applied for; infinity applies it in full.
  var headroom = Double.infinity
  /// The factors by which the picture that belongs to the gain map is reduced, across and down as it is stored.
  var reduction: (across: Double, down: Double)?
  /// Whether the file's orientation is applied.
  var isUpright = true

  /// All light, upright: the default of a file's node.
  static let upright = FileRendition()

  mutating func read(_ key: String, _ value: JSONValue, at path: String) throws(RecipeError) {
    switch key {
    case "rendition":
      guard let name = value.text, let known = Kind(rawValue: name) else {
        let names = Kind.allCases.map(\.rawValue)
        let question = NameSuggestion.question(for: value.text ?? "", among: names)
        throw RecipeError(path, "expected one of \(names.joined(separator: ", "))\(question)")
      }
      kind = known
    case "headroom":
      guard let number = value.double, number >= 1 else { throw RecipeError(path, "expected a ratio of 1 or more") }
      headroom = number
    case "smallerBy":
      guard let times = value.doubles, times.count == 2, times.allSatisfy({ (1...1e6) ~= $0 }) else {
        throw RecipeError(path, "expected two ratios of 1 or more, [across,down]")
      }
      reduction = (times[0], times[1])
    case "upright":
      guard case .bool(let flag) = value else { throw RecipeError(path, "expected true or false") }
      isUpright = flag
    default:
      let known = ["rendition", "headroom", "smallerBy", "upright", "index", "layer"]
      let question = NameSuggestion.question(for: key, among: known)
      throw RecipeError(path, "a file has no such member; it has \(known.joined(separator: ", "))\(question)")
    }
  }

  /// Refuses members that do not apply to this rendition.
  ///
  /// - Parameter path: the path of the node.
  func check(at path: String) throws(RecipeError) {
    if reduction != nil, kind != .gainMap {
      throw RecipeError("\(path).smallerBy", "is for rendition gainMap: a picture is made smaller by later nodes")
    }
  }

  fileprivate var source: StillSource.Rendition {
    switch kind {
    case .hdr: .expanded(headroom: headroom)
    case .base: .base
    case .gainMap: reduction.map { .smallerGainMap(across: $0.across, down: $0.down) } ?? .gainMap
    }
  }
}

extension CIImage {
  convenience init(picture: StillPicture, wanting wanted: FileRendition) {
    self.init(source: StillSource(picture: picture, rendition: wanted.source), isUpright: wanted.isUpright)
  }
}

extension StillSource {
  /// The members of a node for this source, before its orientation; nil where a node cannot express it.
  var recipeMembers: [(key: String, value: JSONValue)]? {
    guard encodingOverride == nil, picture.request.scaleDenominator == 1 else { return nil }
    var members: [(key: String, value: JSONValue)] = []
    switch rendition {
    case .expanded(let headroom):
      if headroom.isFinite { members.append(("headroom", .number(headroom))) }
    case .base: members.append(("rendition", "base"))
    case .gainMap: members.append(("rendition", "gainMap"))
    case .smallerGainMap(let across, let down):
      members += [("rendition", "gainMap"), ("smallerBy", [.number(across), .number(down)])]
    }
    if picture.request.index > 0 { members.append(("index", .integer(picture.request.index))) }
    if let layer = picture.request.layer { members.append(("layer", .string(layer))) }
    return members + [("upright", false)]
  }
}

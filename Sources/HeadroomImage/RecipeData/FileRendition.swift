internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImageIO

/// What of a file a recipe's node is: its light with all its headroom, its base picture or its gain map.
struct FileRendition {
  enum Kind: String, CaseIterable {
    case hdr, base, gainMap
  }

  var kind = Kind.hdr
  /// The display that a gain map is applied for; infinity for all there is.
  var headroom = Double.infinity
  /// Whether the file's orientation is applied.
  var isUpright = true

  /// All light, upright: what a file is unless a node says otherwise.
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
    case "upright":
      guard case .bool(let flag) = value else { throw RecipeError(path, "expected true or false") }
      isUpright = flag
    default:
      let known = ["rendition", "headroom", "upright", "index", "layer"]
      let question = NameSuggestion.question(for: key, among: known)
      throw RecipeError(path, "a file has no such member; it has \(known.joined(separator: ", "))\(question)")
    }
  }
}

extension CIImage {
  convenience init(picture: StillPicture, wanting wanted: FileRendition) {
    let rendition: StillSource.Rendition =
      switch wanted.kind {
      case .hdr: .expanded(headroom: wanted.headroom)
      case .base: .base
      case .gainMap: .gainMap
      }
    self.init(source: StillSource(picture: picture, rendition: rendition), isUpright: wanted.isUpright)
  }
}

extension StillSource {
  /// The members of a node that is this source, before its orientation; nil where a node cannot say it.
  var recipeMembers: [(key: String, value: JSONValue)]? {
    guard encodingOverride == nil, picture.request.scaleDenominator == 1 else { return nil }
    var members: [(key: String, value: JSONValue)] = []
    switch rendition {
    case .expanded(let headroom):
      if headroom.isFinite { members.append(("headroom", .number(headroom))) }
    case .base: members.append(("rendition", "base"))
    case .gainMap: members.append(("rendition", "gainMap"))
    }
    if picture.request.index > 0 { members.append(("index", .integer(picture.request.index))) }
    if let layer = picture.request.layer { members.append(("layer", .string(layer))) }
    return members + [("upright", false)]
  }
}

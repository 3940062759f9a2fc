internal import HeadroomContainers

extension OpenEXR {
  /// The likelihood that a name is that of the picture itself, not of one of its ingredients: a renderer writes tens of
  /// layers, and only their names show which one is meant for viewing. Lower ranks are likelier.
  enum LayerRank: Int, Comparable, Sendable {
    /// Combined, composite, final: the renderer's sum.
    case sum
    case beauty
    /// rgba, rgb, Ci, C.
    case plain
    /// color, image, main.
    case color
    /// Luminance, or one of red, green, blue, without a layer's name.
    case unnamedGray
    case unknown
    /// Parts of the light: diffuse, specular, emission, shadows.
    case light
    /// Data other than light: occlusion, albedo, normals, depth, ids.
    case data

    static func < (a: LayerRank, b: LayerRank) -> Bool { a.rawValue < b.rawValue }

    /// The rank of a layer's name, as in `ViewLayer.Combined`; its last part identifies it.
    ///
    /// - Parameter views: names of views, which precede or follow it in stereo files.
    init(name: String, views: [String]) {
      let parts = name.lowercased().split { $0 == "." || $0 == "/" || $0 == ":" }.map(String.init)
      let known = Set(views.map { $0.lowercased() })
      let named = parts.filter { !known.contains($0) }
      guard let last = named.last else {
        // A view's name alone: its picture.
        self = .plain
        return
      }
      self = Self.rank(of: last)
    }

    private static func rank(of name: String) -> LayerRank {
      let words = Set(name.split { !$0.isLetter }.map(String.init))
      let letters = name.filter(\.isLetter)
      if !words.isDisjoint(with: dataWords) || dataNames.contains(where: letters.contains) { return .data }
      if !words.isDisjoint(with: lightWords) || lightNames.contains(where: letters.contains) { return .light }
      func has(_ names: Set<String>) -> Bool { names.contains(letters) || !words.isDisjoint(with: names) }
      if has(["combined", "composite", "comp", "final", "effectsresult"]) { return .sum }
      if letters.contains("beauty") { return .beauty }
      if has(["rgba", "rgb", "ci", "c"]) { return .plain }
      return has(["color", "colour", "image", "main", "default"]) ? .color : .unknown
    }

    // Short names are whole words, so that N is not found in "combined".
    private static let dataWords: Set<String> = [
      "ao", "n", "ng", "ns", "z", "p", "pos", "uv", "st", "id", "ids", "nrm", "norm", "vel", "mv", "alpha", "a", "cov",
    ]
    private static let dataNames = [
      "crypto", "normal", "depth", "position", "occlusion", "albedo", "motion", "velocity", "vector", "objectid",
      "matid",
      "material", "mist", "matte", "mask", "variance", "sample", "facing", "coverage", "pref", "index", "curvature",
      "roughness", "opacity", "diffcol", "glosscol", "transcol", "wireframe", "tangent", "coordinate",
    ]
    private static let lightWords: Set<String> = ["gi", "sss", "env", "emit", "direct", "indirect", "bg"]
    private static let lightNames = [
      "diff", "spec", "gloss", "emission", "emissive", "reflect", "refract", "subsurface", "transm", "transl",
      "transdir",
      "transind", "light", "shadow", "volume", "environment", "coat", "sheen", "caustic", "glow", "background", "noisy",
      "illumination", "irradiance",
    ]
  }
}

extension OpenEXR.Part {
  /// The views of a stereo file, the shown one first (`multiView`); their usual names where not stated.
  var viewNames: [String] { views.isEmpty ? ["left", "right", "center"] : views }

  /// The index of a layer's view; 0, the first view's, where its name has none.
  func viewIndex(ofLayer name: String) -> Int {
    let parts = name.lowercased().split(separator: ".").map(String.init)
    return viewNames.firstIndex { parts.contains($0.lowercased()) } ?? 0
  }

  /// The layers in the order in which they are tried: colours before luminance where they are equally likely.
  var rankedLayers: [OpenEXR.Layer] {
    let pictures = layers.filter(\.isPicture)
    return pictures.map { ($0, rank(of: $0)) }.sorted { first, second in
      if first.1 != second.1 { return first.1 < second.1 }
      if first.0.isColor != second.0.isColor { return first.0.isColor }
      let views = (viewIndex(ofLayer: first.0.name), viewIndex(ofLayer: second.0.name))
      return views.0 != views.1 ? views.0 < views.1 : first.0.name < second.0.name
    }.map(\.0)
  }

  /// Channels without a layer's name are the picture, unless they are only a luminance beside colours that
  /// are named as the picture.
  private func rank(of layer: OpenEXR.Layer) -> OpenEXR.LayerRank {
    guard layer.name.isEmpty else { return OpenEXR.LayerRank(name: layer.name, views: viewNames) }
    return layer.isColor || layer.isLuminanceChroma ? .sum : .unnamedGray
  }

  /// The likelihood that this part's shown layer is the picture of a file with several parts; nil where it has none.
  var pictureRank: OpenEXR.LayerRank? {
    guard let best = rankedLayers.first else { return nil }
    guard best.name.isEmpty, let name, !name.isEmpty else { return rank(of: best) }
    let named = OpenEXR.LayerRank(name: name, views: viewNames)
    return best.isColor || best.isLuminanceChroma ? named : max(named, .unnamedGray)
  }
}

extension OpenEXR.Directory {
  /// The parts that are pictures: first the one meant for viewing, then the others in file order.
  ///
  /// The first part with colour is chosen unless its name marks it as an ingredient and another's does not; views other
  /// than the first come after the first.
  var pictures: [Int] {
    let flat = parts.indices.filter { !parts[$0].isDeep }
    guard let first = flat.min(by: { isShown($0, before: $1) }) else { return [] }
    return [first] + flat.filter { $0 != first }
  }

  private func isShown(_ a: Int, before b: Int) -> Bool {
    guard let first = parts[a].pictureRank else { return false }
    guard let second = parts[b].pictureRank else { return true }
    if first != second { return first < second }
    return viewIndex(of: parts[a]) < viewIndex(of: parts[b])
  }

  /// The index of a part's view among the file's parts with views; 0 without one.
  private func viewIndex(of part: OpenEXR.Part) -> Int {
    guard let view = part.strings["view"] else { return 0 }
    return parts.compactMap { $0.strings["view"] }.firstIndex(of: view) ?? 0
  }
}

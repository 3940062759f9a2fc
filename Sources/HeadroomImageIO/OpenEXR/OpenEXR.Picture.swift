internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension OpenEXR {
  /// The channels of a part that are shown, and their components.
  struct Picture: Sendable {
    /// A channel of the part and the component of a pixel that it becomes.
    struct Source: Hashable, Sendable {
      var channel: Int
      var component: Int
    }

    var sources: [Source]
    var format: PixelFormat
    /// Whether colours are to be made of luminance and subsampled chroma.
    var isLuminanceChroma = false
    /// Components that no channel gives stay 0.
    var lacksComponents: Bool { sources.count < format.channelCount }
    /// The layer shown; nil for the channels without a layer's name.
    var layer: String?
    /// Layers and channels that are not shown.
    var others: [String] = []
    var warnings: [String] = []
  }

  /// The channels of a layer by their last name: R, G, B, A, Y, RY, BY, X and Z in one spelling.
  struct Layer {
    var name: String
    private(set) var channels: [String: Int] = [:]
    /// Which of them are spelled so in the file.
    private var exact: Set<String> = []

    init(name: String) { self.name = name }

    /// Red, green or blue by OpenEXR's own names; by others (r, g, b; red, green, blue) all three, since a channel "b" alone may be
    /// anything.
    var isColor: Bool {
      let colors: Set<String> = ["R", "G", "B"]
      return !exact.isDisjoint(with: colors) || colors.allSatisfy { channels[$0] != nil }
    }
    var isGray: Bool { channels["Y"] != nil && !isVector }
    var isPicture: Bool { isColor || isGray }
    /// Directions and places: three numbers that are shown as red, green and blue. Without a layer's name they may be
    /// colours of CIE XYZ, of which luminance is shown.
    var isVector: Bool { !name.isEmpty && !isColor && ["X", "Y", "Z"].allSatisfy { channels[$0] != nil } }
    /// Whether colours are luminance and chroma.
    var isLuminanceChroma: Bool { isGray && !isColor && channels["RY"] != nil && channels["BY"] != nil }

    /// The last names of the colours that are shown, in the order of a pixel's components.
    var colors: [String] {
      if isColor { return ["R", "G", "B"] }
      if isVector { return ["X", "Y", "Z"] }
      return isLuminanceChroma ? ["Y", "RY", "BY"] : ["Y"]
    }

    private static let spellings = ["red": "R", "green": "G", "blue": "B", "alpha": "A"]
    private static let usual: Set<String> = ["R", "G", "B", "A", "Y", "RY", "BY", "X", "Z"]

    /// Of two spellings of a name, OpenEXR's own counts, else the first.
    mutating func add(_ last: String, at index: Int) {
      let upper = last.uppercased()
      let role = usual(last, upper)
      if role == last, Self.usual.contains(role) {
        channels[role] = index
        exact.insert(role)
      } else if channels[role] == nil {
        channels[role] = index
      }
    }

    private func usual(_ last: String, _ upper: String) -> String {
      if let role = Self.spellings[last.lowercased()] { return role }
      return Self.usual.contains(upper) ? upper : last
    }

    /// Channels that are shown with the layer.
    var shown: [Int] { (colors + ["A"]).compactMap { channels[$0] } }
    /// Its name for users.
    var title: String { name.isEmpty ? colors.joined() : name }
  }
}

extension OpenEXR.Picture {
  /// The default choice for a part: the colours without a layer's name, else the layer whose name is most likely the
  /// picture's, else the first with vectors, else the first channel.
  init(_ part: OpenEXR.Part) {
    if let layer = part.rankedLayers.first ?? part.layers.first(where: \.isVector) {
      self.init(layer, part)
      if !layer.name.isEmpty {
        let others = part.layers.filter { ($0.isPicture || $0.isVector) && $0.name != layer.name }.map(\.title)
        let rest = others.isEmpty ? "" : " of \(others.count + 1); others: \(others.prefix(8).joined(separator: ", "))"
        warnings.append("channels: layer '\(layer.name)' is shown\(rest)\(others.count > 8 ? ", ..." : "")")
      }
    } else {
      self.init(channel: 0, part)
      warnings.append("channels: '\(part.channels[0].name)' is shown as gray, as there is neither RGB nor Y")
    }
    finish(part)
  }

  /// One of ``OpenEXR/Part/layerNames``; nil where there is none of the name.
  init?(_ part: OpenEXR.Part, layer name: String) {
    let usual = OpenEXR.Picture(part)
    if usual.name(in: part) == name {
      self = usual
      return
    }
    if let layer = part.layers.first(where: { $0.name == name && !name.isEmpty && ($0.isPicture || $0.isVector) }) {
      self.init(layer, part)
    } else if let channel = part.channels.firstIndex(where: { $0.name == name }) {
      self.init(channel: channel, part)
    } else {
      return nil
    }
    finish(part)
  }

  /// The name of the picture: its layer's name, else that of its channels.
  func name(in part: OpenEXR.Part) -> String {
    layer ?? (isLuminanceChroma ? "Y" : sources.map { part.channels[$0.channel].name }.joined())
  }

  private init(channel: Int, _ part: OpenEXR.Part) {
    let sources = [Source(channel: channel, component: 0)]
    self.init(sources: sources, format: Self.format(sources, .gray, part))
  }

  /// Adds warnings about parts that are not shown, and about losses.
  private mutating func finish(_ part: OpenEXR.Part) {
    let shown = Set(sources.map(\.channel))
    let size = "\(part.dataWindow.width)x\(part.dataWindow.height)"
    others = part.channels.indices.filter { !shown.contains($0) && !isLuminanceChroma }.map {
      "channel \(part.channels[$0].name) \(size)"
    }
    warnings += roundings(part)
  }

  /// The losses of floats where OpenEXR's own decoder, which returns half floats, is used.
  private func roundings(_ part: OpenEXR.Part) -> [String] {
    let floats = sources.map { part.channels[$0.channel] }.filter { $0.type != .half }
    if isLuminanceChroma, !floats.isEmpty {
      return ["channels: colours of luminance and chroma are read as half floats, though stored as \(floats[0].type)"]
    }
    // DWA itself keeps colours as half floats, whatever their type; it keeps alpha exactly.
    if part.isDWA, headroom_exr_unpacks_dwa() == 0, floats.contains(where: { $0.name == "A" }) {
      return ["channels: alpha packed by \(part.compression) is read as half floats, though stored as float"]
    }
    return []
  }

  private init(_ layer: OpenEXR.Layer, _ part: OpenEXR.Part) {
    let hasAlpha = layer.channels["A"] != nil
    let names = layer.colors
    let all = (names + (hasAlpha ? ["A"] : [])).enumerated().compactMap { place, name in
      layer.channels[name].map { Source(channel: $0, component: place) }
    }
    let layout: PixelFormat.Layout =
      names.count == 1 ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    self.init(sources: all, format: Self.format(all, layout, part))
    isLuminanceChroma = layer.isLuminanceChroma
    if isLuminanceChroma { format = hasAlpha ? .rgbaHalf : .rgbHalf }
    self.layer = layer.name.isEmpty ? nil : layer.name
  }

  /// Half where all samples are half, else float.
  private static func format(
    _ sources: [Source], _ layout: PixelFormat.Layout, _ part: OpenEXR.Part
  ) -> PixelFormat {
    let isHalf = sources.allSatisfy { part.channels[$0.channel].type == .half }
    return PixelFormat(component: isHalf ? .half : .float, layout: layout) ?? .rgbaFloat
  }

  private init(sources: [Source], format: PixelFormat) {
    self.sources = sources
    self.format = format
  }

  /// Why this picture of a part cannot be decoded, or nil.
  func obstacle(_ part: OpenEXR.Part) -> ImageIOError? {
    let names = sources.map { part.channels[$0.channel].name }
    let isSubsampled = sources.contains {
      part.channels[$0.channel].xSampling != 1 || part.channels[$0.channel].ySampling != 1
    }
    if isLuminanceChroma {
      guard !part.isTiled, layer == nil else {
        return .unsupported(part: "channels", text: "luminance and chroma in tiles or layers")
      }
      return nil
    }
    if isSubsampled { return .unsupported(part: "channels", text: "subsampled channels other than RY and BY") }
    if part.isDWA, !Set(names).isSubset(of: ["R", "G", "B", "A", "Y"]) {
      return .unsupported(part: "compression", text: "\(part.compression) of channels other than R, G, B, A and Y")
    }
    return nil
  }
}

extension OpenEXR.Part {
  /// The channels, grouped by the layers in their names and sorted by name; those without a layer's name come first.
  var layers: [OpenEXR.Layer] {
    var layers: [String: OpenEXR.Layer] = [:]
    for (index, channel) in channels.enumerated() {
      let dot = channel.name.lastIndex(of: ".")
      let name = dot.map { String(channel.name[..<$0]) } ?? ""
      let last = dot.map { String(channel.name[channel.name.index(after: $0)...]) } ?? channel.name
      layers[name, default: OpenEXR.Layer(name: name)].add(last, at: index)
    }
    return layers.values.sorted { $0.name < $1.name }
  }

  /// The choices that can be shown: the default one, other layers with colours, luminance or vectors, and single
  /// channels that are in none of those.
  var layerNames: [String] {
    let usual = OpenEXR.Picture(self)
    let layers = layers
    var names = [usual.name(in: self)]
    var shown = Set(usual.sources.map(\.channel))
    for layer in layers where layer.isPicture || layer.isVector {
      shown.formUnion(layer.shown)
      if !layer.name.isEmpty, layer.name != names[0] { names.append(layer.name) }
    }
    return names + channels.indices.filter { !shown.contains($0) }.map { channels[$0].name }
  }

  /// Whether blocks are packed by one of the two forms of DWA.
  var isDWA: Bool { compression == .dwaa || compression == .dwab }

  /// The encoding of the numbers: linear light of the stated chromaticities, else of BT.709.
  ///
  /// Chromaticities that are the XYZ axes mean CIE XYZ itself, and its D65 point is a display's white: OpenEXR's tools
  /// compare the white points of files without adapting one to the other. Whites of RGB sets (ACES) are adapted.
  func encoding(isGray: Bool, warnings: inout [String]) -> ColorEncoding {
    if isGray { return .extendedLinearGray }
    guard let chromaticities else { return .extendedLinearSRGB }
    guard let primaries = ColorPrimaries(redGreenBlueWhite: chromaticities) else {
      warnings.append("chromaticities: they span no colour space and are ignored")
      return .extendedLinearSRGB
    }
    let axes = ColorPrimaries.xyzAxes
    if primaries.red == axes.red, primaries.green == axes.green, primaries.blue == axes.blue {
      let relative = ColorPrimaries(red: axes.red, green: axes.green, blue: axes.blue, white: .d65)
      return ColorEncoding(model: .xyz, primaries: relative, transfer: .linear, isExtended: true)
    }
    return ColorEncoding(primaries: primaries, transfer: .linear, isExtended: true)
  }
}

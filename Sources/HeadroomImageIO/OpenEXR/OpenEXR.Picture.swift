internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension OpenEXR {
  /// Which channels of a part are shown, and as what.
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

  /// The channels of a layer by their last name.
  private struct Layer {
    var name: String
    var channels: [String: Int] = [:]
    var isColor: Bool { channels["R"] != nil || channels["G"] != nil || channels["B"] != nil }
    var isGray: Bool { channels["Y"] != nil }
  }
}

extension OpenEXR.Picture {
  /// Chooses the channels without a layer's name, else the first layer with a picture, else the first channel.
  init(_ part: OpenEXR.Part) {
    var layers: [String: OpenEXR.Layer] = [:]
    for (index, channel) in part.channels.enumerated() {
      let dot = channel.name.lastIndex(of: ".")
      let name = dot.map { String(channel.name[..<$0]) } ?? ""
      let last = dot.map { String(channel.name[channel.name.index(after: $0)...]) } ?? channel.name
      layers[name, default: OpenEXR.Layer(name: name)].channels[last] = index
    }
    let sorted = layers.values.sorted { $0.name < $1.name }
    let pictures = sorted.filter { $0.isColor || $0.isGray }
    if let layer = pictures.first(where: { $0.name.isEmpty }) ?? pictures.first {
      self.init(layer, part)
      if !layer.name.isEmpty {
        self.layer = layer.name
        warnings.append("channels: layer '\(layer.name)' is shown, as there is no picture outside the layers")
      }
    } else {
      self.init(sources: [Source(channel: 0, component: 0)], format: .grayFloat)
      format = Self.format(sources, .gray, part)
      warnings.append("channels: '\(part.channels[0].name)' is shown as gray, as there is neither RGB nor Y")
    }
    let shown = Set(sources.map(\.channel))
    let size = "\(part.dataWindow.width)x\(part.dataWindow.height)"
    others = part.channels.indices.filter { !shown.contains($0) && !isLuminanceChroma }.map {
      "channel \(part.channels[$0].name) \(size)"
    }
    warnings += roundings(part)
  }

  /// What floats lose where OpenEXR's own decoder, which gives half floats, is asked.
  private func roundings(_ part: OpenEXR.Part) -> [String] {
    let floats = sources.map { part.channels[$0.channel] }.filter { $0.type != .half }
    if isLuminanceChroma, !floats.isEmpty {
      return ["channels: colours of luminance and chroma are read as half floats, though stored as \(floats[0].type)"]
    }
    // DWA itself keeps colours as half floats, whatever their type; alpha it keeps whole.
    if part.isDWA, headroom_exr_unpacks_dwa() == 0, floats.contains(where: { $0.name == "A" }) {
      return ["channels: alpha packed by \(part.compression) is read as half floats, though stored as float"]
    }
    return []
  }

  private init(_ layer: OpenEXR.Layer, _ part: OpenEXR.Part) {
    func sources(_ names: [String]) -> [Source] {
      names.enumerated().compactMap { place, name in
        layer.channels[name].map { Source(channel: $0, component: place) }
      }
    }
    let hasAlpha = layer.channels["A"] != nil
    let hasChroma = layer.isGray && layer.channels["RY"] != nil && layer.channels["BY"] != nil
    if layer.isColor || hasChroma {
      let names = hasChroma && !layer.isColor ? ["Y", "RY", "BY"] : ["R", "G", "B"]
      let all = sources(names + (hasAlpha ? ["A"] : []))
      self.init(sources: all, format: Self.format(all, hasAlpha ? .rgba : .rgb, part))
      isLuminanceChroma = hasChroma && !layer.isColor
      if isLuminanceChroma { format = hasAlpha ? .rgbaHalf : .rgbHalf }
    } else {
      let all = sources(["Y"] + (hasAlpha ? ["A"] : []))
      self.init(sources: all, format: Self.format(all, hasAlpha ? .grayAlpha : .gray, part))
    }
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
  /// Whether blocks are packed by one of the two forms of DWA.
  var isDWA: Bool { compression == .dwaa || compression == .dwab }

  /// What the numbers mean: linear light of the stated chromaticities, BT.709 without.
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

package import HeadroomColor
internal import HeadroomFilters
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomRAW

/// What a screen makes of a picture that a program gives it, by the kind of layer, as a recipe: the one answer of the command
/// and of the viewer to what a display shows. Layers do the same with pixels (`EmissionPath`); tests hold the two together.
package struct LayerSimulation: Sendable {
  /// The kinds of layers.
  package enum Kind: String, CaseIterable, Sendable {
    /// `CAMetalLayer`: cut where the headroom ends.
    case metal
    /// `CALayer`: tone mapped.
    case core
  }

  /// How much of the screen's headroom contents get, as words that people and pages say.
  package enum Range: String, CaseIterable, Sendable {
    case standard
    case constrainedHigh
    case high

    /// What a layer of the same name takes.
    package var limit: DynamicRangeLimit { CALayer.DynamicRange(rawValue: rawValue).limit }
  }

  package let kind: Kind
  /// What the layer lets its contents have of the screen's headroom, a linear ratio of at least 1; infinite for a screen that
  /// shows all light.
  package let headroom: Double

  /// - Parameter screenHeadroom: what the screen gives now.
  package init(kind: Kind, range: Range = .high, screenHeadroom: Double) {
    self.kind = kind
    headroom = range.limit.effectiveHeadroom(displayHeadroom: max(screenHeadroom, 1))
  }

  /// Whether a picture's gain map is weighted for the headroom, as image views and browsers do it, instead of tone mapping all
  /// of its light.
  package func weights(gainMap: Bool) -> Bool { kind == .core && gainMap }

  /// The headroom that contents are taken to have: what they say, unless that is what PQ and HLG are said to have where nothing
  /// is known. Brighter ones would be cut then, so that what is measured counts where it is more.
  ///
  /// - Parameter measure: gives the headroom of the pixels (`LightMeter.contentHeadroom`).
  package static func contentHeadroom<Failure: Error>(
    stated: Double, measure: () throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if stated >= 1, stated.isFinite, stated != Double(kCGDefaultHDRImageContentHeadroom) { return stated }
    return max(stated.isFinite ? stated : 1, try measure(), 1)
  }

  /// The light of the screen for an image.
  ///
  /// Tones are mapped in BT.2020. What the way back to the screen's primaries takes above the headroom keeps its hue; what was
  /// not mapped is cut by its components, as a screen does it.
  ///
  /// - Parameters:
  ///   - image: all of a picture's light, or what its gain map has for ``headroom``.
  ///   - contentHeadroom: linear; 1 and less for content that no screen has to change.
  ///   - isWeighted: whether the image is what a gain map has for the headroom: it needs no curve, only the screen's end.
  ///   - primaries: the screen's, in which light is cut.
  package func shown(
    _ image: CIImage, contentHeadroom: Double, isWeighted: Bool = false, primaries: ColorPrimaries = .bt2020
  ) -> CIImage {
    guard headroom.isFinite else { return image }
    if kind == .metal || isWeighted || contentHeadroom <= headroom {
      return primaries == .bt2020
        ? image.limited(to: headroom) : image.limited(to: headroom, in: primaries, keepingHue: false)
    }
    let mapped = image.toneMapped(to: headroom, from: contentHeadroom)
    // In BT.2020 nothing is above the headroom any more.
    return primaries == .bt2020 ? mapped : mapped.limited(to: headroom, in: primaries, keepingHue: true)
  }
}

extension CIImage {
  /// Light cut where a format or a screen ends: each component of linear BT.2020 at a headroom.
  package func limited(to headroom: Double) -> CIImage {
    toneMapped(to: headroom, from: .greatestFiniteMagnitude, toneMapOperator: .clip)
  }

  /// Light whose components in some primaries end at a headroom, on both sides of 0.
  fileprivate func limited(to headroom: Double, in primaries: ColorPrimaries, keepingHue: Bool) -> CIImage {
    let space = CGColorSpace(
      encoding: ColorEncoding(primaries: primaries, transfer: .linear, isExtended: true))
    guard let own = matchedFromWorkingSpace(to: space),
      let cut = ScreenEnd.kernel.apply(extent: extent, arguments: [own, headroom, keepingHue ? 1 : 0]),
      let light = cut.matchedToWorkingSpace(from: space)
    else { return self }
    return light.settingContentHeadroom(Float(headroom))
  }
}

/// Where a screen's light ends, in its own primaries.
private enum ScreenEnd {
  static let kernel: CIColorKernel = {
    let text = """
      kernel vec4 screenEnd(__sample light, float end, float keepsHue) {
        vec4 c = unpremultiply(light);
        float largest = max(max(c.r, c.g), c.b);
        float factor = keepsHue * largest > end ? end / largest : 1.0;
        vec3 cut = clamp(c.rgb * factor, vec3(-end), vec3(end));
        return premultiply(vec4(cut, c.a));
      }
      """
    // The text is this program's own, and a test runs it.
    guard let kernel = CIColorKernel(source: text) else { preconditionFailure("the kernel does not compile") }
    return kernel
  }()
}

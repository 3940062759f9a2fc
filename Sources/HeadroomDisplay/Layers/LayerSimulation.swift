package import HeadroomColor
internal import HeadroomFilters
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomRAW

/// How a screen shows a program's picture in a kind of layer, as a recipe, for both the command and the viewer. Layers
/// do the same with pixels (`EmissionPath`); tests compare the two.
package struct LayerSimulation: Sendable {
  /// The kinds of layers.
  package enum Kind: String, CaseIterable, Sendable {
    /// `CAMetalLayer`: clipped at the headroom.
    case metal
    /// `CALayer`: tone mapped.
    case core
  }

  /// How much of the screen's headroom contents get, by the names that the command and the page use.
  package enum Range: String, CaseIterable, Sendable {
    case standard
    case constrainedHigh
    case high

    /// The limit of a layer's range of the same name.
    package var limit: DynamicRangeLimit { CALayer.DynamicRange(rawValue: rawValue).limit }
  }

  package let kind: Kind
  /// The contents' share of the screen's headroom, a linear ratio of at least 1; infinite for a screen that shows all
  /// light.
  package let headroom: Double

  /// - Parameter screenHeadroom: the screen's current headroom.
  package init(kind: Kind, range: Range = .high, screenHeadroom: Double) {
    self.kind = kind
    headroom = range.limit.effectiveHeadroom(displayHeadroom: max(screenHeadroom, 1))
  }

  /// Whether a picture's gain map is weighted for the headroom, as image views and browsers do, instead of tone mapping
  /// all of its light.
  package func weights(gainMap: Bool) -> Bool { kind == .core && gainMap }

  /// The headroom assumed for contents: the stated one, which for PQ and HLG is 1000 cd/m² over reference white where
  /// nothing else is said. The pixels are measured only where nothing is known: a few of them, coloured fringes of coded
  /// video for instance, would else dim a whole picture.
  ///
  /// - Parameter measure: returns the headroom of the pixels (`LightMeter.contentHeadroom`).
  package static func contentHeadroom<Failure: Error>(
    stated: Double, measure: () throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if stated >= 1, stated.isFinite { return stated }
    return max(try measure(), 1)
  }

  /// The light of the screen for an image.
  ///
  /// Tones are mapped in BT.2020. Light that the conversion back to the screen's primaries takes above the headroom
  /// keeps its hue; light that was not mapped is clipped by components, as on a screen.
  ///
  /// - Parameters:
  ///   - image: all of a picture's light, or its light with the gain map weighted for ``headroom``.
  ///   - contentHeadroom: linear; 1 or less for content that no screen has to change.
  ///   - isWeighted: whether the image's gain map is weighted for the headroom: it needs no curve, only the screen's
  ///     limit.
  ///   - primaries: the screen's, in which light is clipped.
  package func shown(
    _ image: CIImage, contentHeadroom: Double, isWeighted: Bool = false, primaries: ColorPrimaries = .bt2020
  ) -> CIImage {
    guard headroom.isFinite else { return image }
    if kind == .metal || isWeighted || contentHeadroom <= headroom {
      return primaries == .bt2020
        ? image.limited(to: headroom) : image.limited(to: headroom, in: primaries, keepingHue: false)
    }
    let mapped = image.toneMapped(to: headroom, from: contentHeadroom)
    // In BT.2020 nothing exceeds the headroom any more.
    return primaries == .bt2020 ? mapped : mapped.limited(to: headroom, in: primaries, keepingHue: true)
  }
}

extension CIImage {
  /// Light clipped at the limit of a format or a screen: each component of linear BT.2020 at a headroom.
  package func limited(to headroom: Double) -> CIImage {
    toneMapped(to: headroom, from: .greatestFiniteMagnitude, toneMapOperator: .clip)
  }

  /// Light whose components in some primaries are limited to a headroom, on both sides of 0.
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

/// The limit of a screen's light, in its own primaries.
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
    // The text is built in, and a test runs it.
    guard let kernel = CIColorKernel(source: text) else { preconditionFailure("the kernel does not compile") }
    return kernel
  }()
}

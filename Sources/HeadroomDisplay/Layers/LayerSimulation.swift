package import HeadroomColor
package import HeadroomGraphics
package import HeadroomPixels

/// What a screen makes of pixels that a program gives it, by the kind of layer: the same paths that layers take.
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
    package var limit: DynamicRangeLimit { layers.limit }

    var layers: CALayer.DynamicRange { CALayer.DynamicRange(rawValue: rawValue) }
  }

  package var kind: Kind
  package var range: Range
  package var state: DisplayState

  package init(kind: Kind, range: Range = .high, state: DisplayState) {
    self.kind = kind
    self.range = range
    self.state = state
  }

  /// The light that is emitted, as layers' `emission(on:)` gives it, but that metal layers take any format here.
  ///
  /// - Parameters:
  ///   - encoding: what the numbers mean; where that cannot exceed white, the light is shown as it is by both kinds.
  ///   - contentHeadroom: linear; 0 measures.
  /// - Throws: ``PixelError`` when there is no memory.
  package func emission(
    of bitmap: PixelBitmap, encoding: ColorEncoding, contentHeadroom: Double
  ) throws(PixelError) -> CGImage {
    let contents = LayerContents(bitmap: bitmap, encoding: encoding, headroom: contentHeadroom)
    return try path(of: contents).picture().overBlack().image(headroom: state.usableHeadroom)
  }

  /// What the layer lets its contents have of the screen's headroom, linear.
  package var headroom: Double { ranged(CALayer()).headroom(on: state) }

  private func path(of contents: LayerContents) -> EmissionPath {
    switch kind {
    case .metal: ranged(CAMetalLayer()).path(of: contents, metadata: nil, on: state)
    case .core: ranged(CALayer()).path(of: contents, on: state)
    }
  }

  private func ranged<Layer: CALayer>(_ layer: Layer) -> Layer {
    layer.preferredDynamicRange = range.layers
    return layer
  }
}

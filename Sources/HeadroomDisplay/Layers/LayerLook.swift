internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics

/// The appearance of a layer and its sublayers on a screen, as a value that stays equal until something changes.
///
/// Layers report no changes. Code that shows them repeatedly compares their look with the last one, which costs
/// microseconds where a picture costs milliseconds. Contents are compared by identity: pixels written into a buffer
/// that is already shown appear after `setNeedsDisplay()`.
package struct LayerLook: Equatable {
  private let layers: [Entry]
  private let state: DisplayState

  package init(of layer: CALayer, on state: DisplayState) {
    var layers: [Entry] = []
    Self.collect(layer, depth: 0, into: &layers)
    (self.layers, self.state) = (layers, state)
  }

  private static func collect(_ layer: CALayer, depth: Int, into layers: inout [Entry]) {
    layers.append(Entry(layer, depth: depth))
    for child in layer.children { collect(child, depth: depth + 1, into: &layers) }
  }
}

/// The look of one layer.
private struct Entry: Equatable {
  private let identities: Identities
  private let rectangles: [CGRect]
  private let numbers: [Double]
  private let words: [String]
  private let switches: [Bool]
  private let colours: [CGColor?]
  private let operation: CGContentToneMappingInfo

  init(_ layer: CALayer, depth: Int) {
    let metal = layer as? CAMetalLayer
    // Settings of a metal layer take effect when its next drawable is taken, which changes the frame's number.
    identities = Identities(layer: layer, contents: LayerContents.object(layer.contents))
    rectangles = [layer.bounds, layer.frame]
    numbers = [
      Double(depth), Double(metal?.presentedFrameNumber ?? 0), Double(layer.contentsScale), Double(layer.opacity),
      Double(layer.contentsHeadroom), layer.constrainedHighLimit, Double(layer.cornerRadius),
      Double(layer.borderWidth),
    ]
    words = [
      layer.contentsGravity.rawValue, layer.toneMapMode.rawValue, layer.chosenDynamicRange?.rawValue ?? "",
    ]
    switches = [
      layer.isDisplayNeeded, layer.isOpaque, layer.isHidden, layer.masksToBounds,
      layer.wantsExtendedDynamicRangeContent,
    ]
    colours = [layer.backgroundColor, layer.borderColor]
    operation = layer.contentToneMappingInfo
  }
}

/// Objects compared by identity. They are retained, so that no other object can get their address.
private struct Identities: Equatable {
  let layer: CALayer
  let contents: AnyObject?

  static func == (one: Identities, other: Identities) -> Bool {
    one.layer === other.layer && one.contents === other.contents
  }
}

internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics

/// What a layer and those inside it look like on a screen, as a value that is equal as long as nothing of it has changed.
///
/// Layers tell nobody that they are changed; who shows them again and again takes their look and compares it with the last one,
/// which costs microseconds where a picture costs milliseconds. Contents count by who they are: pixels that a program writes into
/// a buffer that is shown already are seen after `setNeedsDisplay()`.
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

/// What is seen of one layer.
private struct Entry: Equatable {
  private let identities: Identities
  private let rectangles: [CGRect]
  private let numbers: [Double]
  private let words: [String]
  private let switches: [Bool]
  private let colour: CGColor?
  private let operation: CGContentToneMappingInfo

  init(_ layer: CALayer, depth: Int) {
    let metal = layer as? CAMetalLayer
    // What is set on a metal layer is looked at when its next drawable is taken, which gives the frame another number.
    identities = Identities(layer: layer, contents: LayerContents.object(layer.contents))
    rectangles = [layer.bounds, layer.frame]
    numbers = [
      Double(depth), Double(metal?.presentedFrameNumber ?? 0), Double(layer.contentsScale), Double(layer.opacity),
      Double(layer.contentsHeadroom), layer.constrainedHighLimit,
    ]
    words = [
      layer.contentsGravity.rawValue, layer.toneMapMode.rawValue, layer.chosenDynamicRange?.rawValue ?? "",
    ]
    switches = [layer.isDisplayNeeded, layer.isOpaque, layer.isHidden, layer.wantsExtendedDynamicRangeContent]
    colour = layer.backgroundColor
    operation = layer.contentToneMappingInfo
  }
}

/// Objects that are the same only where they are one object. They are held, so that no other can come to their address.
private struct Identities: Equatable {
  let layer: CALayer
  let contents: AnyObject?

  static func == (one: Identities, other: Identities) -> Bool {
    one.layer === other.layer && one.contents === other.contents
  }
}

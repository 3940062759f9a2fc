extension CALayer {
  /// Adds a layer on top of this layer's sublayers, and removes it from its previous superlayer.
  ///
  /// A layer cannot be added to itself or to its own sublayers.
  public func addSublayer(_ layer: CALayer) {
    insertSublayer(layer, at: UInt32(children.count))
  }

  /// Inserts a layer among the sublayers; 0 is below all others. Beyond their number it goes on top.
  public func insertSublayer(_ layer: CALayer, at index: UInt32) {
    precondition(!layer.contains(self), "CALayer: a layer cannot be inside itself")
    layer.removeFromSuperlayer()
    children.insert(layer, at: min(Int(index), children.count))
    layer.superlayer = self
  }

  /// Removes the layer from its superlayer; without effect if it has none.
  public func removeFromSuperlayer() {
    superlayer?.children.removeAll { $0 === self }
    superlayer = nil
  }

  func replaceSublayers(_ layers: [CALayer]) {
    for layer in children { layer.removeFromSuperlayer() }
    for layer in layers { addSublayer(layer) }
  }

  /// Whether a layer is this one or one of its sublayers, at any depth.
  func contains(_ layer: CALayer) -> Bool {
    var ancestor: CALayer? = layer
    while let current = ancestor {
      if current === self { return true }
      ancestor = current.superlayer
    }
    return false
  }
}

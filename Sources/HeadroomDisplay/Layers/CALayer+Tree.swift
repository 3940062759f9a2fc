extension CALayer {
  /// Puts a layer on top of those inside this one. It leaves the one it was in.
  ///
  /// A layer cannot go inside itself: neither into itself nor into what is inside it.
  public func addSublayer(_ layer: CALayer) {
    insertSublayer(layer, at: UInt32(children.count))
  }

  /// Puts a layer among those inside this one; 0 is below all others. Beyond their number it is on top.
  public func insertSublayer(_ layer: CALayer, at index: UInt32) {
    precondition(!layer.contains(self), "CALayer: a layer cannot be inside itself")
    layer.removeFromSuperlayer()
    children.insert(layer, at: min(Int(index), children.count))
    layer.superlayer = self
  }

  /// Takes the layer out of the one it is in; nothing happens where it is in none.
  public func removeFromSuperlayer() {
    superlayer?.children.removeAll { $0 === self }
    superlayer = nil
  }

  func replaceSublayers(_ layers: [CALayer]) {
    for layer in children { layer.removeFromSuperlayer() }
    for layer in layers { addSublayer(layer) }
  }

  /// Whether a layer is this one or inside it.
  private func contains(_ layer: CALayer) -> Bool {
    var ancestor: CALayer? = layer
    while let current = ancestor {
      if current === self { return true }
      ancestor = current.superlayer
    }
    return false
  }
}

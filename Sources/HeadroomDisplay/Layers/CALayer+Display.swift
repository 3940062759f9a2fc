/// Makes the contents of layers.
public protocol CALayerDelegate: AnyObject {
  /// Called when a layer's contents are asked for: set ``CALayer/contents`` here. Unless it is implemented, nothing happens.
  func display(_ layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
}

extension CALayer {
  /// Says that the contents are out of date: ``display()`` is called before they are shown next.
  public func setNeedsDisplay() { isDisplayNeeded = true }

  /// Whether ``setNeedsDisplay()`` was called and the contents were not made since.
  public func needsDisplay() -> Bool { isDisplayNeeded }

  /// Calls ``display()`` where that is due.
  public func displayIfNeeded() {
    guard isDisplayNeeded else { return }
    isDisplayNeeded = false
    display()
  }
}

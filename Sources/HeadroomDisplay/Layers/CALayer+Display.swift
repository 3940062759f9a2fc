/// Makes the contents of layers.
public protocol CALayerDelegate: AnyObject {
  /// Called when a layer needs its contents: set ``CALayer/contents`` here. The default does nothing.
  func display(_ layer: CALayer)
}

extension CALayerDelegate {
  public func display(_ layer: CALayer) {}
}

extension CALayer {
  /// Marks the contents as out of date: ``display()`` is called before they are next shown.
  public func setNeedsDisplay() { isDisplayNeeded = true }

  /// Whether ``setNeedsDisplay()`` was called and the contents have not been made since.
  public func needsDisplay() -> Bool { isDisplayNeeded }

  /// Calls ``display()`` if needed.
  public func displayIfNeeded() {
    guard isDisplayNeeded else { return }
    isDisplayNeeded = false
    display()
  }
}

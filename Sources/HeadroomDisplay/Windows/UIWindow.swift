public import Foundation

/// The topmost view of what a program shows on a screen.
///
/// Windows belong to no actor, as all views here; one thread at a time uses a window and what lies in it.
open class UIWindow: UIView {
  /// The scene that the window is part of; nil for a window that is on no screen in particular.
  ///
  /// Held by the window, and not the other way round, so that a window is all that a program has to keep.
  open var windowScene: UIWindowScene? {
    didSet {
      guard windowScene !== oldValue else { return }
      oldValue?.remove(self)
      windowScene?.add(self)
    }
  }

  /// Whether the window is the one that keys go to: the last of its scene that ``makeKeyAndVisible()`` was called on.
  public final var isKeyWindow: Bool { windowScene?.keyWindow === self }

  /// Makes a window of a place and size on the main screen, in points.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a window that fills the screen of a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: windowScene.screen.bounds)
    self.windowScene = windowScene
    // What is set while a window is made has no observers.
    windowScene.add(self)
  }

  /// The screen that the window is on: its scene's, without a scene the main one.
  open var screen: UIScreen { windowScene?.screen ?? UIScreen.main }

  /// Shows the window and makes it the one that keys go to. A window without a scene is only shown.
  open func makeKeyAndVisible() {
    isHidden = false
    windowScene?.keyWindow = self
  }

  /// Makes the window the one that keys go to, shown or not. Without effect for a window without a scene.
  open func makeKey() { windowScene?.keyWindow = self }

  /// Unless set, pixels per point are those of the screen.
  open override var contentScaleFactor: CGFloat {
    get { ownContentScale ?? screen.scale }
    set {
      ownContentScale = newValue > 0 && newValue.isFinite ? newValue : nil
      setNeedsDisplay()
    }
  }
  private var ownContentScale: CGFloat?
}

extension UIView {
  /// The window that the view lies in, itself where it is one; nil where it lies in none.
  public final var window: UIWindow? {
    sequence(first: self) { $0.superview }.lazy.compactMap { $0 as? UIWindow }.first
  }
}

public import Foundation

/// The root view of a program's contents on a screen.
///
/// Windows belong to no actor, as all views here; use a window and its views from one thread at a time.
open class UIWindow: UIView {
  /// The scene that the window is part of; nil for a window on no particular screen.
  ///
  /// The window retains it, not the other way round, so a program only has to retain the window.
  open var windowScene: UIWindowScene? {
    didSet {
      guard windowScene !== oldValue else { return }
      oldValue?.remove(self)
      windowScene?.add(self)
    }
  }

  /// Whether the window receives keys: the last of its scene on which ``makeKeyAndVisible()`` was called.
  public final var isKeyWindow: Bool { windowScene?.keyWindow === self }

  /// Makes a window with a frame in points, on the main screen.
  public override init(frame: CGRect) { super.init(frame: frame) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a window that fills the screen of a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: windowScene.screen.bounds)
    self.windowScene = windowScene
    // Property observers do not run in an initialiser.
    windowScene.add(self)
  }

  /// The window's screen: its scene's, or the main one without a scene.
  open var screen: UIScreen { windowScene?.screen ?? UIScreen.main }

  /// Shows the window and makes it receive keys. A window without a scene is only shown.
  open func makeKeyAndVisible() {
    isHidden = false
    windowScene?.keyWindow = self
  }

  /// Makes the window receive keys, shown or not. Without effect for a window without a scene.
  open func makeKey() { windowScene?.keyWindow = self }

  /// The default is the screen's pixels per point.
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
  /// The window that contains the view, or the view itself if it is one; otherwise nil.
  public final var window: UIWindow? {
    sequence(first: self) { $0.superview }.lazy.compactMap { $0 as? UIWindow }.first
  }
}

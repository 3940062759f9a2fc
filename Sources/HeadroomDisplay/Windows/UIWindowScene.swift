public import Foundation

/// The part of a program that is shown on one screen: its windows there.
///
/// Made by ``SimulatedDisplay/makeWindowScene()``. It holds its windows weakly: they hold it. Use a scene and its
/// windows from one thread at a time.
public final class UIWindowScene: NSObject {
  /// The screen that the scene is shown on.
  public let screen: UIScreen
  /// The window that receives keys; nil before ``UIWindow/makeKeyAndVisible()``.
  public internal(set) weak var keyWindow: UIWindow?
  private var known: [Weak] = []

  private struct Weak {
    weak var window: UIWindow?
  }

  package init(screen: UIScreen) {
    self.screen = screen
    super.init()
  }

  /// The windows on this screen, in the order in which they were added.
  public var windows: [UIWindow] { known.compactMap(\.window) }

  func add(_ window: UIWindow) {
    remove(window)
    known.append(Weak(window: window))
  }

  func remove(_ window: UIWindow) {
    known.removeAll { $0.window == nil || $0.window === window }
    if keyWindow === window { keyWindow = nil }
  }
}

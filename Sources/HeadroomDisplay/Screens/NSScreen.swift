public import Foundation
internal import HeadroomEngine

/// A screen under AppKit's names: that of a ``SimulatedDisplay``, or one that the kernel lists; see ``UIScreen``.
///
/// A live object; ``NSApplication/didChangeScreenParametersNotification`` is posted when one of its values changes. All
/// members may be used from any thread.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
public final class NSScreen: NSObject, @unchecked Sendable {
  package let screen: Screen

  package init(_ screen: Screen) {
    self.screen = screen
    super.init()
  }

  /// The same screen as ``UIScreen/main``. Never nil here.
  public class var main: NSScreen? { ScreenList.shared.main.nsScreen }

  /// All screens, ``main`` first.
  public class var screens: [NSScreen] { ScreenList.shared.all.map(\.nsScreen) }

  /// The largest component that the screen currently shows, 1 being SDR white. On Apple's systems it is 1 until
  /// something requests more; here no request is needed.
  public var maximumExtendedDynamicRangeColorComponentValue: CGFloat { CGFloat(screen.state.currentHeadroom) }

  /// The largest component that the screen can ever show, at least 1.
  public var maximumPotentialExtendedDynamicRangeColorComponentValue: CGFloat {
    CGFloat(screen.state.potentialHeadroom)
  }

  /// The largest component that is shown without tone mapping: 10 in reference mode, 0 while it is off.
  public var maximumReferenceExtendedDynamicRangeColorComponentValue: CGFloat {
    CGFloat(screen.state.referenceHeadroom)
  }

  /// The display name: that of a simulated display, or the one that a screen states.
  public var localizedName: String { screen.name }

  /// The whole screen in points. Screens have no arrangement here: the origin is 0.
  public var frame: CGRect { CGRect(origin: .zero, size: screen.sizeInPoints) }

  /// The part of the screen that programs may use: all of it.
  public var visibleFrame: CGRect { frame }

  /// The most pictures a second; see ``UIScreen/maximumFramesPerSecond``.
  public var maximumFramesPerSecond: Int { screen.maximumFramesPerSecond }

  /// Pixels per point.
  public var backingScaleFactor: CGFloat { screen.scale }
}

/// AppKit's object for the program, which is the object of its notifications about screens.
public final class NSApplication: NSObject, Sendable {
  /// The program.
  public static let shared = NSApplication()

  private override init() { super.init() }

  /// Posted when a screen is connected or removed, or changes its headroom or its size, on the thread that made the
  /// change and before the change returns. The object is ``shared``. The kernel's screens are checked when a program
  /// asks for them, at most once a second; their changes are posted then.
  public class var didChangeScreenParametersNotification: Notification.Name {
    Notification.Name("NSApplicationDidChangeScreenParametersNotification")
  }
}

public import Foundation
internal import HeadroomEngine

/// A screen under AppKit's names: one of a ``SimulatedDisplay``, or one that the kernel names; see ``UIScreen``.
///
/// A live object; ``NSApplication/didChangeScreenParametersNotification`` tells when one of its values changes. All members
/// may be used from any thread.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
public final class NSScreen: NSObject, @unchecked Sendable {
  package let screen: Screen

  package init(_ screen: Screen) {
    self.screen = screen
    super.init()
  }

  /// The screen that ``UIScreen/main`` is. Never nil here, where there is always a screen to draw for.
  public class var main: NSScreen? { ScreenList.shared.main.nsScreen }

  /// All screens, ``main`` first.
  public class var screens: [NSScreen] { ScreenList.shared.all.map(\.nsScreen) }

  /// The largest component that the screen shows now, 1 being SDR white. On Apple's systems it is 1 until something asks for
  /// more; here nothing has to ask.
  public var maximumExtendedDynamicRangeColorComponentValue: CGFloat { CGFloat(screen.state.currentHeadroom) }

  /// The largest component that the screen can ever show, 1 and more.
  public var maximumPotentialExtendedDynamicRangeColorComponentValue: CGFloat {
    CGFloat(screen.state.potentialHeadroom)
  }

  /// The largest component that is shown as it is, without tone mapping: 10 in reference mode, 0 where none is on.
  public var maximumReferenceExtendedDynamicRangeColorComponentValue: CGFloat {
    CGFloat(screen.state.referenceHeadroom)
  }

  /// What a person would call it: the name of a simulated display, or the one that a screen gives itself.
  public var localizedName: String { screen.name }

  /// The whole screen in points. Screens have no place beside each other here: the origin is 0.
  public var frame: CGRect { CGRect(origin: .zero, size: screen.sizeInPoints) }

  /// Pixels per point.
  public var backingScaleFactor: CGFloat { screen.scale }
}

/// AppKit's name for the program, which its notifications about screens carry as their object.
public final class NSApplication: NSObject, Sendable {
  /// The program.
  public static let shared = NSApplication()

  private override init() { super.init() }

  /// Posted when a screen comes, goes, or changes its headroom or its size, on the thread that made the change and before the change
  /// returns. The object is ``shared``. Screens that the kernel names are looked at when a program asks for them, at most
  /// once a second: their coming and going is posted then.
  public class var didChangeScreenParametersNotification: Notification.Name {
    Notification.Name("NSApplicationDidChangeScreenParametersNotification")
  }
}

public import Foundation
internal import HeadroomEngine

/// A screen under UIKit's names: one of a ``SimulatedDisplay``, or one that the kernel names.
///
/// A live object: ``currentEDRHeadroom`` is what the screen gives now, and asking again later may give another number. Nothing
/// is posted when it changes, as on Apple's systems; programs ask before they draw. All members may be used from any thread.
///
/// A screen that the kernel names has the headroom that its own description promises: the peak it claims, over a white of
/// 203 cd/m² (BT.2408), and 1 where it is no HDR screen or does not say how bright it gets. Whether it is sent HDR now is not
/// in the kernel's files, so that its current headroom is its potential one.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
public final class UIScreen: NSObject, @unchecked Sendable {
  package let screen: Screen

  package init(_ screen: Screen) {
    self.screen = screen
    super.init()
  }

  /// The screen of a program that asks for none in particular: the simulated display that was connected last, without one
  /// the first screen that the kernel names as connected, and without one of those a plain SDR screen (headroom 1,
  /// 1920 by 1080), on which everything can be shown that any screen shows.
  public class var main: UIScreen { ScreenList.shared.main.uiScreen }

  /// All screens, ``main`` first.
  public class var screens: [UIScreen] { ScreenList.shared.all.map(\.uiScreen) }

  /// The peak over SDR white now, a ratio of luminances: 1 is no more than white. Moves with brightness, the light of the
  /// room, heat. 10 in reference mode.
  public var currentEDRHeadroom: CGFloat { CGFloat(screen.state.currentHeadroom) }

  /// The most that ``currentEDRHeadroom`` ever is on this screen, 1 and more.
  public var potentialEDRHeadroom: CGFloat { CGFloat(screen.state.potentialHeadroom) }

  /// Whether the screen shows reference values. ``referenceDisplayModeStatusDidChangeNotification`` tells when it changes.
  public var referenceDisplayModeStatus: ReferenceDisplayModeStatus { screen.state.referenceModeStatus }

  /// UIKit's place for the name.
  public typealias ReferenceDisplayModeStatus = HeadroomDisplay.ReferenceDisplayModeStatus

  /// Posted when a screen's ``referenceDisplayModeStatus`` has changed, on the thread that changed it and before the change
  /// returns. The object is the `UIScreen`.
  public class var referenceDisplayModeStatusDidChangeNotification: Notification.Name {
    Notification.Name("UIScreenReferenceDisplayModeStatusDidChangeNotification")
  }

  /// The whole screen in points, its origin at 0.
  public var bounds: CGRect { CGRect(origin: .zero, size: screen.sizeInPoints) }

  /// The whole screen in pixels, its origin at 0.
  public var nativeBounds: CGRect { CGRect(origin: .zero, size: screen.size) }

  /// Pixels per point.
  public var scale: CGFloat { screen.scale }

  /// Pixels of the panel per point; here the same as ``scale``.
  public var nativeScale: CGFloat { screen.scale }

  /// The slider, from 0 to 1; numbers outside are brought to the nearer end. It moves the SDR white, and with it the
  /// headroom, of a simulated display. Other screens have no slider here: theirs stands at 1, and setting it does nothing.
  public var brightness: CGFloat {
    get { CGFloat(screen.panel?.brightness ?? 1) }
    set { screen.changePanel { $0.brightness = Double(newValue) } }
  }
}

extension Screen {
  /// Its size in points.
  var sizeInPoints: CGSize { CGSize(width: size.width / scale, height: size.height / scale) }
}

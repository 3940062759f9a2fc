public import Foundation
internal import HeadroomEngine

/// A screen under UIKit's names: that of a ``SimulatedDisplay``, or one that the kernel lists.
///
/// A live object: ``currentEDRHeadroom`` is the screen's current headroom, and may differ at the next access. Nothing
/// is posted when it changes, as on Apple's systems; programs ask before they draw. All members may be used from any
/// thread.
///
/// A screen that the kernel lists has the headroom that its EDID states: its peak over a white of 203 cd/m² (BT.2408),
/// or 1 if it is not an HDR screen or does not state its peak. The kernel's files do not tell whether it is sent HDR
/// now, so its current headroom equals its potential one.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
public final class UIScreen: NSObject, @unchecked Sendable {
  package let screen: Screen

  package init(_ screen: Screen) {
    self.screen = screen
    super.init()
  }

  /// The default screen: the simulated display that was connected last; without one, the first screen that the kernel
  /// lists as connected; without any, a plain SDR screen (headroom 1, 1920 by 1080).
  public class var main: UIScreen { ScreenList.shared.main.uiScreen }

  /// All screens, ``main`` first.
  public class var screens: [UIScreen] { ScreenList.shared.all.map(\.uiScreen) }

  /// The current ratio of peak to SDR white: 1 means nothing above white. It varies with brightness, room light and
  /// heat. 10 in reference mode.
  public var currentEDRHeadroom: CGFloat { CGFloat(screen.state.currentHeadroom) }

  /// The largest ``currentEDRHeadroom`` of this screen in its current mode, at least 1; 10 in reference mode.
  public var potentialEDRHeadroom: CGFloat { CGFloat(screen.state.potentialHeadroom) }

  /// Whether the screen shows reference values. ``referenceDisplayModeStatusDidChangeNotification`` is posted when it
  /// changes.
  public var referenceDisplayModeStatus: ReferenceDisplayModeStatus { screen.state.referenceModeStatus }

  /// The name as nested in UIKit.
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

  /// The most pictures a second: the rate of the screen's preferred mode; 60 where that is unknown, and of simulated displays.
  public var maximumFramesPerSecond: Int { screen.maximumFramesPerSecond }

  /// Pixels per point.
  public var scale: CGFloat { screen.scale }

  /// Pixels of the panel per point; here the same as ``scale``.
  public var nativeScale: CGFloat { screen.scale }

  /// The slider, from 0 to 1; numbers outside are clamped. It moves the SDR white, and with it the headroom, of a
  /// simulated display. Other screens have no slider here: its value is 1, and setting it does nothing.
  public var brightness: CGFloat {
    get { CGFloat(screen.panel?.brightness ?? 1) }
    set { screen.changePanel { $0.brightness = Double(newValue) } }
  }
}

extension Screen {
  /// Its size in points.
  var sizeInPoints: CGSize { CGSize(width: size.width / scale, height: size.height / scale) }
}

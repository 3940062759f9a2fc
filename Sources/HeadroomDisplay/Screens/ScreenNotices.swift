internal import Foundation
internal import HeadroomEngine

/// The public notifications of screens, posted on the thread that makes the change, before the change returns.
enum ScreenNotices {
  /// UIKit reports only the reference mode; AppKit everything that its screens show.
  static func post(for screen: Screen, from old: DisplayState, to new: DisplayState) {
    if old.referenceModeStatus != new.referenceModeStatus {
      NotificationCenter.default.post(
        name: UIScreen.referenceDisplayModeStatusDidChangeNotification, object: screen.uiScreen)
    }
    if headrooms(old) != headrooms(new) { postScreenParameters() }
  }

  /// Posts that the screens or a headroom have changed.
  static func postScreenParameters() {
    NotificationCenter.default.post(
      name: NSApplication.didChangeScreenParametersNotification, object: NSApplication.shared)
  }

  private static func headrooms(_ state: DisplayState) -> [Double] {
    [state.potentialHeadroom, state.currentHeadroom, state.referenceHeadroom]
  }
}

public import Foundation
internal import HeadroomDisplay
internal import Synchronization

extension AVPlayer {
  /// Whether HDR can be played: a screen has headroom, a simulated one too, and FFmpeg's libraries are here and decode HEVC.
  ///
  /// It says nothing of exports. The first call opens the libraries.
  public static var eligibleForHDRPlayback: Bool {
    HDRWatch.shared.begin()
    return HDRWatch.shared.look()
  }

  /// Posted when ``eligibleForHDRPlayback`` changes, on the thread that changes a screen.
  public static var eligibleForHDRPlaybackDidChangeNotification: Notification.Name {
    HDRWatch.shared.begin()
    return Notification.Name("AVPlayerEligibleForHDRPlaybackDidChangeNotification")
  }
}

/// Watches the screens from the first question on.
private final class HDRWatch: Sendable {
  static let shared = HDRWatch()

  private let known = Mutex<(isWatching: Bool, isEligible: Bool)>((false, false))
  private let decodes = MediaError.decodesHDR

  func begin() {
    let isNew = known.withLock { known in
      defer { known.isWatching = true }
      return !known.isWatching
    }
    guard isNew else { return }
    _ = look()
    _ = NotificationCenter.default.addObserver(
      forName: NSApplication.didChangeScreenParametersNotification, object: nil, queue: nil
    ) { _ in
      let before = HDRWatch.shared.known.withLock { $0.isEligible }
      guard HDRWatch.shared.look() != before else { return }
      NotificationCenter.default.post(
        name: AVPlayer.eligibleForHDRPlaybackDidChangeNotification, object: nil)
    }
  }

  func look() -> Bool {
    let isEligible = decodes && ScreenList.shared.all.contains { $0.state.potentialHeadroom > 1 }
    known.withLock { $0.isEligible = isEligible }
    return isEligible
  }
}

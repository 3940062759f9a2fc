internal import Foundation
internal import HeadroomEngine
private import Synchronization

/// The available screens: connected simulated ones, the last one first, then those that the kernel lists.
package final class ScreenList: Sendable {
  /// The list used by `UIScreen` and `NSScreen`.
  package static let shared = ScreenList()

  private let root: String
  private let interval: Duration
  private let content = Mutex(Content())
  /// The fallback where there is no screen.
  private let plain = ScreenFaces(
    Screen(
      name: "SDR", size: CGSize(width: 1920, height: 1080),
      state: DisplayState(potentialHeadroom: 1, currentHeadroom: 1)))

  private struct Content {
    var simulated: [ScreenFaces] = []
    var real: [RealScreen] = []
    var lastLook: ContinuousClock.Instant?
  }

  /// - Parameters:
  ///   - root: the folder with the kernel's connectors.
  ///   - interval: the time after which an access reads them again.
  package init(root: String = DRMConnector.root, interval: Duration = .seconds(1)) {
    self.root = root
    self.interval = interval
  }

  /// The default screen.
  package var main: Screen {
    if let simulated = content.withLock({ $0.simulated.first }) { return simulated.screen }
    return real.first?.screen ?? plain.screen
  }

  /// All of them, ``main`` first; never empty.
  package var all: [Screen] {
    let real = real
    let found = content.withLock { $0.simulated.map(\.screen) } + real.map(\.screen)
    return found.isEmpty ? [plain.screen] : found
  }

  /// The screens that the kernel lists as connected.
  package var real: [RealScreen] {
    let (screens, isNews) = content.withLock { content in
      let now = ContinuousClock.now
      if let last = content.lastLook, last + interval > now { return (content.real, false) }
      let isFirst = content.lastLook == nil
      let known = content.real
      content.lastLook = now
      content.real = RealScreen.connected(in: root, known: known)
      return (content.real, !isFirst && content.real.map(\.connector) != known.map(\.connector))
    }
    if isNews { ScreenNotices.postScreenParameters() }
    return screens
  }

  /// Makes a screen the main one.
  package func connect(_ faces: ScreenFaces) {
    change { simulated in
      simulated.removeAll { $0.screen === faces.screen }
      simulated.insert(faces, at: 0)
    }
  }

  /// Removes a screen; the one that was connected before it becomes the main one. Without effect for an unknown one.
  package func disconnect(_ screen: Screen) { change { $0.removeAll { $0.screen === screen } } }

  private func change(_ edit: (inout [ScreenFaces]) -> Void) {
    let isNews = content.withLock { content in
      let old = content.simulated.map { ObjectIdentifier($0.screen) }
      edit(&content.simulated)
      return old != content.simulated.map { ObjectIdentifier($0.screen) }
    }
    if isNews { ScreenNotices.postScreenParameters() }
  }
}

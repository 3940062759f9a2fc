package import Foundation
internal import HeadroomEngine
private import Synchronization

/// A screen as a live object: its current abilities, and notifications of changes.
///
/// `UIScreen`, `NSScreen` and `SimulatedDisplay` are three views of it. Programs are notified on the thread that makes
/// the change, before ``change(_:)`` returns (``ScreenNotices``).
package final class Screen: Sendable {
  /// Its display name.
  package let name: String
  /// Pictures a second; nil where it is unknown.
  private let refreshRate: Double?
  private let content: Mutex<Content>
  private let faces = Mutex(Faces())

  /// Its size in pixels, and the pixels per point.
  private struct Raster: Equatable {
    var size: CGSize
    var scale: CGFloat
  }

  private struct Content {
    var raster: Raster
    var state: DisplayState
    var panel: PanelModel?
  }

  /// Weak, since each of them holds the screen; the screen's owner holds them (``ScreenFaces``).
  private struct Faces {
    weak var uiScreen: UIScreen?
    weak var nsScreen: NSScreen?
  }

  /// A screen with a state but without a panel model.
  package init(name: String, size: CGSize, scale: CGFloat = 1, refreshRate: Double? = nil, state: DisplayState) {
    self.name = name
    self.refreshRate = refreshRate
    content = Mutex(Content(raster: Raster(size: size, scale: scale), state: state))
  }

  /// A screen whose state follows from a model of its panel.
  package init(name: String, size: CGSize, scale: CGFloat = 1, panel: PanelModel) {
    self.name = name
    refreshRate = nil
    content = Mutex(Content(raster: Raster(size: size, scale: scale), state: panel.state, panel: panel))
  }

  /// The most pictures a second: the rate of its mode, 60 where that is unknown.
  var maximumFramesPerSecond: Int {
    refreshRate.flatMap { $0 >= 1 && $0 < 10_000 ? Int($0.rounded()) : nil } ?? 60
  }

  /// Its size in pixels.
  package var size: CGSize { content.withLock { $0.raster.size } }
  /// Pixels per point.
  package var scale: CGFloat { content.withLock { $0.raster.scale } }
  package var state: DisplayState { content.withLock { $0.state } }
  /// The model from which the state follows; nil for screens without one.
  package var panel: PanelModel? { content.withLock { $0.panel } }

  /// Changes the state; programs are notified if it then differs.
  package func change(_ edit: (inout DisplayState) -> Void) { changeContent { edit(&$0.state) } }

  /// Changes the model of the panel, and with it the state. Without effect for screens without one.
  package func changePanel(_ edit: (inout PanelModel) -> Void) {
    changeContent { content in
      guard var panel = content.panel else { return }
      edit(&panel)
      content.panel = panel
      content.state = panel.state
    }
  }

  /// Resizes a screen that is a part of something, such as a browser page. Programs are notified as of a new headroom.
  package func resize(to size: CGSize, scale: CGFloat) {
    let isNews = content.withLock { content in
      let old = content.raster
      content.raster = Raster(size: size, scale: scale)
      return content.raster != old
    }
    if isNews { ScreenNotices.postScreenParameters() }
  }

  private func changeContent(_ edit: (inout Content) -> Void) {
    let (old, new) = content.withLock { content in
      let old = content.state
      edit(&content)
      return (old, content.state)
    }
    if old != new { ScreenNotices.post(for: self, from: old, to: new) }
  }
}

extension Screen {
  /// The screen as UIKit shows it: the same object every time, as long as it is retained.
  package var uiScreen: UIScreen {
    faces.withLock { faces in
      if let known = faces.uiScreen { return known }
      let made = UIScreen(self)
      faces.uiScreen = made
      return made
    }
  }

  /// The screen as AppKit shows it: the same object every time, as long as it is retained.
  package var nsScreen: NSScreen {
    faces.withLock { faces in
      if let known = faces.nsScreen { return known }
      let made = NSScreen(self)
      faces.nsScreen = made
      return made
    }
  }
}

/// A screen with its two public faces, held so that they stay the same objects.
package struct ScreenFaces: Sendable {
  package let screen: Screen
  package let uiScreen: UIScreen
  package let nsScreen: NSScreen

  package init(_ screen: Screen) { (self.screen, uiScreen, nsScreen) = (screen, screen.uiScreen, screen.nsScreen) }
}

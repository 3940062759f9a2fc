internal import Foundation

/// The properties of ``UIScreen/main`` that formats and readers follow.
enum MainScreen {
  /// Linear headroom now; 1 where no screen is connected.
  static var headroom: Double { ScreenList.shared.main.state.currentHeadroom }
  /// Pixels per point; 1 where no screen is connected.
  static var scale: CGFloat { ScreenList.shared.main.scale }
}

internal import Foundation

/// What formats and readers that follow the main screen look at.
enum MainScreen {
  /// Linear headroom now, at least 1.
  static var headroom: Double { Double(UIScreen.main.currentEDRHeadroom) }
  /// Pixels per point.
  static var scale: CGFloat { UIScreen.main.scale }
}

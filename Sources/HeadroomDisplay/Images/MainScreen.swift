internal import Foundation

/// What formats and readers that follow the main screen look at.
enum MainScreen {
  /// Linear headroom now; 1 where no screen is connected.
  static var headroom: Double { 1 }
  /// Pixels per point; 1 where no screen is connected.
  static var scale: CGFloat { 1 }
}

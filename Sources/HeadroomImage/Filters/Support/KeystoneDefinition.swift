internal import Foundation

/// A filter that finds out from four points how a camera was held; nothing is known until all are given.
protocol KeystoneDefinition: FourCornerDefinition where Corner == CGPoint? {}

extension KeystoneDefinition {
  /// Top left, top right, bottom right, bottom left; nil where one is missing.
  var guideCorners: [CGPoint]? {
    let corners = [topLeft, topRight, bottomRight, bottomLeft].compactMap { $0 }
    return corners.count == 4 ? corners : nil
  }
}

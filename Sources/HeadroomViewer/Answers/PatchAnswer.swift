internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels

/// A patch of one light for the screen test: a multiple of reference white, as PQ whose metadata states it as the
/// maximum.
///
/// Readers without headroom show such a picture as white, whatever its light. So on every screen, a patch that is
/// visible within white is shown brighter than white.
enum PatchAnswer {
  private static let side = 64

  static func answer(_ request: ViewerRequest, _ renderer: ViewerRenderer) throws -> ViewerResponse {
    let level = try request.query.number("level", in: 1...ShownFile.largestHeadroom, default: 1)
    let made = ShownFile.pq(patch(level), ShownFile.metadata(headroom: level))
    return ViewerResponse(made.format.mimeType, try renderer.file(made))
  }

  private static func patch(_ level: Double) -> CIImage {
    let space = CGColorSpace(encoding: .extendedLinearITUR2020)
    let color =
      CIColor(red: level, green: level, blue: level, alpha: 1, colorSpace: space) ?? CIColor.white
    return CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: side, height: side))
  }
}

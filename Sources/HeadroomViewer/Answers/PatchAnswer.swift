internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels

/// A patch of one light for the page "what does my screen show": so many times reference white, as PQ whose metadata says that
/// nothing is brighter.
///
/// Readers without headroom make white of such a picture, whatever its light is. So a patch that lies in white and is seen there
/// was shown brighter than white, on every screen.
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

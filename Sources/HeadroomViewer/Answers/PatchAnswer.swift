internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The page "what does my screen show": grey patches at once, twice, four times white and so on, up to a headroom. Where two
/// neighbours look the same, the screen ends.
enum PatchAnswer {
  /// Pixels of one patch.
  private static let (width, height) = (160, 200)

  static func answer(_ request: ViewerRequest, _ renderer: ViewerRenderer) throws -> ViewerResponse {
    let headroom = try request.query.number("headroom", in: 1...FileForms.largestHeadroom, default: 8)
    let patches = patches(headroom).enumerated().map { index, level in patch(level, at: index * width) }
    guard let first = patches.first else { throw ViewerError.notFound }
    let image = patches.dropFirst().reduce(first) { $1.composited(over: $0) }
    let made = FileForms.pq(image, FileForms.metadata(headroom: headroom))
    return ViewerResponse(made.format.mimeType, try renderer.file(made))
  }

  /// 1, 2, 4 ... and the headroom itself.
  static func patches(_ headroom: Double) -> [Double] {
    let powers = (0..<Int(log2(headroom).rounded(.up))).map { exp2(Double($0)) }
    return powers + [headroom]
  }

  /// A field of a level with an inner one of half of it: a step that is seen on every screen that gets there.
  private static func patch(_ level: Double, at x: Int) -> CIImage {
    func field(_ level: Double, inset: CGFloat) -> CIImage {
      let gray = CGFloat(level)
      let space = CGColorSpace(encoding: .extendedLinearITUR2020)
      let color = CIColor(red: gray, green: gray, blue: gray, alpha: 1, colorSpace: space) ?? CIColor.white
      return CIImage(color: color)
        .cropped(to: CGRect(x: x, y: 0, width: width, height: height).insetBy(dx: inset, dy: inset))
    }
    return field(level / 2, inset: 50).composited(over: field(level, inset: 0))
  }
}

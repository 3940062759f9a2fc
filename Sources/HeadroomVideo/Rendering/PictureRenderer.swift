internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage

/// Renders composed pictures, one after the other, into destinations of one form. Pictures of one shape share their plan.
/// One thread at a time.
final class PictureRenderer {
  /// A kind of recipe, and the context that renders it.
  private struct Key: Hashable {
    var shape: [Int]
    var context: ObjectIdentifier
  }

  private let context: CIContext
  /// For clients that bring no context.
  private lazy var usualContext = CIContext(options: [.cacheIntermediates: false])
  private var renders: [Key: PreparedRender] = [:]

  /// Most shapes whose renders are kept: each has memory of its own.
  private static let mostRenders = 4

  /// - Parameter primaries: of the linear light in which compositions are composed.
  init(_ primaries: ColorPrimaries) {
    let space = CGColorSpace(encoding: ColorEncoding(primaries: primaries, transfer: .linear))
    context = CIContext(options: [.workingColorSpace: space, .cacheIntermediates: false])
  }

  /// How often a recipe had to be planned so far; kept plans serve recipes of the same structure.
  var plannings: Int { context.plans.plannings }

  /// - Parameters:
  ///   - shape: pictures of one shape have the same structure.
  ///   - destination: as large as the first, whose settings hold for all.
  /// - Throws: `RenderError`.
  func render(_ picture: ComposedPicture, shape: [Int], to destination: CIRenderDestination) throws {
    let (image, context) = (picture.image, context(of: picture))
    let key = Key(shape: shape, context: ObjectIdentifier(context))
    guard let known = renders[key] else {
      if renders.count == Self.mostRenders { renders.removeAll() }
      let made = try context.preparedRender(of: image, to: destination)
      renders[key] = made
      return try made.run(to: destination)
    }
    try known.bind(image)
    try known.run(to: destination)
  }

  /// A picture as an image of its own.
  ///
  /// - Throws: `RenderError`.
  func image(
    _ picture: ComposedPicture, in bounds: CGRect, format: CIFormat, colorSpace: CGColorSpace
  ) throws -> CGImage {
    try context(of: picture).renderedCGImage(picture.image, from: bounds, format: format, colorSpace: colorSpace)
  }

  private func context(of picture: ComposedPicture) -> CIContext {
    guard case .recipe(_, .working(let client)) = picture else { return context }
    return client ?? usualContext
  }
}

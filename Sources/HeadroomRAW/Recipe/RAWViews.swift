internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// A sensor's picture at the size for comparing it with its camera's preview, in the sensor's orientation.
struct RAWViews {
  /// The number of pixels of the longer side.
  private static let side = 300
  /// The fraction of the stated white from which on a mean of pixels includes overexposed ones.
  private static let clipped: Float = 0.9

  private let recipe: RAWRecipe
  private let color: CameraColorModel
  /// The camera's own colours, without white balance.
  let camera: SmallPicture

  /// - Throws: an error where the pixels cannot be read.
  init(_ recipe: RAWRecipe, _ color: CameraColorModel) throws {
    (self.recipe, self.color) = (recipe, color)
    let balance = try color.balance(for: CameraColorModel.daylight)
    let image = recipe.storedLight(balance)
    var means = AreaMeans(
      longerSide: Self.side, ofWidth: Int(image.extent.width), height: Int(image.extent.height))
    try image.forEachBand(encoding: nil) { band, first in means.add(band, firstRow: first) }
    camera = means.picture.converted(by: Matrix3x3(diagonal: 1 / balance.multipliers))
  }

  func isClipped(_ index: Int) -> Bool { camera[index].max() >= Self.clipped }

  // MARK: Development

  /// Scene light under a white, as the input of a look.
  func scene(_ balance: CameraWhiteBalance) -> SmallPicture {
    var light = camera.converted(
      by: balance.matrix(to: RAWRecipe.encoding.primaries) * Matrix3x3(diagonal: balance.multipliers))
    let rows = rows(balance, nil)
    let (width, height) = (light.width, light.height)
    unsafe light.forEachRow { row, y in unsafe rows.prepare(row, width, 0, height - 1 - y) }
    return light
  }

  /// Develops scene light to light for a display, in a preview's primaries and range.
  func developed(
    _ scene: SmallPicture, _ balance: CameraWhiteBalance, _ look: CameraLook?, as primaries: ColorPrimaries
  ) -> SmallPicture {
    var light = scene
    let rows = rows(balance, look)
    let (width, height) = (light.width, light.height)
    unsafe light.forEachRow { row, y in unsafe rows.develop(row, width, 0, height - 1 - y) }
    return light.converted(by: RAWRecipe.encoding.primaries.matrix(to: primaries))
      .mapped { $0.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) }
  }

  private func rows(_ balance: CameraWhiteBalance, _ look: CameraLook?) -> RAWLookRows {
    RAWLookRows(recipe.picture, recipe.settings, lightWeights: balance.lightWeights, area, camera: look)
  }

  /// The area that the profile's maps cover.
  private var area: LensArea {
    let header = recipe.picture.header
    let scale = Double(camera.width) / Double(max(header.width, 1))
    func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
    return LensArea(
      width: max(scaled(header.activeArea.width), 1), height: max(scaled(header.activeArea.height), 1),
      left: -scaled(header.activeArea.minX), top: -scaled(header.activeArea.minY), imageHeight: camera.height)
  }

  // MARK: Preview

  /// The preview's light at the pixels of the picture; nil where its placement cannot be found.
  func preview(_ preview: RAWPreviewLight, _ balance: CameraWhiteBalance) -> [SIMD3<Float>?]? {
    let made = developed(scene(balance), balance, nil, as: preview.primaries)
    let weights = preview.primaries.luminanceWeights
    return PreviewSearch(
      picture: made, weights: weights, preview: preview.picture, previewWeights: weights
    ).matchedLight()
  }

  /// The same views for estimating a white, in the camera's own colours.
  func matched(_ preview: [SIMD3<Float>?], _ primaries: ColorPrimaries, _ scene: SmallPicture) -> MatchedViews {
    MatchedViews(scene: scene, preview: preview, primaries: primaries) { isClipped($0) }
  }
}

internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// A developed picture as a recipe: the sensor's light, followed by these steps in order: lens, noise, the client's
/// filter, detail, Headroom's local tone map, exposure and look, orientation, size.
struct RAWRecipe {
  let picture: RAWPicture
  let still: StillPicture
  let settings: RAWSettings

  init(_ picture: RAWPicture, _ still: StillPicture, _ settings: RAWSettings) {
    self.picture = picture
    self.still = still
    self.settings = settings
  }

  /// The space of the development: linear ROMM (ProPhoto), which DNG's tables are made for and which holds all surface
  /// colours.
  static let encoding = ColorEncoding(primaries: .romm, transfer: .linear).extended

  private var header: RAWHeader { picture.header }

  // MARK: The image

  /// The developed picture.
  ///
  /// - Parameter filter: runs on the light before exposure and look.
  func image(through filter: CIFilter? = nil) -> CIImage {
    let balance = balance
    var image = sensorLight(balance, matrix: balance?.matrix(to: .romm) ?? .identity)
    if let filter { image = image.filtered(by: filter) }
    image = image.sharpened(settings, reduction: reduction)
    if let map = localToneMap { image = image.toneMappedLocally(map) }
    let look = RAWLook(self, balance, area(of: image))
    image = image.appending(point: look, extent: image.extent)
    image = image.appending(.color(.toWorkingSpace(from: Self.encoding)), extent: image.extent)
    image = image.oriented(settings.orientation)
    return tagged(scaled(image), isFiltered: filter != nil)
  }

  /// Headroom's local tone map, for files without their camera's, which is a part of the look.
  private var localToneMap: LocalToneMap? {
    guard header.profiles.first?.gainTableMap == nil, settings.localToneMap > 0 else { return nil }
    return LocalToneMap(
      amount: settings.localToneMap, exposure: settings.baselineExposure + settings.exposure,
      dynamicRange: settings.extendedDynamicRange)
  }

  /// The sensor's light in the camera's balanced colours and the sensor's orientation, with the lens corrected.
  func storedLight(_ balance: CameraWhiteBalance) -> CIImage { sensorLight(balance, matrix: .identity) }

  /// The sensor's light in the picture's geometry, rotated and scaled, in the camera's balanced colours.
  func cameraLight(_ balance: CameraWhiteBalance) -> CIImage {
    scaled(sensorLight(balance, matrix: .identity).oriented(settings.orientation))
  }

  /// The sensor's light with the lens corrected.
  private func sensorLight(_ balance: CameraWhiteBalance?, matrix: Matrix3x3) -> CIImage {
    var options = SensorDevelopment.Options(whiteBalance: balance?.multipliers ?? SIMD3(1, 1, 1))
    options.recoversHighlights = settings.recoversHighlights
    options.appliesLensOpcodes = settings.correctsLens
    options.despeckle = settings.despeckle
    let source = RAWSource(
      picture: picture, file: still, options: options,
      matrix: matrix, reduction: reduction, quality: settings.isDraft ? .draft : .full,
      noiseReduction: (settings.luminanceNoiseReduction, settings.colorNoiseReduction, settings.moireReduction))
    let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent))
    let (area, file) = (area(of: image), ObjectIdentifier(picture))
    if settings.usesLensData, let profile = picture.lensProfile {
      return image.correctingLens(profile, hasShading: header.correctsShading, area: area, of: file)
    }
    return settings.correctsLens ? image.correctingLens(header.colorOpcodes, area: area, of: file) : image
  }

  /// The factor by which demosaicing reduces the picture.
  private var reduction: Int { settings.scaleFactor <= 0.25 ? 4 : settings.scaleFactor <= 0.5 ? 2 : 1 }

  /// The position in an image of the sensor of the active area, which a file's opcodes and maps cover.
  private func area(of image: CIImage) -> LensArea {
    let active = header.activeArea
    return LensArea(
      width: max(active.width / reduction, 1), height: max(active.height / reduction, 1),
      left: -active.minX / reduction, top: -active.minY / reduction, imageHeight: Int(image.extent.height))
  }

  /// Applies the remaining scaling, to whole pixels.
  private func scaled(_ image: CIImage) -> CIImage {
    guard settings.scaleFactor < 1 else { return image }
    let isTurned = settings.orientation.swapsAxes
    let (width, height) = isTurned ? (header.height, header.width) : (header.width, header.height)
    let target = (
      max((Double(width) * settings.scaleFactor).rounded(), 1),
      max((Double(height) * settings.scaleFactor).rounded(), 1)
    )
    let extent = image.extent
    if target == (Double(extent.width), Double(extent.height)) { return image }
    return image.resized(to: CGSize(width: target.0, height: target.1))
  }

  private func tagged(_ image: CIImage, isFiltered: Bool) -> CIImage {
    image.retagged { tags in
      tags.url = still.url
      tags.properties = PropertyBox(still, isUpright: settings.orientation != .up || header.orientation == .up)
      tags.headroom = contentHeadroom(isFiltered: isFiltered)
      tags.colorSpace = CGColorSpace(encoding: settings.extendedDynamicRange > 0 ? .extendedLinearITUR2020 : .displayP3)
    }
  }
}

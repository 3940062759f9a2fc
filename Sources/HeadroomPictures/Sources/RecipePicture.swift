internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The image of a recipe, used like a file's picture: information about colours and camera comes from its first file,
/// about light from the recipe itself.
struct RecipePicture: Sendable {
  /// All its light.
  let image: CIImage
  /// The stored picture, if the recipe defines its companion.
  let base: CIImage?
  /// The gain map that goes along with the base.
  let gainMap: CIImage?
  private(set) var info: StillInfo
  /// Whether the numbers are those of an SDR file, which stay unchanged where their encoding does.
  let hasOwnSDRNumbers: Bool
  /// The kind of its first file.
  let storedKind: HDRKind
  /// All light of a file whose pixels were only moved; nil where light was made or changed.
  let original: CIImage?

  /// Images that begin at the origin: the light, and its own SDR picture, which is not derived from it.
  init(image: CIImage, sdr: CIImage, info: StillInfo) {
    self.image = image
    self.info = info
    base = sdr
    gainMap = nil
    original = nil
    storedKind = info.kind
    hasOwnSDRNumbers = false
  }

  /// With the picture's measured headroom instead of its curve's maximum. A gain map still uses all pixels: this was
  /// measured in a small copy.
  var measured: RecipePicture {
    guard info.contentHeadroomSource == .assumed else { return self }
    var result = self
    result.info.contentHeadroom = Double(image.contentHeadroom)
    return result
  }

  init(_ image: CIImage) throws(PictureError) { try self.init(RecipeRenditions(image)) }

  init(_ recipe: RecipeRenditions) throws(PictureError) {
    let base = try Self.atOrigin(recipe.image)
    let files = base.sourcePictures
    var info =
      files.first?.info
      ?? StillInfo(
        format: "recipe", width: 0, height: 0, bitDepth: 8, channels: 3, encoding: .sRGB, kind: .float)
    storedKind = info.kind
    info.width = Int(base.extent.width)
    info.height = Int(base.extent.height)
    info.orientation = .up
    info.gainMap = nil
    switch recipe.alternate {
    case .hdrImage(let hdr)?:
      (image, gainMap, self.base) = (try Self.atOrigin(hdr), nil, base)
      info.kind = .gainMap
      info.contentHeadroom = Double(image.contentHeadroom)
      info.contentHeadroomSource = info.contentHeadroom > 0 ? .explicit : .assumed
    case .hdrGainMapImage(let map)?:
      guard !base.beginsWithGainMap else {
        throw PictureError(
          .input, part: "$.hdrGainMapImage",
          "the output has a gain map's light already; a file with \"rendition\": \"base\" has not")
      }
      (image, gainMap, self.base) = (base.applyingGainMap(map), map, base)
      Self.describe(map, &info)
    case nil:
      (image, gainMap, self.base) = (base, nil, nil)
      Self.describeLight(&info, image, files)
    }
    hasOwnSDRNumbers = files.first.map { $0.info.isBaseSDR && !base.beginsWithGainMap } ?? false
    original = image.movedSource?.original
    self.info = info
  }

  private static func atOrigin(_ image: CIImage) throws(PictureError) -> CIImage {
    let bounds = image.extent
    guard !bounds.isNull, !bounds.isEmpty else {
      throw PictureError(.input, part: "$.output", "the recipe leaves no pixels")
    }
    guard !bounds.isInfinite else {
      throw PictureError(.input, part: "$.output", "the image has no bounds; CICrop gives it some")
    }
    let extent = bounds.integral
    let origin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
    return extent.origin == .zero ? image : image.transformed(by: origin)
  }

  // MARK: Light

  private static func describeLight(_ info: inout StillInfo, _ image: CIImage, _ files: [StillPicture]) {
    (info.kind, info.contentHeadroom) = light(image, files.map(\.info))
    let isKnown = files.first?.info.contentHeadroomSource != .unknown
    info.contentHeadroomSource =
      info.kind == .sdr ? .standardRange : info.contentHeadroom > 0 ? .explicit : isKnown ? .assumed : .unknown
  }

  /// SDR if the recipe ends in it, or if its files are SDR and the recipe states nothing else: light that filters
  /// brighten is then clipped, as when a file is converted.
  private static func light(_ image: CIImage, _ files: [StillInfo]) -> (HDRKind, Double) {
    let headroom = Double(image.contentHeadroom)
    let bound = image.node.peak.map(Double.init)
    let areSDR = !files.isEmpty && files.allSatisfy { $0.kind == .sdr } && !image.tags.isHeadroomStated
    if areSDR || (headroom > 0 && headroom <= 1) || (bound ?? .infinity) <= 1 { return (.sdr, 1) }
    let kind = files.first { $0.kind != .sdr }?.kind ?? .float
    return (kind, headroom)
  }

  private static func describe(_ map: CIImage, _ info: inout StillInfo) {
    guard var description = map.tags.gainMap?.description else { return }
    (description.width, description.height) = (Int(map.extent.width), Int(map.extent.height))
    info.gainMap = description
    info.kind = .gainMap
    info.contentHeadroom = description.formula.contentHeadroom
    info.contentHeadroomSource = .explicit
  }

  // MARK: In a file's place

  var header: StillHeader {
    StillHeader(
      width: Int(image.extent.width), height: Int(image.extent.height), format: .rgbaFloat,
      alpha: image.isOpaque ? .opaque : .premultiplied,
      encoding: info.encoding, iccProfile: info.iccProfile, hdr: info.hdr, metadata: info.metadata)
  }

  /// The rendition for a display of this headroom.
  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage {
    if let base, let gainMap { return base.applyingGainMap(gainMap, headroom: Float(headroom)) }
    if headroom <= 1, let base { return base }
    return image.toneMapped(to: headroom, toneMapOperator: toneMap)
  }

  /// Whether the picture that is stored is SDR.
  var isBaseSDR: Bool { info.kind == .sdr || gainMap != nil && info.isBaseSDR }
}

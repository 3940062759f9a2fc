internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels
internal import HeadroomRAW

/// The images of a file: all of its light, and for a file with a gain map its base and map. Upright, their corners at
/// the origin.
struct PictureRecipes {
  let file: OpenFile
  /// The factor by which the images are decoded smaller than the file.
  let scale: Int
  /// As ``scale``, for the development of a RAW file.
  private let reduction: Int
  /// The stops by which the light is exposed before everything else.
  private let exposure: Double

  /// - Parameter side: the fewest pixels of the longer side; nil for full size.
  init(_ file: OpenFile, side: Int? = nil, exposedBy exposure: Double = 0) {
    self.file = file
    self.exposure = exposure
    scale = file.scale(for: side)
    reduction = side.flatMap { side in [4, 2].first { file.size.longest / $0 >= side } } ?? 1
  }

  private var picture: StillPicture { file.picture(scale: scale) }
  private var info: StillInfo { file.info }

  /// The gain map's description.
  var gainMap: GainMapDescription? { info.gainMap }

  /// Decodes base and map together. Reading each row by row would decode the file twice.
  func decode() throws(ImageIOError) { _ = try picture.still() }

  /// All light of the file.
  var light: CIImage { shown(on: .infinity) }

  /// The file with its gain map weighted for a headroom; all of its light where it has none.
  func shown(on headroom: Double) -> CIImage {
    if let raw = file.reader.sensorFile { return developed(raw) }
    guard gainMap != nil else {
      return CIImage(picture: picture, headroom: .infinity).atOrigin.exposed(by: exposure)
    }
    return CIImage(picture: picture, headroom: headroom).atOrigin
  }

  /// The stored picture without its gain map.
  func base() throws(RenderError) -> CIImage {
    try CIImage(picture: picture, options: [.applyOrientationProperty: true]).atOrigin
  }

  /// The codes of the gain map, 0 ... 1.
  func map() throws(RenderError) -> CIImage {
    try CIImage(picture: picture, options: [.auxiliaryHDRGainMap: true, .applyOrientationProperty: true]).atOrigin
  }

  /// A RAW file with its own settings and their full range, as `convert` develops it.
  private func developed(_ raw: RAWReader) -> CIImage {
    let filter = CIRAWFilter(picture, raw.picture)
    filter.look = .camera
    filter.extendedDynamicRangeAmount = 1
    filter.scaleFactor = 1 / Float(reduction)
    return (filter.outputImage ?? CIImage(picture: picture, headroom: .infinity)).atOrigin
  }
}

extension CIImage {
  /// Stored pixels; bare numbers without an encoding.
  convenience init(stored bitmap: PixelBitmap, _ encoding: ColorEncoding?) {
    self.init(bitmap: bitmap, encoding: encoding, tags: ImageTags(), label: "stored", options: ReadOptions([:]))
  }

  /// The image with its lower left corner at the origin.
  var atOrigin: CIImage {
    guard extent.origin != .zero else { return self }
    return transformed(by: CGAffineTransform(translationX: -extent.minX, y: -extent.minY))
  }

  /// A part of the image as a picture of another size: averaged where it is reduced.
  ///
  /// - Parameter part: in the image's own coordinates.
  func resampled(_ part: CGRect, to size: PixelSize) -> CIImage {
    let target = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    let toOrigin = CGAffineTransform(translationX: -part.minX, y: -part.minY)
    guard part.size != target.size else { return cropped(to: part).transformed(by: toOrigin) }
    let scale = CGAffineTransform(scaleX: target.width / part.width, y: target.height / part.height)
    return clampedToExtent().transformed(by: toOrigin.concatenating(scale), highQualityDownsample: true)
      .cropped(to: target)
  }

  /// The image in another size, resampled separably, whereas ``resampled(to:)`` holds the whole picture at a half, a
  /// quarter and so on.
  func shrunk(to size: PixelSize) -> CIImage { resized(to: CGSize(width: size.width, height: size.height)) }

  func resampled(to size: PixelSize) -> CIImage { resampled(extent, to: size) }

  var pixelSize: PixelSize { PixelSize(width: Int(extent.width), height: Int(extent.height)) }

  /// Pixels that the extent touches.
  var frameSize: PixelSize {
    let frame = extent.integral
    return PixelSize(width: Int(frame.width), height: Int(frame.height))
  }

  /// Multiplied by a power of two.
  func exposed(by stops: Double) -> CIImage {
    stops == 0 ? self : applyingFilter("CIExposureAdjust", parameters: ["inputEV": stops])
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// A decoded picture on its way into a destination's file: as stored, at its final size, and opaque if needed.
struct DestinationPicture: EditedPicture {
  typealias Failure = RenderError

  private let file: StillPicture
  private let maxPixelSize: Int?
  /// The background under the picture; nil where the file holds its alpha.
  private let background: CIColor?

  /// Measured once, and only if a rendition needs it.
  let measuredHeadroom: Double?

  /// - Parameters:
  ///   - info: the information about the picture.
  ///   - plan: the rendition to make.
  init(
    _ still: StillImage, _ info: StillInfo, in format: any ImageFormat.Type, _ plan: RenditionPlan,
    _ options: DestinationOptions
  ) {
    file = StillPicture(reader: DecodedReader(still, info))
    let keepsOwnSDR = plan.rendition == .sdr && info.isBaseSDR
    measuredHeadroom = still.contentHeadroom > 0 || keepsOwnSDR ? nil : still.knownHeadroom
    maxPixelSize = options.maxPixelSize
    let needsBackground = still.hasAlpha && !format.abilities.contains(.alpha)
    background = needsBackground ? options.background.map { CIColor(cgColor: $0) } ?? .white : nil
  }

  var info: StillInfo { file.info }
  var isBaseSDR: Bool { info.isBaseSDR }
  var hasSDRAlternate: Bool { info.hasSDRAlternate }
  var hasFilters: Bool { false }

  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage {
    CIImage(picture: file, headroom: headroom, toneMapOperator: toneMap)
  }

  func baseImage() throws(RenderError) -> CIImage { try CIImage(picture: file, options: [:]) }

  /// The picture's own gain map, reduced with it.
  func gainMap() throws(RenderError) -> CIImage {
    try CIImage(picture: file, options: [.auxiliaryHDRGainMap: true]).scaled(within: maxPixelSize, as: baseImage())
  }

  func reshaped(_ image: CIImage) -> CIImage {
    let scaled = image.scaled(within: maxPixelSize, as: image)
    return background.map { scaled.laid(on: $0) } ?? scaled
  }

  // There are no filters.
  func filtered(_ image: CIImage) -> CIImage { image }
  func overlaid(_ image: CIImage, headroom: Double) -> CIImage { image }
  func onlyMovesPixels(of image: CIImage) -> Bool { true }
  func samples(of image: CIImage) -> [Float] { [] }
}

/// Decoded pixels, used like a file. The file states their orientation.
private struct DecodedReader: ImageReader {
  let bytes = FileBytes([])
  let info: StillInfo
  private let still: StillImage

  init(_ still: StillImage, _ info: StillInfo) {
    self.still = still
    var info = info
    let format = still.base.format
    info.orientation = .up
    info.channels = (format.isGray ? 1 : 3) + (still.hasAlpha ? 1 : 0)
    info.isAlphaPremultiplied = still.base.alpha == .premultiplied
    self.info = info
  }

  func decode(_ request: DecodeRequest) -> StillImage { still }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// A decoded picture on its way into a destination's file: as stored, at its final size, opaque where it has to be.
struct DestinationPicture: EditedPicture {
  typealias Failure = RenderError

  private let still: StillImage
  private let file: StillPicture
  private let maxPixelSize: Int?
  /// What the picture is laid on; nil where the file holds its alpha.
  private let background: CIColor?

  init(_ still: StillImage, in format: any ImageFormat.Type, _ options: DestinationOptions) {
    self.still = still
    file = StillPicture(reader: DecodedReader(still))
    maxPixelSize = options.maxPixelSize
    let needsBackground = still.hasAlpha && !format.abilities.contains(.alpha)
    background = needsBackground ? options.background.map { CIColor(cgColor: $0) } ?? .white : nil
  }

  var info: StillInfo { file.info }
  var isBaseSDR: Bool { info.isBaseSDR }
  var hasSDRAlternate: Bool { info.hasSDRAlternate }
  var hasFilters: Bool { false }

  var measuredHeadroom: Double? { still.contentHeadroom > 0 ? nil : still.knownHeadroom }

  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage {
    CIImage(picture: file, headroom: headroom, toneMapOperator: toneMap)
  }

  func baseImage() throws(RenderError) -> CIImage { try CIImage(picture: file, options: [:]) }

  /// The picture's own gain map, made smaller with it.
  func gainMap() throws(RenderError) -> CIImage {
    try CIImage(picture: file, options: [.auxiliaryHDRGainMap: true]).scaled(within: maxPixelSize, as: baseImage())
  }

  func reshaped(_ image: CIImage) -> CIImage {
    let scaled = image.scaled(within: maxPixelSize, as: image)
    guard let background else { return scaled }
    let kept = scaled.tags
    return scaled.composited(over: CIImage(color: background).cropped(to: scaled.extent)).retagged { $0 = kept }
  }

  // Nothing is done to it beside.
  func filtered(_ image: CIImage) -> CIImage { image }
  func overlaid(_ image: CIImage, headroom: Double) -> CIImage { image }
  func onlyMovesPixels(of image: CIImage) -> Bool { true }
  func samples(of image: CIImage) -> [Float] { [] }
}

/// Pixels that are there already, in the place of a file. How they have to be turned is the file's matter.
private struct DecodedReader: ImageReader {
  let bytes = FileBytes([])
  let info: StillInfo
  private let still: StillImage

  init(_ still: StillImage) {
    self.still = still
    var info = StillInfo(describing: still)
    let format = still.base.format
    info.orientation = .up
    info.channels = (format.isGray ? 1 : 3) + (still.hasAlpha ? 1 : 0)
    info.isAlphaPremultiplied = still.base.alpha == .premultiplied
    self.info = info
  }

  func decode(_ request: DecodeRequest) -> StillImage { still }
}

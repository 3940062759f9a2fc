internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Pixel formats of luma and chroma in two planes.
struct BiplanarForm: Hashable, Sendable {
  let depth: Int
  let chroma: PlanarPicture.Subsampling
  let isFullRange: Bool

  /// Nil for other pixel formats.
  init?(_ code: OSType) {
    guard let found = Self.all.first(where: { $0.code == code })?.form else { return nil }
    self = found
  }

  private init(_ depth: Int, _ chroma: PlanarPicture.Subsampling, isFullRange: Bool) {
    (self.depth, self.chroma, self.isFullRange) = (depth, chroma, isFullRange)
  }

  private static let all: [(code: OSType, form: BiplanarForm)] = [
    (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, BiplanarForm(8, .quarter, isFullRange: false)),
    (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, BiplanarForm(8, .quarter, isFullRange: true)),
    (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, BiplanarForm(8, .half, isFullRange: false)),
    (kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, BiplanarForm(8, .half, isFullRange: true)),
    (kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, BiplanarForm(8, .full, isFullRange: false)),
    (kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, BiplanarForm(8, .full, isFullRange: true)),
    (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, BiplanarForm(10, .quarter, isFullRange: false)),
    (kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, BiplanarForm(10, .quarter, isFullRange: true)),
    (kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, BiplanarForm(10, .half, isFullRange: false)),
    (kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, BiplanarForm(10, .half, isFullRange: true)),
    (kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, BiplanarForm(10, .full, isFullRange: false)),
    (kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, BiplanarForm(10, .full, isFullRange: true)),
  ]

  /// The format that holds codes of a kind; more than ten bits have none.
  static func code(depth: Int, _ chroma: PlanarPicture.Subsampling, isFullRange: Bool) -> OSType {
    let form = BiplanarForm(
      depth > 8 ? 10 : 8, chroma == .monochrome ? .quarter : chroma, isFullRange: isFullRange)
    return all.first { $0.form == form }?.code ?? kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
  }
}

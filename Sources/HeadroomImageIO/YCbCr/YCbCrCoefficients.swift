internal import HeadroomColor
internal import HeadroomContainers

/// The numbers that turn codes of Y'CbCr into codes of R'G'B', both as floats.
///
/// `r = y + redFromCb (Cb - origin) + redFromCr (Cr - origin)` and so on, `y = lumaScale Y + lumaOffset`.
struct YCbCrCoefficients: Sendable {
  private(set) var lumaScale: Float = 1
  private(set) var lumaOffset: Float = 0
  private(set) var chromaOrigin: Float = 0
  private(set) var redFromCb: Float = 0
  private(set) var redFromCr: Float = 0
  private(set) var greenFromCb: Float = 0
  private(set) var greenFromCr: Float = 0
  private(set) var blueFromCb: Float = 0
  private(set) var blueFromCr: Float = 0
  /// The largest code of the result.
  let largest: Float
  /// Whether the planes are green, blue and red already.
  private(set) var isIdentity = false
  /// What undoes a matrix that is not linear in R'G'B'; the factors from Cb and Cr mean nothing then.
  private(set) var light: LightMatrix?
  /// Difference of colour for one code.
  private(set) var chromaUnit: Float = 0

  /// - Parameters:
  ///   - coding: what the planes hold.
  ///   - bitDepth: bits of a sample.
  ///   - isMonochrome: whether there is luma only; the matrix does not matter then.
  ///   - outputBits: 8 or 16.
  /// - Throws: `ImageIOError/unsupported(part:text:)` for matrices that are not known, or not for this curve.
  init(
    _ coding: YCbCrPlanes.Coding, bitDepth: Int, isMonochrome: Bool, outputBits: Int
  ) throws(ImageIOError) {
    let range = CodeRange(bitDepth: bitDepth, isFull: coding.isFullRange)
    let top = Double((1 << outputBits) - 1)
    largest = Float(top)
    let luma = range.lumaCodes
    let scale = top / (luma.white - luma.black)
    lumaScale = Float(scale)
    lumaOffset = Float(-luma.black * scale)
    if isMonochrome { return }
    // Codes for one unit of colour difference.
    let unit = Double(range.chromaCode(0.5) - range.chromaCode(0)) * 2
    chromaOrigin = Float(range.chromaCode(0))
    let chromaScale = top / (coding.isFullRange ? Double(range.maximumCode) : unit)
    chromaUnit = Float(chromaScale / top)
    let matrix = MatrixCoefficients(cicpCode: coding.matrix, primaries: coding.primaries)
    switch matrix {
    case .identity: isIdentity = true
    case .ycbcr(let matrix): set(matrix.toRGB, chromaScale)
    case .yCgCo: set(YCgCo.toRGB, chromaScale)
    default:
      light = LightMatrix(matrix, curve: coding.curve)
      guard light == nil else { return }
      throw .unsupported(part: "colr", text: "matrix coefficients \(coding.matrix) are not decoded")
    }
  }

  private mutating func set(_ toRGB: Matrix3x3, _ scale: Double) {
    redFromCb = Float(toRGB[0, 1] * scale)
    redFromCr = Float(toRGB[0, 2] * scale)
    greenFromCb = Float(toRGB[1, 1] * scale)
    greenFromCr = Float(toRGB[1, 2] * scale)
    blueFromCb = Float(toRGB[2, 1] * scale)
    blueFromCr = Float(toRGB[2, 2] * scale)
  }
}

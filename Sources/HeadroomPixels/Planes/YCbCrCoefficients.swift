internal import HeadroomColor

/// How codes of Y'CbCr become codes of R'G'B'.
struct YCbCrCoefficients: Sendable {
  /// The matrix as numbers; those for chroma have no meaning where ``light`` is present.
  private(set) var factors: YCbCrFactors
  /// The code of no colour.
  private(set) var chromaOrigin: Float = 0
  /// Whether the planes are green, blue and red already.
  private(set) var isIdentity = false
  /// The inverse of a matrix that is not linear in R'G'B'.
  private(set) var light: LightMatrix?
  /// Difference of colour for one code.
  private(set) var chromaUnit: Float = 0

  /// - Parameters:
  ///   - coding: the meaning of the planes' samples.
  ///   - bitDepth: bits of a sample.
  ///   - isMonochrome: whether there is luma only; the matrix does not matter then.
  ///   - outputBits: 8 or 16.
  /// - Throws: ``PlanarError/unreadableMatrix(_:)``.
  init(
    _ coding: PlanarPicture.Coding, bitDepth: Int, isMonochrome: Bool, outputBits: Int
  ) throws(PlanarError) {
    let range = CodeRange(bitDepth: bitDepth, isFull: coding.isFullRange)
    let top = Double((1 << outputBits) - 1)
    factors = YCbCrFactors(largest: Float(top))
    let luma = range.lumaCodes
    let scale = top / (luma.white - luma.black)
    factors.lumaScale = Float(scale)
    factors.lumaOffset = Float(-luma.black * scale)
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
      throw .unreadableMatrix(coding.matrix)
    }
  }

  private mutating func set(_ toRGB: Matrix3x3, _ scale: Double) {
    factors.redFromCb = Float(toRGB[0, 1] * scale)
    factors.redFromCr = Float(toRGB[0, 2] * scale)
    factors.greenFromCb = Float(toRGB[1, 1] * scale)
    factors.greenFromCr = Float(toRGB[1, 2] * scale)
    factors.blueFromCb = Float(toRGB[2, 1] * scale)
    factors.blueFromCr = Float(toRGB[2, 2] * scale)
  }
}

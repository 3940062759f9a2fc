import HeadroomColor

/// The stages between encodings and the working space.
enum ColorStages {
  /// Straight numbers in `encoding` to working light. Monochrome numbers are replicated in r, g, b already.
  static func decoding(_ encoding: ColorEncoding, to space: WorkingSpace) -> [ColorStage] {
    guard let primaries = space.primaries else { return [] }
    return linearizing(encoding) + [.matrix(ColorMatrix(encoding.primaries.matrix(to: primaries)))]
  }

  /// Working light to straight numbers in `encoding`.
  static func encoding(_ encoding: ColorEncoding, from space: WorkingSpace) -> [ColorStage] {
    guard let primaries = space.primaries else { return [] }
    var stages: [ColorStage] = [.matrix(ColorMatrix(primaries.matrix(to: encoding.primaries)))]
    if encoding.model == .monochrome { stages.append(.matrix(luminance(of: encoding.primaries))) }
    if encoding.transfer == .hlg { stages.append(.hlgScene(encoding.hlgSystem)) }
    return stages + [.encode(encoding.transfer)]
  }

  /// Straight numbers to linear light in the encoding's own primaries.
  static func linearizing(_ encoding: ColorEncoding) -> [ColorStage] {
    if encoding.model == .xyz {
      return [.matrix(ColorMatrix(Matrix3x3(diagonal: 1 / encoding.primaries.whiteXYZ)))]
    }
    var stages: [ColorStage] = [.decode(encoding.transfer)]
    if encoding.transfer == .hlg { stages.append(.hlgDisplay(encoding.hlgSystem)) }
    return stages
  }

  /// Tone mapping on working light.
  static func toneMapping(_ request: ToneMapRequest, measurement: Int?, in space: WorkingSpace) -> [ColorStage] {
    let primaries = space.primaries ?? .bt709
    return [
      .matrix(ColorMatrix(primaries.matrix(to: .bt2020))), .toneMap(request, measurement: measurement),
      .matrix(ColorMatrix(ColorPrimaries.bt2020.matrix(to: primaries))),
    ]
  }

  /// A conversion node on straight working light; nil when it acts on alpha.
  static func conversion(_ conversion: ColorConversion, measurement: Int?, in space: WorkingSpace) -> [ColorStage] {
    switch conversion {
    case .toWorkingSpace(let encoding): return decoding(encoding, to: space)
    case .fromWorkingSpace(let encoding): return self.encoding(encoding, from: space)
    case .toneMap(let request): return toneMapping(request, measurement: measurement, in: space)
    case .workingSpaceToLab:
      return [.matrix(ColorMatrix((space.primaries ?? .bt709).matrix(to: .xyzD50))), .lab(forward: true)]
    case .labToWorkingSpace:
      return [.lab(forward: false), .matrix(ColorMatrix(ColorPrimaries.xyzD50.matrix(to: space.primaries ?? .bt709)))]
    case .premultiply: return [.premultiply]
    case .unpremultiply: return [.unpremultiply]
    case .alphaOne: return [.alphaOne]
    }
  }

  private static func luminance(of primaries: ColorPrimaries) -> ColorMatrix {
    let weights = primaries.luminanceWeights
    let row = SIMD4<Float>(Float(weights.x), Float(weights.y), Float(weights.z), 0)
    return ColorMatrix(r: row, g: row, b: row)
  }
}

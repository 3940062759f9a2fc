package import HeadroomColor

/// One change of a chain's colours, as data: the planner folds, cancels and prints stages; binding turns them into code
/// for rows.
package enum ColorStage: Hashable, Sendable {
  case matrix(ColorMatrix)
  case decode(TransferFunction)
  case encode(TransferFunction)
  /// HLG scene light to display light (1.0 = 203 cd/m2) and back, weighted by the luminance of their own space.
  case hlgDisplay(HLGSystem)
  case hlgScene(HLGSystem)
  case premultiply
  case unpremultiply
  /// As the two above, but light with an alpha of 0 stays as it is.
  case premultiplyKeepingEmission
  case unpremultiplyKeepingEmission
  case alphaOne
  /// Gain by max(R, G, B); rows are in linear BT.2020.
  case toneMap(ToneMapRequest, measurement: Int?)
  /// Scale to the peak and project onto the gamut along constant luminance (colour.md 4.6).
  case project(weights: SIMD3<Double>, peak: Double)
  /// Scale to the peak; colours outside the gamut stay outside.
  case limit(peak: Double)
  case lab(forward: Bool)
  /// To the nearest numbers of half precision: a working format of RGBAh.
  case roundToHalf

  /// For printing.
  package var label: String {
    switch self {
    case .matrix(let matrix): return matrix.isGain ? "gain \(matrix.r.x)" : "matrix \(matrix.rowsText)"
    case .decode(let function): return "decode \(function.label)"
    case .encode(let function): return "encode \(function.label)"
    case .hlgDisplay: return "HLG scene to display light"
    case .hlgScene: return "HLG display to scene light"
    case .premultiply: return "premultiply"
    case .unpremultiply: return "unpremultiply"
    case .premultiplyKeepingEmission: return "premultiply, keeping light"
    case .unpremultiplyKeepingEmission: return "unpremultiply, keeping light"
    case .alphaOne: return "alpha one"
    case .toneMap(let request, let measurement):
      return request.label + (measurement.map { " (measurement \($0))" } ?? "")
    case .project(_, let peak): return "project onto gamut, peak \(peak)"
    case .limit(let peak): return "scale to peak \(peak)"
    case .lab(let forward): return forward ? "XYZ D50 to Lab" : "Lab to XYZ D50"
    case .roundToHalf: return "round to half"
    }
  }

  /// Whether it changes nothing.
  package var isIdentity: Bool {
    switch self {
    case .matrix(let matrix): matrix.isIdentity
    case .decode(let function), .encode(let function): function == .linear
    default: false
    }
  }

  /// Whether two neighbouring stages undo each other.
  func cancels(_ next: ColorStage) -> Bool {
    switch (self, next) {
    case (.premultiply, .unpremultiply), (.unpremultiply, .premultiply),
      (.premultiplyKeepingEmission, .unpremultiplyKeepingEmission),
      (.unpremultiplyKeepingEmission, .premultiplyKeepingEmission):
      return true
    case (.decode(let f), .encode(let g)), (.encode(let f), .decode(let g)): return f == g
    case (.hlgDisplay(let v), .hlgScene(let w)), (.hlgScene(let v), .hlgDisplay(let w)): return v == w
    default: return false
    }
  }
}

extension ColorMatrix {
  fileprivate var rowsText: String {
    [(r, bias.x), (g, bias.y), (b, bias.z), (a, bias.w)].map { row, constant in
      "[\(row.x) \(row.y) \(row.z) \(row.w) + \(constant)]"
    }.joined(separator: " ")
  }
}

extension TransferFunction {
  package var label: String { "\(self)" }
}

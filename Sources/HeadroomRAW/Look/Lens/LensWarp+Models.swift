// MARK: DNG opcodes (DNG 1.7.1, chapter 7)

extension LensWarp {
  /// A warp of OpcodeList3; nil for other opcodes and for invalid numbers.
  ///
  /// - Parameters:
  ///   - width: columns of the picture as opcodes see it (the active area).
  ///   - height: its rows.
  package init?(_ operation: DNGOpcode.Operation, width: Int, height: Int) {
    switch operation {
    case .warpRectilinear(let planes, let x, let y):
      self.init(planes, 6, x, y, width, height) { k in
        LensStage(
          .powers([k[0], 0, k[1], 0, k[2], 0, k[3]], range: 0...1, isReciprocal: false), tangential: SIMD2(k[4], k[5]))
      }
    case .warpFisheye(let planes, let x, let y):
      self.init(planes, 4, x, y, width, height) { LensStage(.fisheye($0)) }
    case .warpRectilinear2(let planes, let x, let y, let isReciprocal):
      guard planes.allSatisfy({ $0.count == 19 && 0 <= $0[17] && $0[17] <= $0[18] }) else { return nil }
      self.init(planes, 19, x, y, width, height) { k in
        LensStage(
          .powers(Array(k[0..<15]), range: k[17]...k[18], isReciprocal: isReciprocal), tangential: SIMD2(k[15], k[16]))
      }
    default: return nil
    }
  }

  private init?(
    _ planes: [[Double]], _ count: Int, _ x: Double, _ y: Double, _ width: Int, _ height: Int,
    stage: ([Double]) -> LensStage
  ) {
    guard planes.allSatisfy({ $0.count == count && $0.allSatisfy(LensStage.isCoefficient) }),
      let (centre, radius) = OpticalCentre.place(x: x, y: y, width: width, height: height)
    else { return nil }
    self.init(centerX: centre.x, centerY: centre.y, radius: radius, planes: planes.map { [stage($0)] })
  }
}

/// The origin of opcodes' positions.
enum OpticalCentre {
  /// The centre in pixels, and the distance to the corner that is furthest away.
  static func place(x: Double, y: Double, width: Int, height: Int) -> (centre: SIMD2<Double>, radius: Double)? {
    guard x.isFinite, y.isFinite, abs(x) < 1e3, abs(y) < 1e3, width > 0, height > 0 else { return nil }
    let last = SIMD2(Double(width - 1), Double(height - 1))
    let centre = SIMD2(x, y) * last
    let far = SIMD2(max(abs(centre.x), abs(last.x - centre.x)), max(abs(centre.y), abs(last.y - centre.y)))
    let radius = (far * far).sum().squareRoot()
    return radius > 0 ? (centre, radius) : nil
  }
}

// MARK: Lensfun's models

/// Distortion in the form of lensfun's data.
package enum LensfunDistortion: Hashable, Sendable {
  case none
  case poly3(k1: Double)
  case poly5(k1: Double, k2: Double)
  case ptlens(a: Double, b: Double, c: Double)

  fileprivate var stage: LensStage? {
    switch self {
    case .none: nil
    case .poly3(let k): .powers([1 - k, 0, k])
    case .poly5(let k1, let k2): .powers([1, 0, k1, 0, k2])
    case .ptlens(let a, let b, let c): .powers([1 - a - b - c, c, b, a])
    }
  }
}

/// Lateral colour in the form of lensfun's data: red and blue relative to green.
package enum LensfunColorFringes: Hashable, Sendable {
  case none
  case linear(red: Double, blue: Double)
  /// `v`, `c` and `b` of each.
  case poly3(red: SIMD3<Double>, blue: SIMD3<Double>)

  fileprivate var stages: (red: LensStage, blue: LensStage)? {
    switch self {
    case .none: nil
    case .linear(let red, let blue): (.powers([red]), .powers([blue]))
    case .poly3(let red, let blue): (.powers([red.x, red.y, red.z]), .powers([blue.x, blue.y, blue.z]))
    }
  }
}

extension LensWarp {
  /// Lensfun's models over a picture: distances are in halves of its shorter side; distortion comes first, then the
  /// separate colours.
  ///
  /// Nil for invalid numbers. Where data were measured with another sensor's size, the caller passes a scale: the
  /// radius is `scale` times half the shorter side.
  package init?(
    distortion: LensfunDistortion, fringes: LensfunColorFringes = .none, width: Int, height: Int, scale: Double = 1
  ) {
    let shared = distortion.stage.map { [$0] } ?? []
    let planes =
      if let (red, blue) = fringes.stages { [shared + [red], shared, shared + [blue]] } else { [shared] }
    self.init(
      centerX: Double(width - 1) / 2, centerY: Double(height - 1) / 2, radius: Double(min(width, height)) / 2 * scale,
      planes: planes)
  }
}

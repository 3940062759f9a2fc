package import HeadroomColor

/// An affine map of straight RGBA: 4 rows of 4 weights and a constant. Kept as data, so that the planner can fold
/// neighbouring maps into one, print them, or pass them to another executor.
@usableFromInline package struct ColorMatrix: Hashable, Sendable {
  /// Weights of the inputs (r, g, b, a) for each output channel.
  @usableFromInline package var r: SIMD4<Float>
  @usableFromInline package var g: SIMD4<Float>
  @usableFromInline package var b: SIMD4<Float>
  @usableFromInline package var a: SIMD4<Float>
  /// Added to each output channel.
  @usableFromInline package var bias: SIMD4<Float>

  package static let identity = ColorMatrix()

  package init(
    r: SIMD4<Float> = [1, 0, 0, 0], g: SIMD4<Float> = [0, 1, 0, 0], b: SIMD4<Float> = [0, 0, 1, 0],
    a: SIMD4<Float> = [0, 0, 0, 1], bias: SIMD4<Float> = .zero
  ) {
    self.r = r
    self.g = g
    self.b = b
    self.a = a
    self.bias = bias
  }

  /// A linear map of the colour that leaves alpha alone.
  package init(_ matrix: Matrix3x3, bias: SIMD3<Double> = .zero) {
    func row(_ i: Int) -> SIMD4<Float> {
      SIMD4(Float(matrix[i, 0]), Float(matrix[i, 1]), Float(matrix[i, 2]), 0)
    }
    self.init(
      r: row(0), g: row(1), b: row(2), bias: SIMD4(Float(bias.x), Float(bias.y), Float(bias.z), 0))
  }

  /// The same factor for red, green and blue.
  package init(gain: Float) {
    self.init(r: [gain, 0, 0, 0], g: [0, gain, 0, 0], b: [0, 0, gain, 0])
  }

  /// This map after `first`. Sums run in Double, so that long chains fold without drift.
  package func after(_ first: ColorMatrix) -> ColorMatrix {
    func row(_ weights: SIMD4<Float>, _ constant: Float) -> (SIMD4<Float>, Float) {
      let w = SIMD4<Double>(weights)
      let combined =
        w.x * SIMD4<Double>(first.r) + w.y * SIMD4<Double>(first.g) + w.z * SIMD4<Double>(first.b)
        + w.w * SIMD4<Double>(first.a)
      return (SIMD4<Float>(combined), Float((w * SIMD4<Double>(first.bias)).sum() + Double(constant)))
    }
    let (r, br) = row(r, bias.x)
    let (g, bg) = row(g, bias.y)
    let (b, bb) = row(b, bias.z)
    let (a, ba) = row(a, bias.w)
    return ColorMatrix(r: r, g: g, b: b, a: a, bias: [br, bg, bb, ba])
  }

  /// Whether alpha stays unchanged and does not affect the colour.
  package var leavesAlphaAlone: Bool {
    r.w == 0 && g.w == 0 && b.w == 0 && a == [0, 0, 0, 1] && bias.w == 0
  }

  /// Whether the map gives the same on premultiplied colour: no constant term and alpha left alone.
  package var isHomogeneous: Bool { leavesAlphaAlone && bias == .zero }

  /// Whether it changes no value by more than a float's rounding at 1.0.
  package var isIdentity: Bool {
    func near(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> Bool { abs((x - y)).max() <= 1.2e-7 }
    return near(r, [1, 0, 0, 0]) && near(g, [0, 1, 0, 0]) && near(b, [0, 0, 1, 0]) && near(a, [0, 0, 0, 1])
      && near(bias, .zero)
  }

  package var isGain: Bool { leavesAlphaAlone && isDiagonal && r.x == g.y && g.y == b.z && bias == .zero }

  private var isDiagonal: Bool { r.y == 0 && r.z == 0 && g.x == 0 && g.z == 0 && b.x == 0 && b.y == 0 }

  @inlinable @inline(__always)
  package func apply(_ p: Pixel) -> Pixel {
    Pixel(
      r: r.x * p.r + r.y * p.g + r.z * p.b + r.w * p.a + bias.x,
      g: g.x * p.r + g.y * p.g + g.z * p.b + g.w * p.a + bias.y,
      b: b.x * p.r + b.y * p.g + b.z * p.b + b.w * p.a + bias.z,
      a: a.x * p.r + a.y * p.g + a.z * p.b + a.w * p.a + bias.w)
  }

  /// Bound of the magnitudes of red, green and blue when the inputs' lie below `peak` and alpha in 0 ... 1.
  package func peak(after peak: Float) -> Float {
    func bound(_ row: SIMD4<Float>, _ constant: Float) -> Float {
      (Swift.abs(row.x) + Swift.abs(row.y) + Swift.abs(row.z)) * peak + Swift.abs(row.w) + Swift.abs(constant)
    }
    return Swift.max(bound(r, bias.x), Swift.max(bound(g, bias.y), bound(b, bias.z)))
  }

  /// ``Operation/peak(of:)`` of the matrix over its one input.
  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { peak(after: $0) } }

  /// ``Operation/contentHeadroom(of:)`` of the matrix over its one input.
  package func contentHeadroom(of inputs: [Float]) -> Float? {
    gain.flatMap { gain in inputs.first.map { $0 * gain } }
  }
}

extension ColorMatrix {
  /// The factor of a matrix that multiplies light by one number and does nothing else.
  package var gain: Float? {
    let factor = r.x
    let scaled =
      r == SIMD4(factor, 0, 0, 0) && g == SIMD4(0, factor, 0, 0) && b == SIMD4(0, 0, factor, 0)
      && a == SIMD4(0, 0, 0, 1) && bias == .zero
    return scaled && factor > 0 ? factor : nil
  }
}

private func abs(_ v: SIMD4<Float>) -> SIMD4<Float> { v.replacing(with: -v, where: v .< 0) }

/// One pixel as kernels see it: four floats in the working space, 1.0 = reference white, unclamped.
public struct Pixel: Hashable, Sendable {
  public var r: Float
  public var g: Float
  public var b: Float
  /// Coverage, 0 ... 1.
  public var a: Float

  @inlinable @inline(__always)
  public init(r: Float, g: Float, b: Float, a: Float) {
    self.r = r
    self.g = g
    self.b = b
    self.a = a
  }

  /// Transparent black.
  @inlinable public static var clear: Pixel { Pixel(r: 0, g: 0, b: 0, a: 0) }

  /// Colour times alpha.
  @inlinable @inline(__always)
  public var premultiplied: Pixel { Pixel(r: r * a, g: g * a, b: b * a, a: a) }

  /// Colour divided by alpha; 0 where alpha is 0.
  @inlinable @inline(__always)
  public var unpremultiplied: Pixel {
    let scale = a == 0 ? 0 : 1 / a
    return Pixel(r: r * scale, g: g * scale, b: b * scale, a: a)
  }
}

/// Which colour a point kernel takes, straight or premultiplied; its result is read in the same way.
public enum AlphaRule: Sendable {
  /// Colour divided by alpha; the engine multiplies again afterwards.
  case straight
  /// Colour times alpha.
  case premultiplied
  /// A linear function of the colour without a constant term that leaves alpha alone: right for both.
  case any
}

extension Pixel {
  @inlinable package init(_ values: SIMD4<Double>) {
    self.init(r: Float(values.x), g: Float(values.y), b: Float(values.z), a: Float(values.w))
  }

  /// The channels, with 0 for NaN.
  @inlinable package var withoutNaN: SIMD4<Double> {
    let values = SIMD4(Double(r), Double(g), Double(b), Double(a))
    return values.replacing(with: 0, where: values .!= values)
  }
}

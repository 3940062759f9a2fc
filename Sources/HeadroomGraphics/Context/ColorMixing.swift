/// What the colours of two pictures, without alpha, become where both cover a pixel: component by component.
protocol ComponentMix {
  /// - Parameters:
  ///   - below: what is there.
  ///   - above: what is drawn.
  static func mix(_ below: Float, _ above: Float) -> Float
}

/// The same for modes that need all three components.
protocol ColorMix {
  static func mix(_ below: SIMD3<Float>, _ above: SIMD3<Float>) -> SIMD3<Float>
}

/// The modes' functions (W3C, Compositing and Blending Level 1); above 1 as ``CGBlendMode`` says.
enum Mixing {
  enum Multiply: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { max(0, below * above) }
  }

  enum Screen: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { max(0, screen(below, above)) }
  }

  enum HardLight: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float {
      max(0, above <= 0.5 ? 2 * below * above : screen(below, 2 * above - 1))
    }
  }

  enum Overlay: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { HardLight.mix(above, below) }
  }

  enum Darken: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { max(0, min(below, above)) }
  }

  enum Lighten: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { max(max(0, below), above) }
  }

  enum Difference: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float { abs(below - above) }
  }

  enum Exclusion: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float {
      max(0, below + above - 2 * below * above)
    }
  }

  enum ColorDodge: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float {
      let (below, above) = (unit(below), unit(above))
      return below <= 0 ? 0 : above >= 1 ? 1 : min(1, below / (1 - above))
    }
  }

  enum ColorBurn: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float {
      let (below, above) = (unit(below), unit(above))
      return below >= 1 ? 1 : above <= 0 ? 0 : 1 - min(1, (1 - below) / above)
    }
  }

  enum SoftLight: ComponentMix {
    @inline(__always) static func mix(_ below: Float, _ above: Float) -> Float {
      let (below, above) = (unit(below), unit(above))
      if above <= 0.5 { return below - (1 - 2 * above) * below * (1 - below) }
      let light = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      return below + (2 * above - 1) * (light - below)
    }
  }

  /// The screen of two values; above 1 at least the brighter one, so that two lights do not cancel each other out.
  @inline(__always) private static func screen(_ a: Float, _ b: Float) -> Float {
    let sum = a + b - a * b
    let larger = max(a, b)
    return larger > 1 ? max(sum, larger) : sum
  }

  @inline(__always) private static func unit(_ value: Float) -> Float { min(max(value, 0), 1) }
}

extension Mixing {
  enum Hue: ColorMix {
    static func mix(_ below: SIMD3<Float>, _ above: SIMD3<Float>) -> SIMD3<Float> {
      let (below, above) = (unit(below), unit(above))
      return set(set(above, saturation: below.max() - below.min()), luminosity: luminosity(below))
    }
  }

  enum Saturation: ColorMix {
    static func mix(_ below: SIMD3<Float>, _ above: SIMD3<Float>) -> SIMD3<Float> {
      let (below, above) = (unit(below), unit(above))
      return set(set(below, saturation: above.max() - above.min()), luminosity: luminosity(below))
    }
  }

  enum WholeColor: ColorMix {
    static func mix(_ below: SIMD3<Float>, _ above: SIMD3<Float>) -> SIMD3<Float> {
      set(unit(above), luminosity: luminosity(unit(below)))
    }
  }

  enum Luminosity: ColorMix {
    static func mix(_ below: SIMD3<Float>, _ above: SIMD3<Float>) -> SIMD3<Float> {
      set(unit(below), luminosity: luminosity(unit(above)))
    }
  }

  private static let weights = SIMD3<Float>(0.3, 0.59, 0.11)

  private static func unit(_ color: SIMD3<Float>) -> SIMD3<Float> {
    color.clamped(lowerBound: .zero, upperBound: .one)
  }

  private static func luminosity(_ color: SIMD3<Float>) -> Float { (color * weights).sum() }

  /// The smallest component becomes 0, the largest the saturation.
  private static func set(_ color: SIMD3<Float>, saturation: Float) -> SIMD3<Float> {
    let (low, high) = (color.min(), color.max())
    return high > low ? (color - low) * (saturation / (high - low)) : .zero
  }

  /// The colour with another luminosity, drawn towards gray where it leaves 0...1.
  private static func set(_ color: SIMD3<Float>, luminosity target: Float) -> SIMD3<Float> {
    var result = color + (target - luminosity(color))
    let (low, high) = (result.min(), result.max())
    if low < 0, target > low { result = target + (result - target) * (target / (target - low)) }
    if high > 1, high > target { result = target + (result - target) * ((1 - target) / (high - target)) }
    return result
  }
}

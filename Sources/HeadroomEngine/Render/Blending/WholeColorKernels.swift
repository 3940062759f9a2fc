internal import HeadroomPixels

/// A mix of two whole colours: gets them premultiplied, gives it times both alphas.
protocol ColorBlend {
  /// Whether colours are clamped to 0...1 before they are mixed.
  static var isLimited: Bool { get }
  static func value(_ s: Pixel, _ d: Pixel) -> Pixel
}

extension ColorBlend {
  static var isLimited: Bool { true }
}

/// Modes that mix hue, saturation and luminosity of the two colours where the pictures overlap.
struct WholeColor<Mode: ColorBlend>: BlendKernel {
  @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    let mixed = Mode.value(operand(s), operand(d))
    let (showsBelow, showsAbove) = (1 - s.a, 1 - d.a)
    return Pixel(
      r: s.r * showsAbove + d.r * showsBelow + mixed.r, g: s.g * showsAbove + d.g * showsBelow + mixed.g,
      b: s.b * showsAbove + d.b * showsBelow + mixed.b, a: s.a + d.a * showsBelow)
  }

  @inline(__always) private func operand(_ p: Pixel) -> Pixel {
    // A factor: to select between values straight from memory is not vectorised.
    let presence: Float = p.a > 0 ? 1 : 0
    @inline(__always) func value(_ x: Float) -> Float {
      let light = x * presence
      return Mode.isLimited ? 2 * smaller(larger(0.5 * light, 0), 0.5 * p.a) : light
    }
    return Pixel(r: value(p.r), g: value(p.g), b: value(p.b), a: p.a)
  }
}

extension BlendKernels {
  enum Hue: ColorBlend {
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      s.stretched(to: d.saturation * s.a).with(luminosity: d.luminosity * s.a, white: s.a * d.a)
    }
  }

  enum Saturation: ColorBlend {
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      d.stretched(to: s.saturation * d.a).with(luminosity: d.luminosity * s.a, white: s.a * d.a)
    }
  }

  enum ColorOfImage: ColorBlend {
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      s.scaled(by: d.a).with(luminosity: d.luminosity * s.a, white: s.a * d.a)
    }
  }

  enum Luminosity: ColorBlend {
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      d.scaled(by: s.a).with(luminosity: s.luminosity * d.a, white: s.a * d.a)
    }
  }

  enum DarkerColor: ColorBlend {
    static var isLimited: Bool { false }
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      let (upper, lower) = (s.scaled(by: d.a), d.scaled(by: s.a))
      return upper.luminosity < lower.luminosity ? upper : lower
    }
  }

  enum LighterColor: ColorBlend {
    static var isLimited: Bool { false }
    @inline(__always) static func value(_ s: Pixel, _ d: Pixel) -> Pixel {
      let (upper, lower) = (s.scaled(by: d.a), d.scaled(by: s.a))
      return upper.luminosity > lower.luminosity ? upper : lower
    }
  }
}

// The functions of the W3C text, in any scale: `white` is the value of 1 in that scale.
extension Pixel {
  @inline(__always) fileprivate var luminosity: Float { 0.3 * r + 0.59 * g + 0.11 * b }
  @inline(__always) fileprivate var least: Float { smaller(r, smaller(g, b)) }
  @inline(__always) fileprivate var most: Float { larger(r, larger(g, b)) }
  @inline(__always) fileprivate var saturation: Float { most - least }

  @inline(__always) fileprivate func scaled(by factor: Float) -> Pixel {
    Pixel(r: r * factor, g: g * factor, b: b * factor, a: a)
  }

  /// The smallest component becomes 0 and the largest `saturation`; grey becomes black. Differences come first, so that hues
  /// of colours that are almost grey are not lost.
  @inline(__always) fileprivate func stretched(to saturation: Float) -> Pixel {
    let (low, range) = (least, most - least)
    let factor = saturation / (range + 1e-37)
    return Pixel(r: (r - low) * factor, g: (g - low) * factor, b: (b - low) * factor, a: a)
  }

  /// Moved along the greys to a luminosity, then towards grey into 0...white.
  @inline(__always) fileprivate func with(luminosity: Float, white: Float) -> Pixel {
    let shift = luminosity - self.luminosity
    let moved = Pixel(r: r + shift, g: g + shift, b: b + shift, a: a)
    let (grey, low, high) = (moved.luminosity, moved.least, moved.most)
    // A grey that rounding has moved beyond black or white has no difference left to scale. Both quotients are always
    // computed: a special case would be a branch.
    let lifted = grey / (grey - low + 1e-37)
    let lowered = (white - grey) / (high - grey + 1e-37)
    let lifting = low < smaller(grey, 0) ? lifted : 1
    let lowering = high > larger(grey, white) ? lowered : 1
    let factor = lifting * lowering
    return Pixel(
      r: grey + (moved.r - grey) * factor, g: grey + (moved.g - grey) * factor, b: grey + (moved.b - grey) * factor,
      a: a)
  }
}

internal import HeadroomPixels

/// Modes that mix the two colours of each channel: by `Mode` where the pictures overlap, unchanged elsewhere.
///
/// A mode gets premultiplied components and gives its mix times both alphas; few modes have to divide by alpha for
/// that. Light with an alpha of 0 takes no part in the mix.
struct Separable<Mode: ComponentBlend>: BlendKernel {
  @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    // Factors: to select between values straight from memory is not vectorised.
    let (above, below): (Float, Float) = (s.a > 0 ? 1 : 0, d.a > 0 ? 1 : 0)
    @inline(__always) func value(_ sc: Float, _ dc: Float) -> Float {
      let mixed = Mode.value(sc * above, s.a, dc * below, d.a)
      return sc * (1 - d.a) + dc * (1 - s.a) + mixed
    }
    return Pixel(r: value(s.r, d.r), g: value(s.g, d.g), b: value(s.b, d.b), a: s.a + d.a * (1 - s.a))
  }
}

extension BlendKernels {
  /// A mode that is only defined in 0...1: colours are clamped to that before they are mixed.
  enum Limited<Mode: ComponentBlend>: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      Mode.value(2 * smaller(larger(0.5 * s, 0), 0.5 * sa), sa, 2 * smaller(larger(0.5 * d, 0), 0.5 * da), da)
    }
  }
}

// MARK: For every light; not negative

extension BlendKernels {
  enum Multiply: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(s * d, 0)
    }
  }

  enum Screen: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      unlimited(s * da, d * sa, s * d, sa * da)
    }

    /// The sum of two colours less their product, all times both alphas. Above 1 the product outgrows the sum, and two
    /// lamps would extinguish each other. There the result is at least the brighter of the two.
    @inline(__always) static func unlimited(_ a: Float, _ b: Float, _ product: Float, _ white: Float) -> Float {
      let (brighter, screen) = (larger(a, b), a + b - product)
      return larger(brighter > white ? larger(screen, brighter) : screen, 0)
    }
  }

  enum HardLight: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      let product = 2 * s * d
      // The background with the rest of the light above a half: their product is (2 s - sa) * d.
      let screen = Screen.unlimited((2 * s - sa) * da, d * sa, product - sa * d, sa * da)
      return 2 * s <= sa ? larger(product, 0) : screen
    }
  }

  enum Overlay: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      HardLight.value(d, da, s, sa)
    }
  }

  enum Darken: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(smaller(s * da, d * sa), 0)
    }
  }

  enum Lighten: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(larger(s * da, d * sa), 0)
    }
  }

  enum Difference: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      abs(s * da - d * sa)
    }
  }

  enum Exclusion: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(s * da + d * sa - 2 * s * d, 0)
    }
  }
}

// MARK: For colours between 0 and 1

/// Added to a divisor that may be 0. The dividend is then 0 as well, or the quotient is beyond any limit. A special
/// case would be a branch.
@inline(__always) private var tiny: Float { 1e-37 }

extension BlendKernels {
  enum ColorDodge: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      smaller(sa * sa * d / (sa - s + tiny), sa * da)
    }
  }

  enum ColorBurn: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(sa * da - sa * sa * (da - d) / (s + tiny), 0)
    }
  }

  enum VividLight: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      let burnt = ColorBurn.value(2 * s, sa, d, da)
      let dodged = ColorDodge.value(2 * s - sa, sa, d, da)
      return 2 * s <= sa ? burnt : dodged
    }
  }

  enum SoftLight: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      let color = d / (da + tiny)
      let dark = ((16 * color - 12) * color + 4) * color
      let light = root(color)
      let target = color <= 0.25 ? dark : light
      let darker = (sa - 2 * s) * d * (1 - color)
      let lighter = (2 * s - sa) * (da * target - d)
      return d * sa + (2 * s <= sa ? -darker : lighter)
    }
  }

  enum LinearBurn: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(s * da + d * sa - sa * da, 0)
    }
  }

  enum LinearDodge: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      smaller(s * da + d * sa, sa * da)
    }
  }

  enum LinearLight: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      smaller(larger(2 * s * da + d * sa - sa * da, 0), sa * da)
    }
  }

  enum PinLight: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      let (upper, lower) = (2 * s * da, d * sa)
      let (darker, lighter) = (smaller(lower, upper), larger(lower, upper - sa * da))
      return 2 * s <= sa ? darker : lighter
    }
  }

  enum HardMix: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      let white = sa * da
      return s * da + d * sa < white ? 0 : white
    }
  }

  enum Divide: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      smaller(sa * sa * d / (s + tiny), sa * da)
    }
  }

  enum Subtract: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      larger(d * sa - s * da, 0)
    }
  }
}

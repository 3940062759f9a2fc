internal import HeadroomPixels

/// A function of one premultiplied component and alpha of image and background, alike for colours and alpha.
protocol ComponentBlend {
  static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float
}

/// The functions behind the modes of ``BlendMode``.
enum BlendKernels {}

/// Modes that join coverage: one function for all four components.
struct Coverage<Mode: ComponentBlend>: BlendKernel {
  @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    Pixel(
      r: Mode.value(s.r, s.a, d.r, d.a), g: Mode.value(s.g, s.a, d.g, d.a), b: Mode.value(s.b, s.a, d.b, d.a),
      a: Mode.value(s.a, s.a, d.a, d.a))
  }
}

/// The sum; alpha ends at 1.
struct ComponentAdd: BlendKernel {
  @inline(__always) func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    Pixel(r: s.r + d.r, g: s.g + d.g, b: s.b + d.b, a: smaller(s.a + d.a, 1))
  }
}

extension BlendKernels {
  /// The mode with image and background changed round.
  enum Swapped<Mode: ComponentBlend>: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      Mode.value(d, da, s, sa)
    }
  }

  enum Clear: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { 0 }
  }

  enum Source: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s }
  }

  enum Over: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s + d * (1 - sa) }
  }

  enum In: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s * da }
  }

  enum Out: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s * (1 - da) }
  }

  enum Atop: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      s * da + d * (1 - sa)
    }
  }

  enum ExclusiveOr: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      s * (1 - da) + d * (1 - sa)
    }
  }

  enum Product: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s * d }
  }

  enum Smaller: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { smaller(s, d) }
  }

  enum Larger: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { larger(s, d) }
  }
}

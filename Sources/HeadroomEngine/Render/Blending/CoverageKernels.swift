internal import HeadroomPixels

/// A function of one premultiplied component and alpha of image and background, the same for colours and alpha.
@usableFromInline package protocol ComponentBlend {
  static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float
}

/// The functions behind the modes of ``BlendMode``.
@usableFromInline package enum BlendKernels {}

/// Modes that join coverage: one function for all four components.
@usableFromInline package struct Coverage<Mode: ComponentBlend>: BlendKernel {
  @inlinable package init() {}

  @inlinable @inline(__always) package func apply(_ s: Pixel, _ d: Pixel) -> Pixel {
    Pixel(
      r: Mode.value(s.r, s.a, d.r, d.a), g: Mode.value(s.g, s.a, d.g, d.a), b: Mode.value(s.b, s.a, d.b, d.a),
      a: Mode.value(s.a, s.a, d.a, d.a))
  }
}

/// The sum; alpha ends at 1.
struct ComponentSum: ComponentKernel {
  @inline(__always) func color(_ s: Float, _ d: Float) -> Float { s + d }
  @inline(__always) func alpha(_ s: Float, _ d: Float) -> Float { smaller(s + d, 1) }
}

struct ComponentProduct: ComponentKernel {
  @inline(__always) func color(_ s: Float, _ d: Float) -> Float { s * d }
}

struct ComponentMinimum: ComponentKernel {
  @inline(__always) func color(_ s: Float, _ d: Float) -> Float { smaller(s, d) }
}

struct ComponentMaximum: ComponentKernel {
  @inline(__always) func color(_ s: Float, _ d: Float) -> Float { larger(s, d) }
}

extension BlendKernels {
  /// The mode with image and background swapped.
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

  @usableFromInline package enum Over: ComponentBlend {
    @inlinable @inline(__always) package static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      s + d * (1 - sa)
    }
  }

  enum In: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float { s * da }
  }

  enum Out: ComponentBlend {
    @inline(__always) static func value(_ s: Float, _ sa: Float, _ d: Float, _ da: Float) -> Float {
      s * (1 - da)
    }
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
}

package import HeadroomImageIO

/// How an alpha channel is handled when a file is written.
///
/// An alpha of 1 everywhere is redundant and left out, unless pixels stay unchanged. An alpha of 0 everywhere beside
/// colours is mostly one that a float renderer never wrote; in integers, full transparency is intended.
package struct AlphaPolicy: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case keep
    /// The channel is left out.
    case drop
    /// The channel is left out and treated as 1, with a warning.
    case ignore
  }

  /// The contents of the decoded alpha.
  package var use: AlphaUse
  package var isFloatingPoint = false
  /// Whether the stored colours are multiplied by it.
  package var isPremultiplied = false
  package var targetHoldsAlpha = true
  /// Whether the target can store light with an alpha of 0: premultiplied floats.
  package var targetHoldsLightWithoutAlpha = false
  /// Whether the stored pixels are written unchanged.
  package var keepsPixels = false
  /// Whether they are written without loss: a lossy codec drops invisible colours.
  package var isExact = true
  /// Whether linear light is written in floating point.
  package var writesLight = false

  package init(use: AlphaUse) { self.use = use }

  package var decision: Decision {
    switch use {
    case .partial: .keep
    case .opaque: targetHoldsAlpha && !keepsPixels ? .drop : .keep
    case .unwritten: unwritten
    }
  }

  private var unwritten: Decision {
    if !isFloatingPoint, targetHoldsAlpha { return .keep }
    if isPremultiplied {
      // A straight alpha of 0 would hide the light.
      if !targetHoldsLightWithoutAlpha { return .ignore }
    } else {
      // Straight colours would be lost by premultiplying.
      let staysWhole = keepsPixels && isExact && !targetHoldsLightWithoutAlpha
      if !staysWhole { return .ignore }
    }
    return targetHoldsAlpha && !keepsPixels && !writesLight ? .ignore : .keep
  }
}

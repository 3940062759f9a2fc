package import HeadroomImageIO

/// What becomes of an alpha channel on the way into a file.
///
/// An alpha of 1 everywhere says nothing and is left out, unless pixels stay as they are. One of 0 everywhere beside colours is mostly
/// one that a renderer, which writes floats, never wrote: integers that are transparent everywhere are meant to be.
package struct AlphaPolicy: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    case keep
    /// The channel is left out.
    case drop
    /// The channel is left out and taken for 1, which somebody should know.
    case ignore
  }

  /// What the decoded alpha says.
  package var use: AlphaUse
  package var isFloatingPoint = false
  /// Whether the stored colours are multiplied by it.
  package var isPremultiplied = false
  package var targetHoldsAlpha = true
  /// Whether the target stores light that has no alpha: premultiplied floats.
  package var targetHoldsLightWithoutAlpha = false
  /// Whether the stored pixels are written as they are.
  package var keepsPixels = false
  /// Whether they are written without loss: a lossy codec leaves out colours that nobody sees.
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
      // Straight alpha of 0 would hide the light.
      if !targetHoldsLightWithoutAlpha { return .ignore }
    } else {
      // Colours that are not multiplied by it are lost when they are.
      let staysWhole = keepsPixels && isExact && !targetHoldsLightWithoutAlpha
      if !staysWhole { return .ignore }
    }
    return targetHoldsAlpha && !keepsPixels && !writesLight ? .ignore : .keep
  }
}

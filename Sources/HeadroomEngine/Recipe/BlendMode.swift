package import Foundation

/// How an image and the background below it become one: data. The formulas are in the executors.
///
/// The first group joins coverage (Porter and Duff, 1984) or premultiplied components. The other modes mix colours:
/// where the pictures overlap, by a function of the two unpremultiplied colours; elsewhere each shows unchanged (W3C,
/// Compositing and Blending Level 1).
package enum BlendMode: String, CaseIterable, Sendable {
  case clear, source, destination
  case sourceOver, destinationOver, sourceIn, destinationIn, sourceOut, destinationOut, sourceAtop, destinationAtop
  case exclusiveOr
  case componentAdd, componentMultiply, componentMin, componentMax

  case multiply, screen, overlay, hardLight, darken, lighten, difference, exclusion
  case colorDodge, colorBurn, softLight, linearBurn, linearDodge, linearLight, vividLight, pinLight, hardMix
  case divide, subtract
  case hue, saturation, color, luminosity
  case darkerColor, lighterColor
}

extension BlendMode {
  /// The area where the result may be other than transparent black.
  package func extent(_ image: CGRect, _ background: CGRect) -> CGRect {
    switch self {
    case .clear: .null
    case .source, .sourceOut, .destinationAtop: image
    case .destination, .destinationOut, .sourceAtop: background
    case .sourceIn, .destinationIn, .componentMultiply: image.shared(with: background)
    default: image.joined(with: background)
    }
  }

  /// Whether the result is opaque where both pictures are.
  package func isOpaque(image: Bool, background: Bool) -> Bool {
    switch self {
    case .clear, .sourceOut, .destinationOut, .exclusiveOr: false
    case .source, .destinationAtop: image
    case .destination, .sourceAtop: background
    case .sourceIn, .destinationIn, .componentMultiply, .componentMin: image && background
    default: image || background
    }
  }

  /// The result's headroom for the coverage modes; nil where colours are mixed.
  package func contentHeadroom(image: Float, background: Float) -> Float? {
    switch self {
    case .source, .sourceOut: image
    case .destination, .destinationOut: background
    case .sourceIn, .destinationIn, .sourceOver, .destinationOver, .sourceAtop, .destinationAtop, .exclusiveOr,
      .componentMax, .lighten, .lighterColor:
      max(image, background)
    default: nil
    }
  }

  /// A bound of the magnitudes of the result's components. The product of two negative ones is positive, so that modes which multiply
  /// have none.
  package func peak(image: Float?, background: Float?) -> Float? {
    guard let image, let background else { return nil }
    let larger = max(image, background, 0)
    switch self {
    case .multiply, .componentMultiply, .screen, .overlay, .hardLight, .exclusion, .difference: return nil
    case .componentAdd: return max(image, 0) + max(background, 0)
    case .colorDodge, .colorBurn, .softLight, .linearBurn, .linearDodge, .linearLight, .vividLight, .pinLight, .hardMix,
      .divide, .subtract, .hue, .saturation, .color, .luminosity:
      return max(larger, 1)
    default: return larger
    }
  }
}

/// An image over, with or against a background, pixel by pixel.
package struct BlendOperation: PointOperation {
  package let mode: BlendMode

  package init(mode: BlendMode) {
    self.mode = mode
  }

  package var fingerprint: Fingerprint { Fingerprint("blend \(mode.rawValue)") }
  package var alphaRule: AlphaRule { .premultiplied }

  package func peak(of inputs: [Float?]) -> Float? {
    inputs.count == 2 ? mode.peak(image: inputs[0], background: inputs[1]) : nil
  }

  package func contentHeadroom(of inputs: [Float]) -> Float? {
    inputs.count == 2 ? mode.contentHeadroom(image: inputs[0], background: inputs[1]) : nil
  }

  package func isOpaque(_ inputs: [Bool]) -> Bool {
    inputs.count == 2 && mode.isOpaque(image: inputs[0], background: inputs[1])
  }
}

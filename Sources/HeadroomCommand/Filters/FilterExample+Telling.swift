internal import Foundation
internal import Headroom

extension FilterExample {
  /// A value that shows what a filter does where neither its default nor a place on its slider does; nil elsewhere.
  static func telling(_ input: InputDescription, of entry: FilterEntry) -> Any? {
    if entry.name.hasPrefix("CIConvolution"), input.key == kCIInputWeightsKey { return relief(input) }
    switch "\(entry.name) \(input.key)" {
    case "CIColorClamp inputMaxComponents": return CIVector([0.5, 0.5, 0.5, 1])
    case "CIColorPolynomial inputRedCoefficients": return CIVector([0.1, 0.6, 0.3, 0])
    case "CIToneCurve inputPoint1": return CIVector([0.25, 0.15])
    case "CITemperatureAndTint inputTargetNeutral": return CIVector([4000, 0])
    case "CIWhitePointAdjust inputColor": return CIColor(red: 1, green: 0.8, blue: 0.6)
    case "CIMaximumScaleTransform inputScale": return NSNumber(value: 0.5)
    case "CIColorMatrix inputRVector": return CIVector([0.2, 0.8, 0, 0])
    case "CIColorCrossPolynomial inputRedCoefficients": return CIVector([0.2, 0.8, 0, 0, 0, 0, 0, 0, 0, 0])
    case "CIConvertRGBtoLab inputNormalize", "CIConvertLabToRGB inputNormalize": return NSNumber(value: true)
    case "CIDepthBlurEffect inputAperture": return NSNumber(value: 16)
    // Its identity in Core Image's list is the default, which does change the picture.
    case "CIGlassLozenge inputRadius": return NSNumber(value: 100)
    case "CIPerspectiveRotate inputPitch": return NSNumber(value: 0.2)
    case "CIPerspectiveRotate inputYaw": return NSNumber(value: 0.3)
    default: return nil
    }
  }

  /// Light from the last weight's corner: the picture, less itself moved to one side and more of it moved to the other.
  private static func relief(_ input: InputDescription) -> CIVector? {
    guard let impulse = input.defaultValue.keyed as? CIVector else { return nil }
    var weights = impulse.values
    (weights[0], weights[weights.count - 1]) = (-1, 1)
    return CIVector(weights)
  }
}

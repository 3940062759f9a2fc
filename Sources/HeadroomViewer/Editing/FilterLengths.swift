internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension FilterSettings {
  /// Lengths that the registry lists as plain numbers or vectors, as Core Image does.
  private static let otherLengths: Set<String> = [
    "CICannyEdgeDetector.inputGaussianSigma", "CIDepthOfField.inputRadius", "CIDepthOfField.inputUnsharpMaskRadius",
    "CIDisintegrateWithMaskTransition.inputShadowOffset", "CIGuidedFilter.inputRadius",
    "CIHighlightShadowAdjust.inputRadius", "CIMaskedVariableBlur.inputRadius",
    "CIMorphologyRectangleMaximum.inputHeight",
    "CIMorphologyRectangleMaximum.inputWidth", "CIMorphologyRectangleMinimum.inputHeight",
    "CIMorphologyRectangleMinimum.inputWidth", "CINinePartStretched.inputGrowAmount", "CINinePartTiled.inputGrowAmount",
    "CISharpenLuminance.inputRadius", "CITriangleKaleidoscope.inputSize",
  ]

  /// Multiplies everything that is measured in pixels, set or default, for a picture of another size.
  ///
  /// Near enough for a draft: noise and filters on single pixels have no smaller form.
  func scaleLengths(by scale: Double) {
    guard let entry = FilterRegistry.entry(named: filter.name) else { return }
    for input in entry.inputs {
      if input.attributeClass == "NSAffineTransform" {
        scaleShift(of: input.key, by: scale)
      } else if Self.isLength(input, of: entry) {
        scaleNumbers(of: input.key, by: scale)
      }
    }
  }

  private static func isLength(_ input: InputDescription, of entry: FilterEntry) -> Bool {
    switch input.type {
    case .distance, .position, .position3, .rectangle: true
    default: input.unit == .pixels || otherLengths.contains("\(entry.name).\(input.key)")
    }
  }

  private func scaleNumbers(of key: String, by scale: Double) {
    switch filter.value(forKey: key) {
    case let vector as CIVector: filter.setValue(CIVector(vector.values.map { $0 * scale }), forKey: key)
    case let number as NSNumber: filter.setValue(NSNumber(value: number.doubleValue * scale), forKey: key)
    default: break
    }
  }

  private func scaleShift(of key: String, by scale: Double) {
    guard var transform = filter.value(forKey: key) as? CGAffineTransform else { return }
    transform.tx *= scale
    transform.ty *= scale
    filter.setValue(transform, forKey: key)
  }
}

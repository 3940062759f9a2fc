internal import HeadroomContainers

extension DNG {
  /// How samples were transformed before deflate.
  enum Predictor: Hashable, Sendable {
    case none
    /// Differences to the sample that number of pixels to the left.
    case differences(distance: Int)
    /// The bytes of floats in separate planes, the highest first, then differences of bytes.
    case floatingPoint(distance: Int)
  }
}

extension DNG.Predictor {
  init(_ fields: DNG.Fields, bits: Int, isFloat: Bool) throws(ImageIOError) {
    let value = fields.integer(TIFF.Tag.predictor) ?? 1
    switch value {
    case 1: self = .none
    case 2: self = .differences(distance: 1)
    case 34892: self = .differences(distance: 2)
    case 34893: self = .differences(distance: 4)
    case 3: self = .floatingPoint(distance: 1)
    case 34894: self = .floatingPoint(distance: 2)
    case 34895: self = .floatingPoint(distance: 4)
    default: throw .unsupported(part: "Predictor", text: "predictor \(value)")
    }
    if case .floatingPoint = self, !isFloat {
      throw .malformed(
        part: "Predictor", text: "predictor \(value) is for floats", offset: fields[TIFF.Tag.predictor]?.offset)
    }
    if case .differences = self, bits == 24 {
      throw .unsupported(part: "Predictor", text: "predictor \(value) of 24-bit samples")
    }
  }
}

/// The chroma samples that make the chroma of a luma sample, along one axis: linear interpolation by siting.
package struct ChromaTaps: Sendable {
  /// Weight of the sample before, for even luma samples; the rest is that of their own sample.
  package let evenBefore: Float
  /// Weight of the sample after, for odd luma samples; the rest is that of their own sample.
  package let oddAfter: Float

  /// On the even luma samples.
  static let onEven = ChromaTaps(evenBefore: 0, oddAfter: 0.5)
  /// Between two luma samples.
  static let between = ChromaTaps(evenBefore: 0.25, oddAfter: 0.25)
  /// On the odd luma samples.
  static let onOdd = ChromaTaps(evenBefore: 0.5, oddAfter: 0)

  /// The taps along a row.
  package static func horizontal(_ siting: YCbCrEncoding.Siting) -> ChromaTaps {
    siting.isBetweenColumns ? between : onEven
  }
  /// The taps along a column.
  package static func vertical(_ siting: YCbCrEncoding.Siting) -> ChromaTaps {
    switch siting.line {
    case .upper: onEven
    case .between: between
    case .lower: onOdd
    }
  }
}

/// The two chroma rows of a luma row, and the share of the second.
package struct ChromaRows: Sendable {
  package let near: Int
  package let far: Int
  package let farWeight: Float

  /// - Parameters:
  ///   - row: a row of luma.
  ///   - isHalved: whether two rows of luma share one of chroma.
  ///   - height: rows of chroma.
  package init(of row: Int, isHalved: Bool, siting: YCbCrEncoding.Siting, height: Int) {
    guard isHalved else {
      (near, far, farWeight) = (row, row, 0)
      return
    }
    let taps = ChromaTaps.vertical(siting)
    near = min(row / 2, height - 1)
    far = row % 2 == 0 ? max(near - 1, 0) : min(near + 1, height - 1)
    farWeight = row % 2 == 0 ? taps.evenBefore : taps.oddAfter
  }
}

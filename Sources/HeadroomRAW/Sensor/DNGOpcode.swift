package import HeadroomPixels

/// A correction in a DNG (DNG 1.7.1, chapter 7). Pixels are counted from the corner of the active area.
package struct DNGOpcode: Hashable, Sendable {
  /// The rectangle, planes and steps that an opcode changes.
  package struct Area: Hashable, Sendable {
    package var rect: PixelRect
    package var plane: Int
    package var planes: Int
    package var rowPitch: Int
    package var columnPitch: Int

    package init(rect: PixelRect, plane: Int, planes: Int, rowPitch: Int, columnPitch: Int) {
      self.rect = rect
      self.plane = plane
      self.planes = planes
      self.rowPitch = rowPitch
      self.columnPitch = columnPitch
    }
  }

  package enum Operation: Hashable, Sendable {
    /// For each plane, or one for all: `kr0 kr1 kr2 kr3 kt0 kt1`; the optical centre in 0 ... 1.
    case warpRectilinear(planes: [[Double]], centerX: Double, centerY: Double)
    /// For each plane, or one for all: `kr0 kr1 kr2 kr3`.
    case warpFisheye(planes: [[Double]], centerX: Double, centerY: Double)
    /// `k0 ... k4`.
    case fixVignetteRadial([Double], centerX: Double, centerY: Double)
    case fixBadPixelsConstant(value: UInt32, phase: Int)
    case fixBadPixelsList(phase: Int, points: [PixelRect], rects: [PixelRect])
    case trimBounds(PixelRect)
    case mapTable(Area, [UInt16])
    /// Coefficients from the constant up.
    case mapPolynomial(Area, [Double])
    case gainMap(Area, PlaneGains)
    case deltaPerRow(Area, [Float])
    case deltaPerColumn(Area, [Float])
    case scalePerRow(Area, [Float])
    case scalePerColumn(Area, [Float])
    /// For each plane, or one for all: `kr0 ... kr14 kt0 kt1 rmin rmax`.
    case warpRectilinear2(planes: [[Double]], centerX: Double, centerY: Double, isReciprocal: Bool)
    /// An unknown opcode.
    case unknown(id: UInt32)
  }

  /// Gains on a coarse grid over a picture, positions relative to its size.
  package struct PlaneGains: Hashable, Sendable {
    package var rows: Int
    package var columns: Int
    package var spacingV: Double
    package var spacingH: Double
    package var originV: Double
    package var originH: Double
    package var planes: Int
    /// `[row][column][plane]`.
    package var gains: [Float]

    package init(
      rows: Int, columns: Int, spacingV: Double, spacingH: Double, originV: Double, originH: Double, planes: Int,
      gains: [Float]
    ) {
      self.rows = rows
      self.columns = columns
      self.spacingV = spacingV
      self.spacingH = spacingH
      self.originV = originV
      self.originH = originH
      self.planes = planes
      self.gains = gains
    }
  }

  package var operation: Operation
  /// Whether a reader that does not support it may leave it out.
  package var isOptional: Bool
  /// Whether it may be left out for a preview.
  package var isSkippedInPreview: Bool

  package init(_ operation: Operation, isOptional: Bool = false, isSkippedInPreview: Bool = false) {
    self.operation = operation
    self.isOptional = isOptional
    self.isSkippedInPreview = isSkippedInPreview
  }
}

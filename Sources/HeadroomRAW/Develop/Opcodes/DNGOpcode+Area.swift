package import HeadroomPixels

extension DNGOpcode.Area {
  /// An area of one plane.
  package init(over rect: PixelRect, plane: Int = 0, planes: Int = 1, rows: Int = 1, columns: Int = 1) {
    self.init(rect: rect, plane: plane, planes: planes, rowPitch: rows, columnPitch: columns)
  }
}

extension DNGOpcode.PlaneGains {
  /// A grid of one plane whose points lie `spacing` apart.
  package init(
    over rows: Int, _ columns: Int, spacing: (v: Double, h: Double), origin: (v: Double, h: Double) = (0, 0),
    _ gains: [Float]
  ) {
    self.init(
      rows: rows, columns: columns, spacingV: spacing.v, spacingH: spacing.h, originV: origin.v, originH: origin.h,
      planes: 1, gains: gains)
  }
}

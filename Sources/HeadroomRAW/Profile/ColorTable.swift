package import HeadroomColor

/// A table from colours to colours; see ``ColorTables``.
package struct ColorTable: Hashable, Sendable {
  /// The curve between light and the table's axes.
  package enum Curve: UInt8, Hashable, Sendable {
    case linear, sRGB, gamma18, gamma22, bt2020
  }

  /// The primaries of the table's colours.
  package enum Space: UInt8, Hashable, Sendable {
    case sRGB, adobeRGB, displayP3, bt2020, proPhoto

    package var primaries: ColorPrimaries {
      switch self {
      case .sRGB: .bt709
      case .adobeRGB: .adobeRGB
      case .displayP3: .p3D65
      case .bt2020: .bt2020
      case .proPhoto: .romm
      }
    }
  }

  /// Nodes of each axis, 2 ... 32.
  package var divisions: Int
  package var curve: Curve
  package var space: Space
  /// Whether light outside the table's colours is added again after it; otherwise it is clipped.
  package var keepsOutside: Bool
  /// `[red][green][blue][3]`, 1 for the end of an axis.
  package var entries: [Float]

  package init(divisions: Int, curve: Curve, space: Space, keepsOutside: Bool, entries: [Float]) {
    self.divisions = divisions
    self.curve = curve
    self.space = space
    self.keepsOutside = keepsOutside
    self.entries = entries
  }
}

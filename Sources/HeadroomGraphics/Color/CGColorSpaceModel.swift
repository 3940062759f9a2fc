/// The meaning of a colour space's components.
public enum CGColorSpaceModel: Int32, CaseIterable, Sendable {
  /// Not known.
  case unknown = -1
  /// One component: lightness.
  case monochrome = 0
  /// Red, green, blue.
  case rgb = 1
  /// Cyan, magenta, yellow, black.
  case cmyk = 2
  /// CIE L*a*b*.
  case lab = 3
  /// A number of inks.
  case deviceN = 4
  /// Numbers of a colour table.
  case indexed = 5
  /// A pattern.
  case pattern = 6
  /// CIE XYZ.
  case XYZ = 7
}

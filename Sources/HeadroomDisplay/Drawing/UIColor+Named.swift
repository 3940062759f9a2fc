internal import Foundation

extension UIColor {
  /// 0 everywhere.
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  /// sRGB's 1/3.
  public class var darkGray: UIColor { UIColor(white: 1.0 / 3, alpha: 1) }
  /// sRGB's 2/3.
  public class var lightGray: UIColor { UIColor(white: 2.0 / 3, alpha: 1) }
  /// Reference white.
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  /// sRGB's 0.5.
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  /// sRGB's red.
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  /// sRGB's green.
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  /// sRGB's blue.
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  /// Green and blue.
  public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
  /// Red and green.
  public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
  /// Red and blue.
  public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
  /// Red and half of green.
  public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  /// Half of red and of blue.
  public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  /// sRGB's (0.6, 0.4, 0.2).
  public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  /// Transparent.
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}

// The system's colours have the values of the light appearance, as the Human Interface Guidelines state them in sRGB;
// there is no dark one here.
extension UIColor {
  fileprivate convenience init(system red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }

  /// (255, 59, 48) of 255.
  public class var systemRed: UIColor { UIColor(system: 255, 59, 48) }
  /// (255, 149, 0) of 255.
  public class var systemOrange: UIColor { UIColor(system: 255, 149, 0) }
  /// (255, 204, 0) of 255.
  public class var systemYellow: UIColor { UIColor(system: 255, 204, 0) }
  /// (52, 199, 89) of 255.
  public class var systemGreen: UIColor { UIColor(system: 52, 199, 89) }
  /// (0, 199, 190) of 255.
  public class var systemMint: UIColor { UIColor(system: 0, 199, 190) }
  /// (48, 176, 199) of 255.
  public class var systemTeal: UIColor { UIColor(system: 48, 176, 199) }
  /// (50, 173, 230) of 255.
  public class var systemCyan: UIColor { UIColor(system: 50, 173, 230) }
  /// (0, 122, 255) of 255.
  public class var systemBlue: UIColor { UIColor(system: 0, 122, 255) }
  /// (88, 86, 214) of 255.
  public class var systemIndigo: UIColor { UIColor(system: 88, 86, 214) }
  /// (175, 82, 222) of 255.
  public class var systemPurple: UIColor { UIColor(system: 175, 82, 222) }
  /// (255, 45, 85) of 255.
  public class var systemPink: UIColor { UIColor(system: 255, 45, 85) }
  /// (162, 132, 94) of 255.
  public class var systemBrown: UIColor { UIColor(system: 162, 132, 94) }
  /// (142, 142, 147) of 255.
  public class var systemGray: UIColor { UIColor(system: 142, 142, 147) }
  /// (174, 174, 178) of 255.
  public class var systemGray2: UIColor { UIColor(system: 174, 174, 178) }
  /// (199, 199, 204) of 255.
  public class var systemGray3: UIColor { UIColor(system: 199, 199, 204) }
  /// (209, 209, 214) of 255.
  public class var systemGray4: UIColor { UIColor(system: 209, 209, 214) }
  /// (229, 229, 234) of 255.
  public class var systemGray5: UIColor { UIColor(system: 229, 229, 234) }
  /// (242, 242, 247) of 255.
  public class var systemGray6: UIColor { UIColor(system: 242, 242, 247) }
}

// Colours by what they are for, in the light appearance.
extension UIColor {
  /// (0, 0, 0) of 255.
  public class var label: UIColor { UIColor(system: 0, 0, 0) }
  /// (60, 60, 67) of 255, alpha 0.6.
  public class var secondaryLabel: UIColor { UIColor(system: 60, 60, 67, 0.6) }
  /// (60, 60, 67) of 255, alpha 0.3.
  public class var tertiaryLabel: UIColor { UIColor(system: 60, 60, 67, 0.3) }
  /// (60, 60, 67) of 255, alpha 0.18.
  public class var quaternaryLabel: UIColor { UIColor(system: 60, 60, 67, 0.18) }
  /// (60, 60, 67) of 255, alpha 0.3.
  public class var placeholderText: UIColor { UIColor(system: 60, 60, 67, 0.3) }
  /// (0, 122, 255) of 255.
  public class var link: UIColor { UIColor(system: 0, 122, 255) }
  /// (60, 60, 67) of 255, alpha 0.29.
  public class var separator: UIColor { UIColor(system: 60, 60, 67, 0.29) }
  /// (198, 198, 200) of 255.
  public class var opaqueSeparator: UIColor { UIColor(system: 198, 198, 200) }
  /// (0, 122, 255) of 255.
  public class var tintColor: UIColor { UIColor(system: 0, 122, 255) }
  /// (120, 120, 128) of 255, alpha 0.2.
  public class var systemFill: UIColor { UIColor(system: 120, 120, 128, 0.2) }
  /// (120, 120, 128) of 255, alpha 0.16.
  public class var secondarySystemFill: UIColor { UIColor(system: 120, 120, 128, 0.16) }
  /// (118, 118, 128) of 255, alpha 0.12.
  public class var tertiarySystemFill: UIColor { UIColor(system: 118, 118, 128, 0.12) }
  /// (116, 116, 128) of 255, alpha 0.08.
  public class var quaternarySystemFill: UIColor { UIColor(system: 116, 116, 128, 0.08) }
  /// (255, 255, 255) of 255.
  public class var systemBackground: UIColor { UIColor(system: 255, 255, 255) }
  /// (242, 242, 247) of 255.
  public class var secondarySystemBackground: UIColor { UIColor(system: 242, 242, 247) }
  /// (255, 255, 255) of 255.
  public class var tertiarySystemBackground: UIColor { UIColor(system: 255, 255, 255) }
  /// (242, 242, 247) of 255.
  public class var systemGroupedBackground: UIColor { UIColor(system: 242, 242, 247) }
  /// (255, 255, 255) of 255.
  public class var secondarySystemGroupedBackground: UIColor { UIColor(system: 255, 255, 255) }
  /// (242, 242, 247) of 255.
  public class var tertiarySystemGroupedBackground: UIColor { UIColor(system: 242, 242, 247) }
  /// (0, 0, 0) of 255.
  public class var darkText: UIColor { UIColor(system: 0, 0, 0) }
  /// (255, 255, 255) of 255, alpha 0.6.
  public class var lightText: UIColor { UIColor(system: 255, 255, 255, 0.6) }
}

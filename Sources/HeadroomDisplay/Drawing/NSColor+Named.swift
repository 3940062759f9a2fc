internal import Foundation

extension NSColor {
  /// 0 everywhere.
  public class var black: NSColor { NSColor(white: 0, alpha: 1) }
  /// sRGB's 1/3.
  public class var darkGray: NSColor { NSColor(white: 1.0 / 3, alpha: 1) }
  /// sRGB's 2/3.
  public class var lightGray: NSColor { NSColor(white: 2.0 / 3, alpha: 1) }
  /// Reference white.
  public class var white: NSColor { NSColor(white: 1, alpha: 1) }
  /// sRGB's 0.5.
  public class var gray: NSColor { NSColor(white: 0.5, alpha: 1) }
  /// sRGB's red.
  public class var red: NSColor { NSColor(red: 1, green: 0, blue: 0, alpha: 1) }
  /// sRGB's green.
  public class var green: NSColor { NSColor(red: 0, green: 1, blue: 0, alpha: 1) }
  /// sRGB's blue.
  public class var blue: NSColor { NSColor(red: 0, green: 0, blue: 1, alpha: 1) }
  /// Green and blue.
  public class var cyan: NSColor { NSColor(red: 0, green: 1, blue: 1, alpha: 1) }
  /// Red and green.
  public class var yellow: NSColor { NSColor(red: 1, green: 1, blue: 0, alpha: 1) }
  /// Red and blue.
  public class var magenta: NSColor { NSColor(red: 1, green: 0, blue: 1, alpha: 1) }
  /// Red and half of green.
  public class var orange: NSColor { NSColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
  /// Half of red and of blue.
  public class var purple: NSColor { NSColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
  /// sRGB's (0.6, 0.4, 0.2).
  public class var brown: NSColor { NSColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
  /// Transparent.
  public class var clear: NSColor { NSColor(white: 0, alpha: 0) }
}

// The system's colours have the values of the light appearance, as the Human Interface Guidelines state them in sRGB;
// there is no dark one here.
extension NSColor {
  fileprivate convenience init(system red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }

  /// (255, 59, 48) of 255.
  public class var systemRed: NSColor { NSColor(system: 255, 59, 48) }
  /// (255, 149, 0) of 255.
  public class var systemOrange: NSColor { NSColor(system: 255, 149, 0) }
  /// (255, 204, 0) of 255.
  public class var systemYellow: NSColor { NSColor(system: 255, 204, 0) }
  /// (40, 205, 65) of 255.
  public class var systemGreen: NSColor { NSColor(system: 40, 205, 65) }
  /// (0, 199, 190) of 255.
  public class var systemMint: NSColor { NSColor(system: 0, 199, 190) }
  /// (89, 173, 196) of 255.
  public class var systemTeal: NSColor { NSColor(system: 89, 173, 196) }
  /// (85, 190, 240) of 255.
  public class var systemCyan: NSColor { NSColor(system: 85, 190, 240) }
  /// (0, 122, 255) of 255.
  public class var systemBlue: NSColor { NSColor(system: 0, 122, 255) }
  /// (88, 86, 214) of 255.
  public class var systemIndigo: NSColor { NSColor(system: 88, 86, 214) }
  /// (175, 82, 222) of 255.
  public class var systemPurple: NSColor { NSColor(system: 175, 82, 222) }
  /// (255, 45, 85) of 255.
  public class var systemPink: NSColor { NSColor(system: 255, 45, 85) }
  /// (162, 132, 94) of 255.
  public class var systemBrown: NSColor { NSColor(system: 162, 132, 94) }
  /// (142, 142, 147) of 255.
  public class var systemGray: NSColor { NSColor(system: 142, 142, 147) }
}

// Colours by what they are for, in the light appearance.
extension NSColor {
  /// (0, 0, 0) of 255, alpha 0.85.
  public class var labelColor: NSColor { NSColor(system: 0, 0, 0, 0.85) }
  /// (0, 0, 0) of 255, alpha 0.5.
  public class var secondaryLabelColor: NSColor { NSColor(system: 0, 0, 0, 0.5) }
  /// (0, 0, 0) of 255, alpha 0.26.
  public class var tertiaryLabelColor: NSColor { NSColor(system: 0, 0, 0, 0.26) }
  /// (0, 0, 0) of 255, alpha 0.1.
  public class var quaternaryLabelColor: NSColor { NSColor(system: 0, 0, 0, 0.1) }
  /// (0, 0, 0) of 255.
  public class var textColor: NSColor { NSColor(system: 0, 0, 0) }
  /// (255, 255, 255) of 255.
  public class var textBackgroundColor: NSColor { NSColor(system: 255, 255, 255) }
  /// (0, 0, 0) of 255, alpha 0.85.
  public class var controlTextColor: NSColor { NSColor(system: 0, 0, 0, 0.85) }
  /// (255, 255, 255) of 255.
  public class var controlBackgroundColor: NSColor { NSColor(system: 255, 255, 255) }
  /// (236, 236, 236) of 255.
  public class var windowBackgroundColor: NSColor { NSColor(system: 236, 236, 236) }
  /// (0, 122, 255) of 255.
  public class var controlAccentColor: NSColor { NSColor(system: 0, 122, 255) }
  /// (0, 104, 218) of 255.
  public class var linkColor: NSColor { NSColor(system: 0, 104, 218) }
  /// (0, 0, 0) of 255, alpha 0.1.
  public class var separatorColor: NSColor { NSColor(system: 0, 0, 0, 0.1) }
}

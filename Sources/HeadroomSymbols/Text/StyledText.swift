public import Foundation
internal import HeadroomGraphics
public import HeadroomImage

/// A font of attributed text, by name and size: the value of `NSAttributedString.Key.font`.
public struct TextFont: Hashable, Sendable, Codable {
  /// A family or a PostScript name, such as `DejaVu Sans` or `HelveticaNeue-Bold`. Where there is no such font, the
  /// system's sans serif replaces it.
  public var name: String
  /// The em in points, which are pixels at a scale of 1; more than 0.
  public var size: Double

  /// Makes a font; it is looked up when text is drawn.
  public init(name: String = "HelveticaNeue", size: Double = 12) {
    self.name = name
    self.size = size
  }
}

extension NSAttributedString.Key {
  /// The font of a run: a ``TextFont``, a `UIFont` or an `NSFont`; the default is HelveticaNeue at 12.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of a run: a `UIColor`, an `NSColor`, a `CIColor` or a `CGColor`. The default is white for text as an
  /// image, and black for text that is drawn.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
}

/// What is a font of attributed text under another name.
package protocol TextFontProviding {
  /// The font by name and size.
  var textFont: TextFont { get }
}

/// What is a colour of attributed text under another name.
package protocol TextColorProviding {
  /// The colour with its space.
  var textColor: CIColor { get }
}

/// The attributes of text as keys of `AttributedString`: `text[TextAttributes.Font.self] = TextFont(size: 20)`.
public enum TextAttributes {
  /// The font of a run.
  public enum Font: AttributedStringKey {
    public typealias Value = TextFont
    public static let name = "NSFont"
  }
  /// The colour of a run.
  public enum ForegroundColor: AttributedStringKey {
    public typealias Value = CIColor
    public static let name = "NSColor"
  }
}

/// Text in runs of one font and colour.
package struct StyledText: InputValue, Hashable {
  package struct Style: Hashable, Sendable {
    package var font = TextFont()
    package var color = CIColor.white

    package init(font: TextFont = TextFont(), color: CIColor = CIColor.white) {
      self.font = font
      self.color = color
    }
  }

  package struct Run: Hashable, Sendable {
    package var text: String
    package var style: Style

    package init(text: String, style: Style) {
      self.text = text
      self.style = style
    }
  }

  package let runs: [Run]

  package init(_ runs: [Run]) { self.runs = runs }

  package static var attributeClass: String { "NSAttributedString" }
  package static var usualType: InputType? { nil }

  /// Attributed text, or plain text with the default attributes.
  package init?(keyed value: Any) {
    switch value {
    case let text as NSAttributedString: self.init(text)
    case let text as AttributedString: self.init(text)
    case let text as String: self.init([Run(text: text, style: Style())])
    default: return nil
    }
  }

  private init(_ text: NSAttributedString) {
    var runs: [Run] = []
    let whole = text.string as NSString
    unsafe text.enumerateAttributes(in: NSRange(location: 0, length: whole.length)) { attributes, range, _ in
      runs.append(Run(text: whole.substring(with: range), style: Style(attributes)))
    }
    self.init(runs)
  }

  private init(_ text: AttributedString) {
    self.init(
      text.runs.map { run in
        var style = Style()
        if let font = run[TextAttributes.Font.self] { style.font = font }
        if let color = run[TextAttributes.ForegroundColor.self] { style.color = color }
        return Run(text: String(text[run.range].characters), style: style)
      })
  }

  package var keyed: Any? {
    let text = NSMutableAttributedString(string: "")
    for run in runs {
      text.append(
        NSAttributedString(string: run.text, attributes: [.font: run.style.font, .foregroundColor: run.style.color]))
    }
    return text
  }

  package var fingerprint: [Double] {
    runs.flatMap { run -> [Double] in
      let style: [[Double]] = [
        run.style.font.name.fingerprint, [-1, run.style.font.size], run.style.color.fingerprint,
      ]
      return run.text.fingerprint + [-1] + style.flatMap { $0 }
    }
  }
}

extension StyledText.Style {
  /// A run's style; attributes of other kinds are left out.
  package init(_ attributes: [NSAttributedString.Key: Any], otherwise: Self = Self()) {
    self = otherwise
    switch attributes[.font] {
    case let font as TextFont: self.font = font
    case let font as any TextFontProviding: self.font = font.textFont
    default: break
    }
    switch attributes[.foregroundColor] {
    case let color as CIColor: self.color = color
    case let color as CGColor: self.color = CIColor(cgColor: color)
    case let color as any TextColorProviding: self.color = color.textColor
    default: break
    }
  }
}

public import Foundation
public import HeadroomImage
internal import HeadroomSymbols

/// A picture of text in several fonts and colours.
struct AttributedTextImageGenerator: FilterDefinition {
  static let name = "CIAttributedTextImageGenerator"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.generator, .stillImage, .video]
  static let imageKeys: [String] = []

  @Input("inputText") var text: StyledText? = nil
  @Input("inputScaleFactor", minimum: 0, slider: 1...4) var scaleFactor: Float = 1
  @Input("inputPadding", type: .integer, minimum: 0, maximum: 200) var padding: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    text.flatMap { CIImage.drawing($0, scale: Double(scaleFactor), padding: Int(padding.rounded())) }
  }
}

/// A picture of text in several fonts and colours; see `CIFilter.attributedTextImageGenerator()`.
public protocol CIAttributedTextImageGenerator: CIFilterProtocol {
  /// The text. Only two of its attributes count: the font, a `TextFont`, and the foreground colour.
  var text: NSAttributedString { get set }
  /// The pixels for one unit of font size; more than 0.
  var scaleFactor: Float { get set }
  /// Transparent pixels around the text, 0...200.
  var padding: Float { get set }
}

extension BuiltInFilter: CIAttributedTextImageGenerator where Definition == AttributedTextImageGenerator {
  var text: NSAttributedString {
    get { definition.text?.keyed as? NSAttributedString ?? NSAttributedString(string: "") }
    set { definition.text = StyledText(keyed: newValue) }
  }
  var scaleFactor: Float {
    get { definition.scaleFactor }
    set { definition.scaleFactor = newValue }
  }
  var padding: Float {
    get { definition.padding }
    set { definition.padding = newValue }
  }
}

extension CIFilter {
  /// A picture of text in several fonts and colours.
  ///
  /// ## Formula
  /// As ``textImageGenerator()``, each run in its own font and colour: attributes `NSAttributedString.Key.font`, a
  /// `TextFont`, and `.foregroundColor`, a `CIColor` or `CGColor`. Without them text is white and HelveticaNeue
  /// at 12. A line is as high as its highest font. Key access also accepts plain text and an `AttributedString` with
  /// the keys of `TextAttributes`; other attributes are ignored.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// The same as that of ``textImageGenerator()``.
  ///
  /// ## Keys
  /// - `inputText`: default none.
  /// - `inputScaleFactor`: default 1, more than 0.
  /// - `inputPadding`: default 0, 0...200, in pixels.
  public class func attributedTextImageGenerator() -> any CIFilter & CIAttributedTextImageGenerator {
    BuiltInFilter<AttributedTextImageGenerator>()
  }
}

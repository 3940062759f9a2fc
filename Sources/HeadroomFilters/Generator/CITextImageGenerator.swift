public import HeadroomImage
internal import HeadroomSymbols

/// A picture of text.
struct TextImageGenerator: FilterDefinition {
  static let name = "CITextImageGenerator"
  static let introduced = FilterAvailability(iOS: "11.0", macOS: "10.13")
  static let categories: [FilterCategory] = [.generator, .stillImage, .video]
  static let imageKeys: [String] = []

  @Input("inputText") var text: String? = nil
  @Input("inputFontName") var fontName = "HelveticaNeue"
  @Input("inputFontSize", minimum: 0, slider: 9...128) var fontSize: Float = 12
  @Input("inputScaleFactor", minimum: 0, slider: 1...4) var scaleFactor: Float = 1
  @Input("inputPadding", type: .integer, minimum: 0, maximum: 200) var padding: Float = 0

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let text else { return nil }
    let style = StyledText.Style(font: TextFont(name: fontName, size: Double(fontSize)))
    return CIImage.drawing(
      StyledText([StyledText.Run(text: text, style: style)]), scale: Double(scaleFactor),
      padding: Int(padding.rounded()))
  }
}

/// A picture of text; see `CIFilter.textImageGenerator()`.
public protocol CITextImageGenerator: CIFilterProtocol {
  /// The text; each line break begins another line.
  var text: String { get set }
  /// A family or a PostScript name.
  var fontName: String { get set }
  /// The em in pixels at a scale of 1; more than 0.
  var fontSize: Float { get set }
  /// The pixels for one unit of font size; more than 0.
  var scaleFactor: Float { get set }
  /// Transparent pixels around the text, 0...200.
  var padding: Float { get set }
}

extension BuiltInFilter: CITextImageGenerator where Definition == TextImageGenerator {
  var text: String {
    get { definition.text ?? "" }
    set { definition.text = newValue }
  }
  var fontName: String {
    get { definition.fontName }
    set { definition.fontName = newValue }
  }
  var fontSize: Float {
    get { definition.fontSize }
    set { definition.fontSize = newValue }
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
  /// A picture of text.
  ///
  /// ## Formula
  /// Glyphs in white, with the outlines' coverage of each pixel as alpha, without hinting and at subpixel positions; an
  /// em is `inputFontSize * inputScaleFactor` pixels. HarfBuzz shapes and kerns; right-to-left runs are ordered by the
  /// Unicode Bidirectional Algorithm, and their paragraphs end at the left edge. A glyph that the font lacks comes from
  /// the first font in fontconfig's order that has it. Lines follow each other at the font's ascent, descent and gap;
  /// they are not wrapped. A missing font is replaced by the system's sans serif, so text looks the same only where the
  /// same fonts are installed.
  ///
  /// ## Extended range
  /// White is 1, reference white.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// From the origin: the longest line's advance by the lines' heights, rounded up, and `inputPadding` on all sides.
  /// Glyphs are clipped beyond it. No result without text or fonts, for a size of 0 or above 8,192 pixels, for more
  /// than 100,000 characters and for more than 67 million pixels.
  ///
  /// ## Keys
  /// - `inputText`: default none.
  /// - `inputFontName`: default HelveticaNeue; a family or a PostScript name.
  /// - `inputFontSize`: default 12, more than 0, in pixels at a scale of 1.
  /// - `inputScaleFactor`: default 1, more than 0.
  /// - `inputPadding`: default 0, 0...200, in pixels.
  public class func textImageGenerator() -> any CIFilter & CITextImageGenerator {
    BuiltInFilter<TextImageGenerator>()
  }
}

public import Foundation
public import HeadroomImage
internal import HeadroomSymbols

/// A Code 128 bar code.
struct Code128BarcodeGenerator: SymbolFilter, MessageFilter {
  static let name = "CICode128BarcodeGenerator"
  static let displayName = "Code 128 Barcode Generator"
  static let introduced = FilterAvailability(iOS: "8.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.generator, .stillImage]

  @Input("inputMessage") var message: MessageBytes? = nil
  @Input("inputQuietSpace", type: .integer, minimum: 0, maximum: 100, slider: 0...20) var quietSpace: Float = 10
  @Input("inputBarcodeHeight", type: .integer, minimum: 1, maximum: 500, slider: 1...50) var barcodeHeight: Float = 32

  var symbol: BarcodeSymbol? {
    guard let message else { return nil }
    return Code128.symbol(of: Array(message.data))?
      .stretched(height: Int(barcodeHeight.rounded()), quiet: Int(quietSpace.rounded()))
  }
}

/// A Code 128 bar code; see `CIFilter.code128BarcodeGenerator()`.
public protocol CICode128BarcodeGenerator: CIFilterProtocol {
  /// The message of the code: any bytes.
  var message: Data { get set }
  /// White pixels on the left and on the right, 0...100.
  var quietSpace: Float { get set }
  /// The height in pixels, 1...500.
  var barcodeHeight: Float { get set }
}

extension BuiltInFilter: CICode128BarcodeGenerator where Definition == Code128BarcodeGenerator {
  var message: Data {
    get { definition.message?.data ?? Data() }
    set { definition.message = MessageBytes(newValue) }
  }
  var quietSpace: Float {
    get { definition.quietSpace }
    set { definition.quietSpace = newValue }
  }
  var barcodeHeight: Float {
    get { definition.barcodeHeight }
    set { definition.barcodeHeight = newValue }
  }
}

extension CIFilter {
  /// A Code 128 bar code.
  ///
  /// ## Formula
  /// ISO/IEC 15417: the fewest characters of sets A, B and C. A pixel for each module, black on white. The white space
  /// lies left and right of the bars, which are as high as the image. Core Image's documentation puts it all around,
  /// but its extent leaves no room for that.
  ///
  /// ## Extended range
  /// Black is 0 and white is 1, reference white.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin: the bars and twice `inputQuietSpace`, by `inputBarcodeHeight`. No result without a message, for
  /// bytes that are not ASCII, and for more than 1,024 bytes.
  ///
  /// ## Keys
  /// - `inputMessage`: default none; text is given as its UTF-8.
  /// - `inputQuietSpace`: default 10, 0...100, in pixels.
  /// - `inputBarcodeHeight`: default 32, 1...500, in pixels.
  public class func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator {
    BuiltInFilter<Code128BarcodeGenerator>()
  }
}

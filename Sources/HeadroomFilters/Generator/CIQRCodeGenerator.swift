public import Foundation
public import HeadroomImage
internal import HeadroomSymbols

/// A QR code.
struct QRCodeGenerator: SymbolFilter, MessageFilter {
  static let name = "CIQRCodeGenerator"
  static let displayName = "QR Code Generator"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.generator, .stillImage]

  @Input("inputMessage") var message: MessageBytes? = nil
  @Input("inputCorrectionLevel") var correctionLevel = "M"

  var objection: FilterObjection? { QRCorrection.objection(letter: correctionLevel) ?? messageObjection }

  var symbol: BarcodeSymbol? {
    guard let message, !message.data.isEmpty, let correction = QRCorrection(letter: correctionLevel),
      let version = QRVersion(holding: message.data.count, correction: correction)
    else { return nil }
    return QRCode.symbol(of: QRCode.codewords(of: Array(message.data), in: version), in: version).framed(quiet: 1)
  }
}

/// A QR code; see `CIFilter.qrCodeGenerator()`.
public protocol CIQRCodeGenerator: CIFilterProtocol {
  /// The message of the code: any bytes.
  var message: Data { get set }
  /// How much of the code may be damaged: `L` (7 %), `M` (15 %), `Q` (25 %) or `H` (30 %).
  var correctionLevel: String { get set }
}

extension BuiltInFilter: CIQRCodeGenerator where Definition == QRCodeGenerator {
  var message: Data {
    get { definition.message?.data ?? Data() }
    set { definition.message = MessageBytes(newValue) }
  }
  var correctionLevel: String {
    get { definition.correctionLevel }
    set { definition.correctionLevel = newValue }
  }
}

extension CIFilter {
  /// A QR code.
  ///
  /// ## Formula
  /// ISO/IEC 18004: the message's bytes in byte mode, in the smallest symbol that holds them at the level, with the
  /// mask that the standard rates as easiest to read. A pixel for each module, black on white, one white pixel around;
  /// scale it with nearest sampling, and leave four modules of white around it where it is printed.
  ///
  /// ## Extended range
  /// Black is 0 and white is 1, reference white.
  ///
  /// ## Alpha
  /// Opaque.
  ///
  /// ## Extent
  /// From the origin: 23 to 179 pixels a side. No result without a message, for an unknown level, and for a message
  /// that is too long: 2,953 bytes at `L`, 2,331 at `M`, 1,663 at `Q`, 1,273 at `H` fit.
  ///
  /// ## Keys
  /// - `inputMessage`: default none; text is given as its UTF-8.
  /// - `inputCorrectionLevel`: default `M`; `L`, `M`, `Q` or `H`.
  public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { BuiltInFilter<QRCodeGenerator>() }
}

/// A colour profile of the International Color Consortium (ICC.1, versions 2 and 4), parsed here in 64 bits.
///
/// The parser understands matrix and curves, gray, and the `cicp` tag, which overrides the others. A profile with
/// tables (`A2B0`) is recognised by its name where that is PQ or HLG of BT.2100. Where it has only tables, they are
/// compared with a matrix and one curve; where they are more than these, there is no ``encoding`` and only
/// `ICCDeviceTable` remains.
public struct ICCProfile: Hashable, Sendable {
  /// What ``ICCProfile/encoding`` was taken from.
  public enum EncodingSource: String, Hashable, Sendable {
    /// The `cicp` tag.
    case cicp
    /// Colorants and curves, or a gray curve.
    case curves
    /// The description of a profile that has tables.
    case description
    /// Tables that are equivalent to a matrix and a curve.
    case table
  }

  /// The version as two numbers, such as "4.4".
  public let version: String
  /// The class: `mntr` (display), `scnr` (input), `prtr` (output), `spac` (colour space) and others.
  public let deviceClass: ICCSignature
  /// The colour space of the data: `RGB `, `GRAY`, `CMYK` and others.
  public let dataColorSpace: ICCSignature
  /// The space the profile connects to: `XYZ ` or `Lab `.
  public let connectionSpace: ICCSignature
  /// The human-readable name; empty when there is none.
  public let description: String
  /// The code points of the `cicp` tag.
  public let cicp: CICP?
  /// The meaning of the components; nil when only tables describe it.
  ///
  /// Curves and primaries within rounding of well-known ones are replaced by these, so the encoding of a
  /// named colour space is recognised by its name. Where the channels have different curves
  /// (``hasDistinctCurves``) it carries green's.
  public let encoding: ColorEncoding?
  /// What ``encoding`` was taken from; nil without one.
  public let encodingSource: EncodingSource?
  /// Whether the profile has tables from device to connection space (`A2B0` and the like).
  public let hasLUT: Bool
  /// Red, green and blue in the connection space, as columns; nil without them.
  public let colorants: Matrix3x3?
  /// The curves as the file has them: red, green and blue, or one of gray; empty without them.
  public let curves: [TransferFunction]
  /// The adaptation from the device's white to the connection space, when the file states it.
  public let chromaticAdaptation: Matrix3x3?
  /// What the colours describe, when the profile states it (`ciis`); nil for a rendition made for viewing.
  public let imageState: ICCImageState?
  /// The signatures of all tags in the file's order.
  public let tags: [ICCSignature]

  /// Whether the channels' curves differ by more than half a 10-bit code anywhere.
  public var hasDistinctCurves: Bool {
    guard let first = curves.first, curves.contains(where: { $0 != first }) else { return false }
    return curves.dropFirst().contains { !CurveRecognition.fits($0, first) }
  }

  /// Parses a profile.
  ///
  /// Bytes beyond the size in the header are ignored. Nothing larger than the profile is allocated.
  ///
  /// - Throws: ``ICCError`` when the header or the tag table is damaged, when a tag that is needed is damaged, or when
  ///   a profile for RGB or gray has neither curves nor tables nor known code points.
  public init(parsing bytes: [UInt8]) throws(ICCError) {
    let table = try ICCTagTable(bytes)
    version = table.version
    deviceClass = table.deviceClass
    dataColorSpace = table.dataColorSpace
    connectionSpace = table.connectionSpace
    tags = table.order
    description = table.tag("desc")?.text() ?? ""
    // The curves remain when the code points are damaged, so this is not an error.
    cicp = table.tag("cicp").flatMap { try? $0.cicp() }
    hasLUT = ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1", "D2B2", "D2B3"].contains { table.tag($0) != nil }
    chromaticAdaptation = table.tag("chad").flatMap { try? $0.matrix() }
    imageState = table.tag("ciis").flatMap { try? $0.signatureValue() }.flatMap { ICCImageState(rawValue: "\($0)") }

    let coded = table.dataColorSpace == "RGB " ? cicp?.encoding : nil
    let measured: ICCMeasuredEncoding?
    do {
      measured = try ICCMeasuredEncoding(table, adaptation: chromaticAdaptation, isLUTPresent: hasLUT)
    } catch {
      // Beside code points the curves are only a fallback for other readers.
      if coded == nil { throw error }
      measured = nil
    }
    colorants = measured?.colorants
    curves = measured?.curves ?? []
    // Curves beside tables that are named after PQ show the picture tone mapped, as the tables do.
    let named = hasLUT && dataColorSpace == "RGB " ? ICCTableRecognition.encoding(named: description) : nil
    if coded == nil, let named, measured?.encoding?.transfer.isHDR != true {
      (encoding, encodingSource) = (named, .description)
    } else if let found = coded ?? measured?.encoding {
      encoding = found
      encodingSource = coded != nil ? .cicp : .curves
    } else {
      (encoding, encodingSource) = Self.recognized(table, isLUTPresent: hasLUT)
    }
  }

  /// The encoding that tables alone describe.
  private static func recognized(
    _ table: ICCTagTable, isLUTPresent: Bool
  ) -> (ColorEncoding?, EncodingSource?) {
    guard isLUTPresent, table.dataColorSpace == "RGB " else { return (nil, nil) }
    // The colorimetric table states the actual colours; the perceptual one may apply a look.
    for signature in ["A2B1", "A2B0"] as [ICCSignature] {
      guard let tag = table.tag(signature),
        let transform = try? ICCTableTransform(tag, connectionSpace: table.connectionSpace),
        let found = ICCTableRecognition.encoding(of: transform)
      else { continue }
      return (found, .table)
    }
    return (nil, nil)
  }
}

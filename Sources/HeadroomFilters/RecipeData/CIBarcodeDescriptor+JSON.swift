internal import Foundation
package import HeadroomContainers
package import HeadroomSymbols

extension CIBarcodeDescriptor {
  package static let forms = """
    {"code": "qr", "payload": base64, "version": 1, "mask": 0, "correction": "M"}, {"code": "aztec", "payload": base64, \
    "compact": true, "layers": 1, "words": 1}, {"code": "pdf417", "payload": base64, "compact": false, "rows": 3, \
    "columns": 1} or {"code": "dataMatrix", "payload": base64, "rows": 10, "columns": 10, "correction": 200}
    """

  /// The form that recipes store; nil for a client's subclass.
  package var json: JSONValue {
    func object(_ code: String, _ members: [(String, JSONValue)]) -> JSONValue {
      .object(
        ([("code", .string(code)), ("payload", .string(payload.base64EncodedString()))] + members).map {
          (key: $0.0, value: $0.1)
        })
    }
    func number(_ value: Int) -> JSONValue { .integer(value) }
    switch self {
    case let qr as CIQRCodeDescriptor:
      let letter = String(UnicodeScalar(UInt8(qr.errorCorrectionLevel.rawValue)))
      return object(
        "qr",
        [
          ("version", number(qr.symbolVersion)), ("mask", number(Int(qr.maskPattern))),
          ("correction", .string(letter)),
        ])
    case let aztec as CIAztecCodeDescriptor:
      return object(
        "aztec",
        [
          ("compact", .bool(aztec.isCompact)), ("layers", number(aztec.layerCount)),
          ("words", number(aztec.dataCodewordCount)),
        ])
    case let pdf417 as CIPDF417CodeDescriptor:
      return object(
        "pdf417",
        [
          ("compact", .bool(pdf417.isCompact)), ("rows", number(pdf417.rowCount)),
          ("columns", number(pdf417.columnCount)),
        ])
    case let matrix as CIDataMatrixCodeDescriptor:
      return object(
        "dataMatrix",
        [
          ("rows", number(matrix.rowCount)), ("columns", number(matrix.columnCount)),
          ("correction", number(matrix.eccVersion.rawValue)),
        ])
    default: return .null
    }
  }

  /// Reads the form that recipes store; nil where something is missing, unknown or impossible.
  package static func described(by value: JSONValue) -> CIBarcodeDescriptor? {
    guard let payload = value["payload"]?.text.flatMap({ Data(base64Encoded: $0) }) else { return nil }
    func number(_ key: String) -> Int? { value[key]?.double.flatMap { Int(exactly: $0) } }
    var isCompact: Bool? { if case .bool(let flag)? = value["compact"] { flag } else { nil } }
    switch value["code"]?.text {
    case "qr":
      guard let version = number("version"), let mask = number("mask").flatMap({ UInt8(exactly: $0) }),
        let letter = value["correction"]?.text?.utf8.first,
        let level = CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: Int(letter))
      else { return nil }
      return CIQRCodeDescriptor(
        payload: payload, symbolVersion: version, maskPattern: mask, errorCorrectionLevel: level)
    case "aztec":
      guard let isCompact, let layers = number("layers"), let words = number("words") else { return nil }
      return CIAztecCodeDescriptor(
        payload: payload, isCompact: isCompact, layerCount: layers, dataCodewordCount: words)
    case "pdf417":
      guard let isCompact, let rows = number("rows"), let columns = number("columns") else { return nil }
      return CIPDF417CodeDescriptor(payload: payload, isCompact: isCompact, rowCount: rows, columnCount: columns)
    case "dataMatrix":
      guard let rows = number("rows"), let columns = number("columns"),
        let version = number("correction").flatMap({ CIDataMatrixCodeDescriptor.ECCVersion(rawValue: $0) })
      else { return nil }
      return CIDataMatrixCodeDescriptor(payload: payload, rowCount: rows, columnCount: columns, eccVersion: version)
    default: return nil
    }
  }
}

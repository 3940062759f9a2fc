internal import Foundation

extension InputDescription {
  /// A value for an input that has none by default and without which its filter has no result; nil for others.
  package var example: Any? {
    switch attributeClass {
    case MessageBytes.attributeClass where defaultValue is MessageBytes?: Data("https://example.org/hdr".utf8)
    case DescribedCode.attributeClass:
      // "HDR" in the smallest Data Matrix symbol: codewords are a character's code and one.
      CIDataMatrixCodeDescriptor(payload: Data([73, 69, 83]), rowCount: 10, columnCount: 10, eccVersion: .v200)
    case _ where key == "inputText": "Light above white"
    default: nil
    }
  }
}

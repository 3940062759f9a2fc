import Foundation
import Headroom

/// What codes, texts, meshes and lenses need before they have a result, so much of it that the result fills a picture.
enum FilterInputs {
  static func set(on filter: CIFilter, width: Int, height: Int) {
    let keys = filter.inputKeys
    if keys.contains("inputMessage") { filter.setValue(message(filter.name), forKey: "inputMessage") }
    if keys.contains("inputBarcodeDescriptor") { filter.setValue(symbol, forKey: "inputBarcodeDescriptor") }
    if keys.contains("inputText") { setText(of: filter) }
    if keys.contains("inputMesh") {
      filter.setValue(mesh(width, height), forKey: "inputMesh")
      filter.setValue(8, forKey: "inputWidth")
    }
    let camera = "inputAVCameraCalibrationData"
    if keys.contains(camera) { filter.setValue(Self.camera(width, height), forKey: camera) }
  }

  /// Enlarges the symbol of a code, which has a pixel for each of its modules.
  static func enlarged(_ image: CIImage, of filter: CIFilter, width: Int, height: Int) -> CIImage {
    guard filter.name.hasSuffix("CodeGenerator") || filter.name.hasSuffix("codeGenerator") else { return image }
    let scale = min(CGFloat(width) / image.extent.width, CGFloat(height) / image.extent.height)
    return image.samplingNearest().transformed(by: CGAffineTransform(scaleX: scale, y: scale))
  }

  private static func message(_ name: String) -> Data {
    // Bars have room for few letters, the others for about a thousand.
    let count = name == "CICode128BarcodeGenerator" ? 40 : 900
    return Data((0..<count).map { UInt8(97 + $0 % 26) })
  }

  /// "HDR" in the smallest Data Matrix symbol.
  private static var symbol: CIBarcodeDescriptor? {
    CIDataMatrixCodeDescriptor(payload: Data([73, 69, 83]), rowCount: 10, columnCount: 10, eccVersion: .v200)
  }

  private static func setText(of filter: CIFilter) {
    let lines = Array(repeating: "Light above white, at night", count: 12).joined(separator: "\n")
    let isAttributed = filter.name == "CIAttributedTextImageGenerator"
    filter.setValue(isAttributed ? NSAttributedString(string: lines) : lines, forKey: "inputText")
    filter.setValue(22, forKey: "inputScaleFactor")
  }

  /// A thousand lines across the picture.
  private static func mesh(_ width: Int, _ height: Int) -> [CIVector] {
    (0..<1000).map { index in
      let (a, b) = (CGFloat(index * 379 % 1000) / 1000, CGFloat(index * 617 % 1000) / 1000)
      return CIVector(x: a * CGFloat(width), y: 0, z: b * CGFloat(width), w: CGFloat(height))
    }
  }

  private static func camera(_ width: Int, _ height: Int) -> AVCameraCalibrationData {
    let table = (0..<32).map { Float($0 * $0) / (31 * 31) * 0.25 }
    let focus = Float(width)
    return AVCameraCalibrationData(
      intrinsicMatrix: matrix_float3x3(diagonal: [focus, focus, 1]),
      intrinsicMatrixReferenceDimensions: CGSize(width: width, height: height), pixelSize: 0.002,
      lensDistortionLookupTable: table.withUnsafeBytes { Data($0) },
      lensDistortionCenter: CGPoint(x: width / 2, y: height / 2))
  }
}

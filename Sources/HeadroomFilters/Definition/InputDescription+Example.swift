internal import Foundation
internal import HeadroomImage
internal import HeadroomSymbols

extension AVCameraCalibrationData {
  /// A wide lens whose corners lie a fifth nearer to the centre than they should.
  fileprivate static var barrel: AVCameraCalibrationData {
    func table(_ amount: Float) -> Data {
      Data(floats: (0..<9).map { Float($0 * $0) / 64 * amount })
    }
    return AVCameraCalibrationData(
      intrinsicMatrix: matrix_float3x3([1000, 0, 0], [0, 1000, 0], [800, 600, 1]),
      intrinsicMatrixReferenceDimensions: CGSize(width: 1600, height: 1200), pixelSize: 0.002,
      lensDistortionLookupTable: table(0.25), inverseLensDistortionLookupTable: table(-0.1875),
      lensDistortionCenter: CGPoint(x: 800, y: 600))
  }
}

extension InputDescription {
  /// A value that shows what the filter does, where its definition gives one; otherwise a value for inputs that have no
  /// default and without which the filter has no result; nil for all others.
  package var example: Any? { ownExample?.keyed ?? needed }

  private var needed: Any? {
    switch attributeClass {
    case MessageBytes.attributeClass where defaultValue is MessageBytes?: Data("https://example.org/hdr".utf8)
    case DescribedCode.attributeClass:
      // "HDR" in the smallest Data Matrix symbol: a codeword is a character's code plus one.
      CIDataMatrixCodeDescriptor(payload: Data([73, 69, 83]), rowCount: 10, columnCount: 10, eccVersion: .v200)
    case CameraCalibration.attributeClass where key == "inputAVCameraCalibrationData":
      AVCameraCalibrationData.barrel
    case "NSArray": [CIVector([0, 0, 100, 75]), CIVector([0, 75, 100, 0])]
    case _ where key == "inputText": "Light above white"
    default: nil
    }
  }
}

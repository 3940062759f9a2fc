internal import Foundation
package import HeadroomContainers
package import HeadroomImage

extension AVCameraCalibrationData {
  package static let forms = """
    {"size": [width, height], "center": [x, y], "table": [numbers], "inverseTable": [numbers], "intrinsics": [9 numbers by \
    columns], "extrinsics": [12 numbers by columns], "pixelSize": millimetres}, all but the size at will
    """

  /// The form that recipes store.
  package var json: JSONValue {
    func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
    func columns(_ list: [SIMD3<Float>]) -> JSONValue {
      numbers(list.flatMap { [Double($0.x), Double($0.y), Double($0.z)] })
    }
    let (size, middle) = (intrinsicMatrixReferenceDimensions, lensDistortionCenter)
    var members: [(key: String, value: JSONValue)] = [
      ("size", numbers([Double(size.width), Double(size.height)])),
      ("center", numbers([Double(middle.x), Double(middle.y)])), ("intrinsics", columns(intrinsicMatrix.list)),
      ("extrinsics", columns(extrinsicMatrix.list)), ("pixelSize", .number(Double(pixelSize))),
    ]
    for (key, table) in [("table", lensDistortionLookupTable), ("inverseTable", inverseLensDistortionLookupTable)] {
      if let table { members.append((key, numbers(table.floats.map(Double.init)))) }
    }
    return .object(members)
  }

  /// Reads the form that recipes store; nil where something has another form. Without intrinsics, the optical axis
  /// passes through the middle, and the focal length equals the longer side.
  package static func described(by value: JSONValue) -> AVCameraCalibrationData? {
    guard let size = value["size"]?.doubles, size.count == 2, size.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return nil
    }
    /// The numbers of a member; the default where it is missing, nil where it has another form.
    func list(_ key: String, count: Int?, _ standard: [Double]) -> [Double]? {
      guard let member = value[key] else { return standard }
      guard let numbers = member.doubles, count == nil || numbers.count == count else { return nil }
      return numbers
    }
    let (middle, focus) = ([size[0] / 2, size[1] / 2], max(size[0], size[1]))
    guard let center = list("center", count: 2, middle), let table = list("table", count: nil, []),
      let inverse = list("inverseTable", count: nil, []),
      let intrinsics = list("intrinsics", count: 9, [focus, 0, 0, 0, focus, 0, middle[0], middle[1], 1]),
      let extrinsics = list("extrinsics", count: 12, [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    else { return nil }
    let pixelSize = value["pixelSize"].map { $0.double } ?? 36 / focus
    guard let pixelSize else { return nil }
    func column(_ numbers: [Double], _ index: Int) -> SIMD3<Float> {
      SIMD3(Float(numbers[3 * index]), Float(numbers[3 * index + 1]), Float(numbers[3 * index + 2]))
    }
    func data(_ numbers: [Double]) -> Data? { numbers.isEmpty ? nil : Data(floats: numbers.map { Float($0) }) }
    return AVCameraCalibrationData(
      intrinsicMatrix: matrix_float3x3(column(intrinsics, 0), column(intrinsics, 1), column(intrinsics, 2)),
      intrinsicMatrixReferenceDimensions: CGSize(width: size[0], height: size[1]),
      extrinsicMatrix: matrix_float4x3(
        column(extrinsics, 0), column(extrinsics, 1), column(extrinsics, 2), column(extrinsics, 3)),
      pixelSize: Float(pixelSize), lensDistortionLookupTable: data(table),
      inverseLensDistortionLookupTable: data(inverse), lensDistortionCenter: CGPoint(x: center[0], y: center[1]))
  }
}

/// A camera's data as the input of a filter.
package struct CameraCalibration: InputValue, Hashable {
  package let data: AVCameraCalibrationData

  package init(data: AVCameraCalibrationData) {
    self.data = data
  }

  package static var attributeClass: String { "AVCameraCalibrationData" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let data = value as? AVCameraCalibrationData else { return nil }
    self.data = data
  }
  package var keyed: Any? { data }
  package var fingerprint: [Double] { data.fingerprint }
}

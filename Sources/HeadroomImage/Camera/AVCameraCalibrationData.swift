public import Foundation

/// A camera's calibration: its projection, its position, and the distortion of its lens.
///
/// On Apple platforms photos and depth maps bring such data; here a client that has them (from a calibration, a
/// database of lenses, a recipe) makes the object. Members are Apple's.
public final class AVCameraCalibrationData: Hashable, Sendable, CustomStringConvertible {
  /// From a point in front of the camera to its place in pixels of ``intrinsicMatrixReferenceDimensions``, from the top left corner:
  /// focal lengths in pixels in the first two places of the diagonal, the principal point in the last column.
  public let intrinsicMatrix: matrix_float3x3
  /// The size of the picture to which all pixel values here refer.
  public let intrinsicMatrixReferenceDimensions: CGSize
  /// From the world to the camera: a rotation, and in the last column a translation in millimetres.
  public let extrinsicMatrix: matrix_float4x3
  /// Millimetres from one pixel of ``intrinsicMatrixReferenceDimensions`` to the next.
  public let pixelSize: Float
  /// The relative growth of distances from ``lensDistortionCenter`` when the lens's distortion is undone: 32-bit
  /// numbers in native byte order, at evenly spaced distances from 0 to that of the farthest corner.
  public let lensDistortionLookupTable: Data?
  /// The same for distorting a straightened picture again.
  public let inverseLensDistortionLookupTable: Data?
  /// The middle of the distortion in pixels, from the top left corner, y down.
  public let lensDistortionCenter: CGPoint

  /// - Parameters: see the members. Without an extrinsic matrix the camera is at the origin.
  public init(
    intrinsicMatrix: matrix_float3x3, intrinsicMatrixReferenceDimensions: CGSize,
    extrinsicMatrix: matrix_float4x3 = matrix_float4x3([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]), pixelSize: Float,
    lensDistortionLookupTable: Data? = nil, inverseLensDistortionLookupTable: Data? = nil,
    lensDistortionCenter: CGPoint
  ) {
    self.intrinsicMatrix = intrinsicMatrix
    self.intrinsicMatrixReferenceDimensions = intrinsicMatrixReferenceDimensions
    self.extrinsicMatrix = extrinsicMatrix
    self.pixelSize = pixelSize
    self.lensDistortionLookupTable = lensDistortionLookupTable
    self.inverseLensDistortionLookupTable = inverseLensDistortionLookupTable
    self.lensDistortionCenter = lensDistortionCenter
  }

  /// The picture's size and the tables that exist.
  public var description: String {
    func count(_ table: Data?) -> Int { (table?.count ?? 0) / MemoryLayout<Float>.size }
    let size = intrinsicMatrixReferenceDimensions
    return """
      AVCameraCalibrationData \(size.width) x \(size.height), tables of \(count(lensDistortionLookupTable)) and \
      \(count(inverseLensDistortionLookupTable))
      """
  }

  private struct Facts: Hashable {
    let matrices: [[SIMD3<Float>]]
    let numbers: [Double]
    let tables: [Data?]
  }

  private var facts: Facts {
    Facts(matrices: [intrinsicMatrix.list, extrinsicMatrix.list], numbers: numbers, tables: tables)
  }

  private var numbers: [Double] {
    let (size, middle) = (intrinsicMatrixReferenceDimensions, lensDistortionCenter)
    return [Double(size.width), Double(size.height), Double(pixelSize), Double(middle.x), Double(middle.y)]
  }

  private var tables: [Data?] { [lensDistortionLookupTable, inverseLensDistortionLookupTable] }

  /// Everything as numbers.
  package var fingerprint: [Double] {
    let matrices = (intrinsicMatrix.list + extrinsicMatrix.list).flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
    return numbers + matrices + tables.flatMap { [Double($0?.count ?? -1)] + ($0 ?? Data()).map(Double.init) }
  }

  public static func == (left: AVCameraCalibrationData, right: AVCameraCalibrationData) -> Bool {
    left === right || left.facts == right.facts
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}

extension Data {
  /// The bytes of 32-bit numbers in native byte order.
  package init(floats: [Float]) { self = unsafe floats.withUnsafeBytes { unsafe Data($0) } }

  /// The numbers that these bytes hold; a rest of fewer than four bytes is ignored.
  package var floats: [Float] {
    let bytes = [UInt8](self)
    return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
      return Float(bitPattern: UInt32(littleEndian: bits).littleEndian)
    }
  }
}

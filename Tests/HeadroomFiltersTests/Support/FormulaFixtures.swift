import Foundation
internal import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomSymbols

/// What filters must give, from `Fixtures/filter-formulas.json`; see the script beside it.
struct FormulaFixtures: Decodable {
  let pictures: [String: TestPicture]
  let cases: [FormulaCase]

  static func load() throws -> FormulaFixtures {
    try JSONDecoder().decode(
      FormulaFixtures.self, from: Data(contentsOf: folder.appending(path: "filter-formulas.json")))
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")
}

/// One filter with parameters, pictures in, picture out.
struct FormulaCase: Decodable, CustomStringConvertible {
  let filter: String
  let parameters: [String: FixtureValue]
  let input: String?
  let background: String?
  /// Further images by key.
  let images: [String: String]?
  let output: TestPicture
  let tolerance: Float
  /// The output is a part of an infinite image.
  let window: Bool?

  var description: String { "\(filter) \(parameters)" }

  /// The filter with its inputs set.
  func makeFilter(_ pictures: [String: TestPicture]) throws -> CIFilter {
    guard let made = CIFilter(name: filter) else { throw FilterError.unknownFilter(name: filter) }
    // By key, which takes what expressions are refused: fixtures show what becomes of it.
    for (key, value) in parameters { made.setValue(value.keyed, forKey: key) }
    if let input { try made.set(pictures[input]?.image, forInput: kCIInputImageKey) }
    for (key, name) in images ?? [:] { try made.set(pictures[name]?.image, forInput: key) }
    if let background { try made.set(pictures[background]?.image, forInput: kCIInputBackgroundImageKey) }
    return made
  }
}

/// A parameter's value in a fixture or in filters.json.
enum FixtureValue: Decodable, CustomStringConvertible {
  case number(Double)
  case vector([Double])
  case vectors([[Double]])
  case color([Double])
  case text(String)
  case bytes(Data)
  /// A Data Matrix symbol.
  case code(payload: Data, rows: Int, columns: Int)
  case camera(Camera)

  private struct Components: Decodable { let rgba: [Double] }
  private struct Table: Decodable { let floats: [Float] }
  private struct Code: Decodable {
    let payload: [UInt8]
    let rows: Int
    let columns: Int
  }

  /// A camera's size and the tables of its lens.
  struct Camera: Decodable {
    let size: [Double]
    let center: [Double]
    let table: [Float]
    let inverse: [Float]

    var data: AVCameraCalibrationData {
      func bytes(_ numbers: [Float]) -> Data { unsafe numbers.withUnsafeBytes { unsafe Data($0) } }
      return AVCameraCalibrationData(
        intrinsicMatrix: matrix_float3x3(diagonal: [1, 1, 1]),
        intrinsicMatrixReferenceDimensions: CGSize(width: size[0], height: size[1]), pixelSize: 1,
        lensDistortionLookupTable: bytes(table), inverseLensDistortionLookupTable: bytes(inverse),
        lensDistortionCenter: CGPoint(x: center[0], y: center[1]))
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .number(value ? 1 : 0)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([Double].self) {
      self = .vector(value)
    } else if let value = try? container.decode([[Double]].self) {
      self = .vectors(value)
    } else if let value = try? container.decode(Components.self) {
      self = .color(value.rgba)
    } else if let value = try? container.decode(Table.self) {
      self = .bytes(unsafe value.floats.withUnsafeBytes { unsafe Data($0) })
    } else if let value = try? container.decode(Code.self) {
      self = .code(payload: Data(value.payload), rows: value.rows, columns: value.columns)
    } else if let value = try? container.decode(Camera.self) {
      self = .camera(value)
    } else {
      // Values of filters that do not exist yet may be of other kinds.
      self = .text((try? container.decode(String.self)) ?? "")
    }
  }

  var keyed: Any {
    switch self {
    case .number(let value): NSNumber(value: value)
    case .vector(let values): CIVector(values.map { CGFloat($0) })
    case .vectors(let lists): lists.map { CIVector($0.map { CGFloat($0) }) }
    case .color(let c): CIColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    case .text(let text): text
    case .bytes(let bytes): bytes
    case .code(let payload, let rows, let columns):
      CIDataMatrixCodeDescriptor(payload: payload, rowCount: rows, columnCount: columns, eccVersion: .v200) as Any
    case .camera(let camera): camera.data
    }
  }

  var description: String {
    switch self {
    case .number(let value): "\(value)"
    case .vector(let values), .color(let values): "\(values)"
    case .vectors(let lists): "\(lists)"
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .camera(let camera): "camera \(camera.size)"
    case .code(let payload, let rows, let columns): "\(payload.count) codewords, \(rows) x \(columns)"
    }
  }
}

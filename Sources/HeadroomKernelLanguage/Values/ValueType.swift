/// The type of a value.
package indirect enum ValueType: Hashable, Sendable {
  case void
  case scalar(ScalarType)
  case vector(ScalarType, Int)
  /// Columns of vectors with `rows` elements, as both languages store them.
  case matrix(ScalarType, columns: Int, rows: Int)
  case array(ValueType, Int)
  /// Index into the structures of the program.
  case structure(Int)
  case pointer(ValueType)
  case sampler
  case destination
  /// The type of an expression with a reported error; no further errors are reported for it.
  case invalid

  static let float = ValueType.scalar(.float)
  static let int = ValueType.scalar(.int)
  static let bool = ValueType.scalar(.bool)
  static let float2 = ValueType.vector(.float, 2)
  static let float3 = ValueType.vector(.float, 3)
  static let float4 = ValueType.vector(.float, 4)

  /// The scalar of a number, vector or matrix.
  package var scalar: ScalarType? {
    switch self {
    case .scalar(let scalar), .vector(let scalar, _), .matrix(let scalar, _, _): scalar
    default: nil
    }
  }

  /// The number of elements of a vector; 1 for a scalar.
  var count: Int? {
    switch self {
    case .scalar: 1
    case .vector(_, let count): count
    default: nil
    }
  }

  var isVectorOrScalar: Bool { count != nil }
  var isScalar: Bool { count == 1 }
  var isMatrix: Bool { if case .matrix = self { true } else { false } }
  var isArray: Bool { if case .array = self { true } else { false } }
  var isPointer: Bool { if case .pointer = self { true } else { false } }
  var isStructure: Bool { if case .structure = self { true } else { false } }

  /// The same shape with another scalar.
  func with(_ scalar: ScalarType) -> ValueType {
    switch self {
    case .scalar: .scalar(scalar)
    case .vector(_, let count): .vector(scalar, count)
    case .matrix(_, let columns, let rows): .matrix(scalar, columns: columns, rows: rows)
    default: self
    }
  }

  static func sized(_ scalar: ScalarType, _ count: Int) -> ValueType {
    count == 1 ? .scalar(scalar) : .vector(scalar, count)
  }
}

/// A structure of the text.
package struct Structure: Sendable {
  package struct Field: Sendable {
    package var name: String
    package var type: ValueType
    /// The first lane of the field in the structure.
    package var offset: Int
  }

  package var name: String
  package var fields: [Field] = []
  package var lanes = 0
  /// The depth of nested types below it.
  var depth = 1
}

/// The structures of a program, and queries that depend on them.
package struct TypeTable: Sendable {
  package var structures: [Structure] = []
  package var dialect: KernelDialect

  /// The number of lanes of a value of a type. Limits keep it small where types are made.
  package func lanes(_ type: ValueType) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(_, let columns, let rows): columns * rows
    case .array(let element, let count): lanes(element) * count
    case .structure(let index): structures[index].lanes
    // The number of the image, which is known at compile time.
    case .sampler: 1
    default: 0
    }
  }

  /// The scalar of each lane.
  package func scalars(_ type: ValueType) -> [ScalarType] {
    switch type {
    case .scalar(let scalar): [scalar]
    case .vector(let scalar, let count): Array(repeating: scalar, count: count)
    case .matrix(let scalar, let columns, let rows): Array(repeating: scalar, count: columns * rows)
    case .array(let element, let count): Array([[ScalarType]](repeating: scalars(element), count: count).joined())
    case .structure(let index): structures[index].fields.flatMap { scalars($0.type) }
    case .sampler: [.uint]
    default: []
    }
  }

  /// The type as the dialect spells it.
  package func name(_ type: ValueType) -> String {
    switch type {
    case .void: return "void"
    case .scalar(let scalar): return scalar.rawValue
    case .vector(let scalar, let count): return vectorName(scalar, count)
    case .matrix(let scalar, let columns, let rows): return matrixName(scalar, columns, rows)
    case .array: return arrayName(type)
    case .structure(let index): return structures[index].name
    case .pointer(let element): return "\(name(element)) *"
    case .sampler: return "sampler"
    case .destination: return "destination"
    case .invalid: return "<invalid>"
    }
  }

  /// Sizes in the order in which indexes are written.
  private func arrayName(_ type: ValueType) -> String {
    var (element, sizes) = (type, "")
    while case .array(let inner, let count) = element {
      sizes += "[\(count)]"
      element = inner
    }
    return name(element) + sizes
  }

  private func vectorName(_ scalar: ScalarType, _ count: Int) -> String {
    guard dialect == .coreImage else { return "\(scalar.rawValue)\(count)" }
    switch scalar {
    case .float: return "vec\(count)"
    case .int: return "ivec\(count)"
    case .bool: return "bvec\(count)"
    default: return "\(scalar.rawValue)\(count)"
    }
  }

  private func matrixName(_ scalar: ScalarType, _ columns: Int, _ rows: Int) -> String {
    guard dialect == .coreImage, scalar == .float else { return "\(scalar.rawValue)\(columns)x\(rows)" }
    return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
  }
}

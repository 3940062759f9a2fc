/// A variable of the text, or one made by the checker. Numbers are unique in a program; since there is no recursion, a
/// variable has one value at a time.
package struct Variable: Sendable, Hashable {
  package let id: Int
  package let name: String
  package let type: ValueType
  /// Whether it refers to another variable or a part of one.
  package let isReference: Bool
  package let isConst: Bool

  package static func == (a: Variable, b: Variable) -> Bool { a.id == b.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

package enum UnaryOperator: String, Sendable, Hashable {
  case negate = "-"
  case complement = "~"
  case not = "!"
}

package enum BinaryOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case and = "&"
  case or = "|"
  case exclusiveOr = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="

  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: true
    default: false
    }
  }

  var isShift: Bool { self == .shiftLeft || self == .shiftRight }
  var isBitwise: Bool { self == .and || self == .or || self == .exclusiveOr }
}

/// An expression whose types are known and whose conversions are written out. A value is the list of its 32-bit lanes.
package final class TypedExpression: Sendable {
  package indirect enum Kind: Sendable {
    case constant([UInt32])
    case variable(Variable)
    /// A field of a structure, from its first lane.
    case field(TypedExpression, offset: Int)
    case swizzle(TypedExpression, [Int])
    /// An element of an array or vector, a column of a matrix, or the element of a pointer at an index. Indexes are
    /// clamped.
    case element(TypedExpression, TypedExpression)
    /// A pointer to a place.
    case address(TypedExpression)
    /// The concatenated lanes of several values.
    case compose([TypedExpression])
    /// A scalar in every lane.
    case splat(TypedExpression)
    /// A scalar on the diagonal of a matrix.
    case diagonal(TypedExpression)
    /// The upper left of a matrix, completed with the identity.
    case resize(TypedExpression)
    /// Another scalar type, lane by lane.
    case convert(TypedExpression)
    /// The same bits as another type.
    case bits(TypedExpression)
    case unary(UnaryOperator, TypedExpression)
    /// Lane by lane; both operands have one type.
    case binary(BinaryOperator, TypedExpression, TypedExpression)
    /// The product of linear algebra where at least one operand is a matrix.
    case product(TypedExpression, TypedExpression)
    /// `&&` and `||`, which skip the second operand where the first decides.
    case logical(isAnd: Bool, TypedExpression, TypedExpression)
    case conditional(TypedExpression, TypedExpression, TypedExpression)
    case assign(TypedExpression, TypedExpression)
    /// Reads a place into `old`, writes `new`, which is computed from it, and returns one of them.
    case update(TypedExpression, old: Variable, new: TypedExpression, givesOld: Bool)
    case call(Int, [TypedExpression])
    case builtin(Builtin, [TypedExpression])
    /// Computes a value once for use in another expression.
    case bind(Variable, TypedExpression, in: TypedExpression)
    case sequence(TypedExpression, TypedExpression)
  }

  package let kind: Kind
  package let type: ValueType
  package let range: SourceRange

  init(_ kind: Kind, _ type: ValueType, _ range: SourceRange) {
    self.kind = kind
    self.type = type
    self.range = range
  }
}

/// A statement whose types are known.
package final class TypedStatement: Sendable {
  package indirect enum Kind: Sendable {
    case block([TypedStatement])
    case evaluate(TypedExpression)
    /// A new variable; all lanes 0 without a value.
    case declare(Variable, TypedExpression?)
    /// A name for a place.
    case refer(Variable, TypedExpression)
    case condition(TypedExpression, TypedStatement, TypedStatement?)
    /// `isTestedFirst` distinguishes `while` from `do`.
    case loop(TypedExpression?, step: TypedExpression?, body: TypedStatement, isTestedFirst: Bool)
    case selection(TypedExpression, [TypedSection])
    case breaking
    case continuing
    case returning(TypedExpression?)
  }

  package let kind: Kind
  package let range: SourceRange

  init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

package struct TypedSection: Sendable {
  package var labels: [UInt32]
  package var isDefault: Bool
  package var statements: [TypedStatement]
}

/// A function whose body was checked.
package struct TypedFunction: Sendable {
  package var name: String
  package var parameters: [TypedParameter]
  package var returnType: ValueType
  package var body: TypedStatement?
  package var range: SourceRange
}

package struct TypedParameter: Sendable {
  package enum Passing: Sendable {
    case value
    /// The callee works on the caller's variable.
    case reference
    /// GLSL's `out`: 0 at the start, written back at the end.
    case output
    /// GLSL's `inout`: copied in, and written back at the end.
    case inputOutput
  }

  package var variable: Variable
  package var passing: Passing
}

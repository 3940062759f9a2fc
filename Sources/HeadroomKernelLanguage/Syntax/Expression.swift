/// An expression as it was written.
final class Expression {
  indirect enum Kind {
    case number(NumberLiteral)
    case bool(Bool)
    case name([String])
    /// A template with some of its arguments: `power<3>`.
    case instance([String], [TypeSyntax.Argument])
    case call(Expression, [Expression])
    /// `float4(...)`, `float4{...}`, `float[2](...)`; the sizes are those of an array.
    case construct(TypeSyntax, sizes: [Expression?], [Expression])
    case member(Expression, String)
    /// A method that is a template, with some of its arguments: `noise.octaves<3>`.
    case memberInstance(Expression, String, [TypeSyntax.Argument])
    case element(Expression, Expression)
    case prefix(String, Expression)
    case postfix(String, Expression)
    case binary(String, Expression, Expression)
    case assign(String, Expression, Expression)
    case conditional(Expression, Expression, Expression)
    case cast(TypeSyntax, Expression)
    case braces([Expression])
    /// `.name = value` in a list of values.
    case designated(String, Expression)
    case comma(Expression, Expression)
    case sizeOf(TypeSyntax)
    /// The size of an expression's type; the expression is not computed.
    case sizeOfValue(Expression)
    /// `[&](float x) { ... }`.
    case lambda(CaptureList, FunctionSyntax)
    /// `numeric_limits<float>::max()`.
    case limit(TypeSyntax, String)
    /// `is_same_v<T, float>`.
    case trait(String, [TypeSyntax.Argument])
    /// An expression that could not be read; the error has been reported.
    case missing
  }

  let kind: Kind
  let range: SourceRange
  /// The range for diagnostics about this expression: the operator, or the name after a dot.
  let focus: SourceRange
  /// The depth of the tree below this node, for recursive walks.
  let depth: Int

  init(_ kind: Kind, _ range: SourceRange, focus: SourceRange? = nil) {
    self.kind = kind
    self.range = range
    self.focus = focus ?? range
    depth = 1 + (Self.children(kind).map(\.depth).max() ?? 0)
  }

  /// The child expressions, except for those in types and bodies.
  var children: [Expression] { Self.children(kind) }

  private static func children(_ kind: Kind) -> [Expression] {
    switch kind {
    case .number, .bool, .name, .instance, .sizeOf, .limit, .trait, .lambda, .missing: []
    case .call(let callee, let arguments): [callee] + arguments
    case .construct(_, let sizes, let arguments): sizes.compactMap { $0 } + arguments
    case .member(let base, _), .memberInstance(let base, _, _), .designated(_, let base): [base]
    case .element(let base, let index): [base, index]
    case .prefix(_, let operand), .postfix(_, let operand), .cast(_, let operand), .sizeOfValue(let operand): [operand]
    case .binary(_, let left, let right), .assign(_, let left, let right), .comma(let left, let right): [left, right]
    case .conditional(let condition, let first, let second): [condition, first, second]
    case .braces(let elements): elements
    }
  }
}

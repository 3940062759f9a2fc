/// A declaration as it was written.
indirect enum Declaration {
  case function(FunctionSyntax)
  case variables([VariableSyntax])
  case structure(StructureSyntax)
  case enumeration(EnumerationSyntax)
  case alias(String, TypeSyntax, sizes: [Expression?], range: SourceRange)
}

struct VariableSyntax {
  var name: String
  var type: TypeSyntax
  /// Sizes of an array, outermost first; nil where the initial value gives it.
  var sizes: [Expression?] = []
  var initial: Expression?
  var range: SourceRange
}

struct ParameterSyntax {
  var name: String
  var type: TypeSyntax
  var sizes: [Expression?] = []
  var direction = ParameterDirection.input
  var isTable = false
  var initial: Expression?
  var range: SourceRange
}

struct FunctionSyntax {
  var name: String
  var namespace: [String]
  /// Marked as callable from outside: `kernel`, `extern "C"`, `[[stitchable]]`.
  var isExported: Bool
  /// Marked as a kernel beyond doubt: `kernel`, `[[stitchable]]`.
  var isKernel: Bool
  var returnType: TypeSyntax
  var parameters: [ParameterSyntax]
  /// Values of fields before the body of a constructor.
  var initializers: [(name: String, values: [Expression], range: SourceRange)] = []
  /// Names of the types and whole numbers of a template.
  var typeParameters: [String] = []
  var isConstructor = false
  var isStatic = false
  /// Made by an expression, `[](float x) { ... }`.
  var isUnnamed = false
  var body: Statement?
  var range: SourceRange
}

struct StructureSyntax {
  var name: String
  var namespace: [String]
  var fields: [VariableSyntax]
  var methods: [FunctionSyntax]
  var range: SourceRange
}

struct EnumerationSyntax {
  var name: String
  var isScoped: Bool
  var cases: [(name: String, value: Expression?, range: SourceRange)]
  var range: SourceRange
}

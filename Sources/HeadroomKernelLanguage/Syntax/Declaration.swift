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
  /// The sizes of an array, outermost first; nil where the initial value determines it.
  var sizes: [Expression?] = []
  var initial: Expression?
  /// Names for the parts of the value: `auto [a, b]`.
  var parts: [Token] = []
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
  /// Whether it is marked as callable from outside: `kernel`, `extern "C"`, `[[stitchable]]`.
  var isExported: Bool
  /// Whether it is explicitly marked as a kernel: `kernel`, `[[stitchable]]`.
  var isKernel: Bool
  var returnType: TypeSyntax
  var parameters: [ParameterSyntax]
  /// Values of fields before the body of a constructor.
  var initializers: [(name: String, values: [Expression], range: SourceRange)] = []
  var template: TemplateParameters?
  /// The arguments of a specialisation after `template <>`: `f<int>`.
  var specialized: [TypeSyntax.Argument] = []
  var isConstructor = false
  var isStatic = false
  var isFriend = false
  /// Whether it is a lambda, `[](float x) { ... }`.
  var isUnnamed = false
  var body: Statement?
  var range: SourceRange
}

extension FunctionSyntax {
  /// The name of a method that converts its object to another type.
  static let conversion = "operator conversion"

  /// Whether it is instantiated for the types and numbers of each call.
  var isTemplate: Bool { template.map { !$0.names.isEmpty } ?? false }
}

struct StructureSyntax {
  var name: String
  var namespace: [String]
  var fields: [VariableSyntax] = []
  /// Members that belong to the type, not to its values.
  var constants: [VariableSyntax] = []
  var methods: [FunctionSyntax] = []
  /// Functions that are written inside the structure but do not belong to it.
  var friends: [FunctionSyntax] = []
  var template: TemplateParameters?
  var specialized: [TypeSyntax.Argument] = []
  var range: SourceRange
}

struct EnumerationSyntax {
  var name: String
  var isScoped: Bool
  var cases: [(name: String, value: Expression?, range: SourceRange)]
  var range: SourceRange
}

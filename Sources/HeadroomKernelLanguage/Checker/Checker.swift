/// Resolves every name and expression of a syntax tree, and reports errors.
final class Checker {
  let dialect: KernelDialect
  let limits: KernelLimits
  let diagnostics: Diagnostics
  var program: TypedProgram
  /// Names, innermost scope last. The first scope is the text's.
  var scopes: [[String: Symbol]] = [[:]]
  var functions: [FunctionInfo] = []
  var functionsByName: [String: [Int]] = [:]
  var templates: [String: [FunctionSyntax]] = [:]
  var structureTemplates: [String: StructureSyntax] = [:]
  /// Instances of structure templates, by name.
  var structureInstances: [String: Int] = [:]
  /// The depth of nested template instantiations.
  var openInstances = 0
  /// Instances of function templates, by position and types.
  var instances: [String: Int] = [:]
  /// Information about structures beyond their lanes.
  var structures: [StructureInfo] = []
  /// Values of variables that never change.
  var constants: [Int: [UInt32]] = [:]
  /// The offsets, in elements, of pointers from the array they were made from.
  var pointerOffsets: [Int: Variable] = [:]
  /// The arrays that pointers were made from.
  var pointerRoots: [Int: TypedExpression] = [:]
  /// Lambdas whose parameters are 'auto'.
  var genericLambdas: [GenericLambda] = []
  /// Functions whose bodies were read, or are being read.
  var readBodies: Set<Int> = []
  var openBodies = 0
  /// Names that were reported as unsupported.
  var refusedNames: Set<String> = []
  /// Functions of a graphics pipeline, which the parser left out.
  var leftOut: [Shader] = []
  /// The positions of variables' declarations, by id.
  private var declaredAt: [Int: SourceRange] = [:]
  /// Unknown names that were reported; their other uses are not.
  var unknownNames: Set<String> = []
  /// The name on the left of the assignment whose left side is being read.
  var assignedName: String?
  /// Calls outside of functions, such as in initial values of fields.
  var looseCalls: [(function: Int, range: SourceRange)] = []
  /// Parameters that are one pixel of an image.
  var pixels: Set<Int> = []
  /// The function whose body is being read.
  var current: Current?
  /// Lambdas around the current statement, outermost first.
  var lambdas: [OpenLambda] = []

  enum Symbol {
    case variable(Variable)
    case type(ValueType)
    case constant(Int32)
    /// A function that a variable or the type of a template stands for.
    case function(Int)
    /// A lambda that is instantiated for the types of each call.
    case generic(Int)
  }

  struct FunctionInfo {
    var syntax: FunctionSyntax
    var parameters: [TypedParameter]
    var returnType: ValueType
    /// The structure of a method or constructor.
    var structure: Int?
    var defaults: [Expression?]
    /// The bindings of the template's types.
    var bindings: [String: Symbol] = [:]
    /// Whether its return type is deduced from its body.
    var isDeduced = false
    var calls: [(function: Int, range: SourceRange)] = []
    /// The levels of statements and expressions, for tree walks.
    var depth = 8
  }

  struct StructureInfo {
    var defaults: [TypedExpression?] = []
    /// Calls in the initial values of fields.
    var calls: [(function: Int, range: SourceRange)] = []
    /// Variables that belong to the type.
    var constants: [String: Symbol] = [:]
    var methods: [String: [Int]] = [:]
    var templates: [String: [FunctionSyntax]] = [:]
    /// The template that it was made from, with the arguments.
    var origin: (name: String, arguments: [Symbol])?
    /// The bindings of the template's names.
    var bindings: [String: Symbol] = [:]
    var constructors: [Int] = []
    var range: SourceRange
  }

  struct Current {
    var function: Int
    var returnType: ValueType
    /// Whether the first returned value determines the type.
    var isDeducing = false
    /// The object a method was called on.
    var this: Variable?
    var structure: Int?
    var loops = 0
    var switches = 0
    /// The number of levels of statements around the current one.
    var nesting = 0
    /// Names of variables that are assigned or incremented somewhere in the body.
    var changedNames: Set<String> = []
  }

  init(dialect: KernelDialect, limits: KernelLimits, diagnostics: Diagnostics) {
    self.dialect = dialect
    self.limits = limits
    self.diagnostics = diagnostics
    program = TypedProgram(types: TypeTable(dialect: dialect))
  }

  func check(_ declarations: [Declaration]) -> TypedProgram {
    for declaration in declarations { declare(declaration) }
    // Structures inside of functions add their own while bodies are read.
    var next = 0
    while next < functions.count, !diagnostics.isFull {
      checkBody(next)
      next += 1
    }
    refuseRecursion()
    warnUnset()
    if !diagnostics.hasErrors { findKernels() }
    return program
  }

  // MARK: Names

  func name(_ type: ValueType) -> String { program.types.name(type) }

  func variable(
    _ name: String, _ type: ValueType, isReference: Bool = false, isConst: Bool = false
  ) -> Variable {
    program.variableCount += 1
    return Variable(
      id: program.variableCount - 1, name: name, type: type, isReference: isReference, isConst: isConst)
  }

  func define(_ name: String, _ symbol: Symbol, at range: SourceRange) {
    guard !name.isEmpty else { return }
    if let known = scopes[scopes.count - 1][name], case .variable(let variable) = symbol, variable.type != .invalid {
      diagnoseRedeclaration(name, known, at: range)
    }
    if case .variable(let variable) = symbol { declaredAt[variable.id] = range }
    scopes[scopes.count - 1][name] = symbol
  }

  private func diagnoseRedeclaration(_ name: String, _ known: Symbol, at range: SourceRange) {
    var notes: [Diagnostic.Note] = []
    if case .variable(let first) = known, let place = declaredAt[first.id] {
      notes = [Diagnostic.Note(message: "it is declared here first", range: place)]
    }
    diagnostics.error("'\(name)' is already declared", at: range, notes: notes)
  }

  func lookUp(_ name: String) -> Symbol? {
    for scope in scopes.reversed() { if let symbol = scope[name] { return symbol } }
    return nil
  }

  func scoped<Result>(_ body: () -> Result) -> Result {
    scopes.append([:])
    defer { scopes.removeLast() }
    return body()
  }

  /// An expression with a reported error.
  func invalid(_ range: SourceRange) -> TypedExpression { TypedExpression(.constant([]), .invalid, range) }

  func fail(_ message: String, at range: SourceRange, hint: String? = nil) -> TypedExpression {
    diagnostics.error(message, at: range, hint: hint)
    return invalid(range)
  }

  func zero(_ type: ValueType, _ range: SourceRange) -> TypedExpression {
    TypedExpression(.constant(Array(repeating: 0, count: program.types.lanes(type))), type, range)
  }

  func constant(_ bits: UInt32, _ type: ScalarType, _ range: SourceRange) -> TypedExpression {
    TypedExpression(.constant([bits]), .scalar(type), range)
  }
}

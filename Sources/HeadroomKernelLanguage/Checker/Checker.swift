/// Gives every name and expression of a syntax tree its meaning, and tells where there is none.
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
  /// Structures made of templates, by what they are called.
  var structureInstances: [String: Int] = [:]
  /// Templates inside of templates that are being made.
  var openInstances = 0
  /// Functions made of templates, by place and types.
  var instances: [String: Int] = [:]
  /// What is known of structures beyond their lanes.
  var structures: [StructureInfo] = []
  /// Values of variables that never change.
  var constants: [Int: [UInt32]] = [:]
  /// Numbers of elements between what a pointer was made of and what it points at.
  var pointerOffsets: [Int: Variable] = [:]
  /// What pointers were made of.
  var pointerRoots: [Int: TypedExpression] = [:]
  /// Functions without a name whose parameters are 'auto'.
  var genericLambdas: [GenericLambda] = []
  /// Functions whose bodies were read, or are being read.
  var readBodies: Set<Int> = []
  var openBodies = 0
  /// Names of which was told that what they stand for is not supported.
  var refusedNames: Set<String> = []
  /// Functions of a graphics pipeline, which the parser left out.
  var leftOut: [Shader] = []
  /// Where variables were declared, by id.
  private var declaredAt: [Int: SourceRange] = [:]
  /// Names without a meaning that were told: their other uses are not.
  var unknownNames: Set<String> = []
  /// The name on the left of the assignment whose left side is being read.
  var assignedName: String?
  /// Calls outside of functions, as initial values of fields have them.
  var looseCalls: [(function: Int, range: SourceRange)] = []
  /// Parameters that are one pixel of an image.
  var pixels: Set<Int> = []
  /// The function whose body is being read.
  var current: Current?
  /// Functions without a name around the current statement, outermost first.
  var lambdas: [OpenLambda] = []

  enum Symbol {
    case variable(Variable)
    case type(ValueType)
    case constant(Int32)
    /// A function that a variable or the type of a template stands for.
    case function(Int)
    /// A function without a name that is made anew for the types of each call.
    case generic(Int)
  }

  struct FunctionInfo {
    var syntax: FunctionSyntax
    var parameters: [TypedParameter]
    var returnType: ValueType
    /// Set for methods and constructors.
    var structure: Int?
    var defaults: [Expression?]
    /// What the types of a template stand for.
    var bindings: [String: Symbol] = [:]
    /// Whether its body has to say what it gives.
    var isDeduced = false
    var calls: [(function: Int, range: SourceRange)] = []
    /// Levels of statements and expressions, which walks of the tree go down.
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
    /// The template it was made of, and for what.
    var origin: (name: String, arguments: [Symbol])?
    /// What the names of the template stand for.
    var bindings: [String: Symbol] = [:]
    var constructors: [Int] = []
    var range: SourceRange
  }

  struct Current {
    var function: Int
    var returnType: ValueType
    /// Whether the first value that is returned says the type.
    var isDeducing = false
    /// The object a method was called on.
    var this: Variable?
    var structure: Int?
    var loops = 0
    var switches = 0
    /// Levels of statements around the current one.
    var nesting = 0
    /// Names of variables that are set or stepped somewhere in the body.
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
      tellSecond(name, known, at: range)
    }
    if case .variable(let variable) = symbol { declaredAt[variable.id] = range }
    scopes[scopes.count - 1][name] = symbol
  }

  private func tellSecond(_ name: String, _ known: Symbol, at range: SourceRange) {
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

  /// An expression of which was told that it is wrong.
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

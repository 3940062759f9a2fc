/// Finds the variables that a statement may change, so that a loop only passes on those.
struct AssignmentAnalysis {
  private let program: TypedProgram
  private(set) var variables: Set<Int> = []
  private var functions: Set<Int> = []

  init(_ program: TypedProgram) { self.program = program }

  mutating func visit(_ statement: TypedStatement) {
    switch statement.kind {
    case .block(let statements): for inner in statements { visit(inner) }
    case .evaluate(let expression): visit(expression)
    case .declare(_, let initial): if let initial { visit(initial) }
    case .refer(let variable, let place):
      visit(place)
      if !variable.isConst { note(place) }
    case .condition(let condition, let then, let otherwise):
      visit(condition)
      visit(then)
      if let otherwise { visit(otherwise) }
    case .loop(let condition, let step, let body, _):
      if let condition { visit(condition) }
      if let step { visit(step) }
      visit(body)
    case .selection(let value, let sections):
      visit(value)
      for section in sections { for inner in section.statements { visit(inner) } }
    case .returning(let value): if let value { visit(value) }
    case .breaking, .continuing: break
    }
  }

  private mutating func note(_ place: TypedExpression) {
    switch place.kind {
    case .variable(let variable): variables.insert(variable.id)
    case .field(let base, _), .swizzle(let base, _), .element(let base, _), .address(let base): note(base)
    default: break
    }
  }

  private mutating func visit(_ expression: TypedExpression) {
    switch expression.kind {
    case .constant, .variable: break
    case .field(let base, _), .swizzle(let base, _), .address(let base), .splat(let base), .diagonal(let base),
      .resize(let base), .convert(let base), .bits(let base), .unary(_, let base):
      visit(base)
    case .element(let first, let second), .binary(_, let first, let second), .product(let first, let second),
      .logical(_, let first, let second), .sequence(let first, let second):
      visit(first)
      visit(second)
    case .bind(_, let value, let inner):
      visit(value)
      visit(inner)
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    case .compose(let parts), .builtin(_, let parts): for part in parts { visit(part) }
    case .assign(let place, let value):
      note(place)
      visit(place)
      visit(value)
    case .update(let place, _, let new, _):
      note(place)
      visit(place)
      visit(new)
    case .call(let function, let arguments): visit(function, arguments)
    }
  }

  private mutating func visit(_ function: Int, _ arguments: [TypedExpression]) {
    for (parameter, argument) in zip(program.functions[function].parameters, arguments) {
      visit(argument)
      if parameter.passing != .value || parameter.variable.type.isPointer { note(argument) }
    }
    // Changes to a function's own variables end with it; changes outside are found in its body.
    if functions.insert(function).inserted, let body = program.functions[function].body { visit(body) }
  }
}

/// Finds variables that are read before anything was stored in them. They are 0 here, and undefined on other systems.
///
/// Only certain cases are found: a use that may store something, such as a reference that is passed on, ends the search
/// for a variable, and so does a use on one of several paths through a loop.
struct UninitializedReads {
  private let functions: [TypedFunction]
  private(set) var found: [(variable: Variable, range: SourceRange)] = []
  /// How many more statements and expressions may be searched.
  private var budget = 400_000

  /// The first use of a variable.
  fileprivate enum Use {
    case none
    case read(SourceRange)
    /// It is set, or may be set.
    case other
  }

  init(_ functions: [TypedFunction]) { self.functions = functions }

  /// Checks all variables that are declared in a statement.
  mutating func search(_ statement: TypedStatement) {
    switch statement.kind {
    case .block(let statements): search(statements)
    case .condition(_, let then, let otherwise):
      search(then)
      if let otherwise { search(otherwise) }
    case .loop(_, _, let body, _): search(body)
    case .selection(_, let sections): for section in sections { search(section.statements) }
    default: break
    }
  }

  private mutating func search(_ statements: [TypedStatement]) {
    var open: [Variable] = []
    for statement in statements where budget > 0 {
      open = open.filter { isStillUnset($0, after: statement) }
      let declared = declaredUnset(statement)
      if declared.isEmpty { search(statement) } else { open += declared }
    }
  }

  private mutating func isStillUnset(_ variable: Variable, after statement: TypedStatement) -> Bool {
    switch use(of: variable, in: statement, inLoop: false) {
    case .none: return true
    case .read(let range):
      found.append((variable, range))
      return false
    case .other: return false
    }
  }

  /// The variables of a declaration that gives none of them a value.
  private func declaredUnset(_ statement: TypedStatement) -> [Variable] {
    switch statement.kind {
    case .declare(let variable, nil): return variable.name.isEmpty ? [] : [variable]
    case .block(let statements):
      let lists = statements.map(declaredUnset)
      return lists.contains(where: \.isEmpty) ? [] : Array(lists.joined())
    default: return []
    }
  }

  // MARK: Statements

  fileprivate mutating func use(of variable: Variable, in statement: TypedStatement, inLoop: Bool) -> Use {
    budget -= 1
    guard budget > 0 else { return .other }
    switch statement.kind {
    case .block(let statements):
      for statement in statements {
        let use = use(of: variable, in: statement, inLoop: inLoop)
        if case .none = use { continue }
        return use
      }
      return .none
    case .evaluate(let value), .declare(_, .some(let value)), .returning(.some(let value)):
      return use(of: variable, in: value)
    case .refer(_, let place): return mentions(variable, place) ? .other : .none
    case .condition(let condition, let then, let otherwise):
      let first = use(of: variable, in: condition)
      guard case .none = first else { return first }
      let ways = [then, otherwise].compactMap { $0 }.map { use(of: variable, in: $0, inLoop: inLoop) }
      return joined(ways, inLoop: inLoop)
    case .loop(let condition, let step, let body, _):
      let first = condition.map { use(of: variable, in: $0) } ?? .none
      guard case .none = first else { return first }
      let inside = use(of: variable, in: body, inLoop: true)
      guard case .none = inside else { return inside }
      return step.map { use(of: variable, in: $0) } ?? .none
    case .selection(let value, let sections):
      let first = use(of: variable, in: value)
      guard case .none = first else { return first }
      let ways = sections.flatMap(\.statements).map { use(of: variable, in: $0, inLoop: true) }
      return ways.allSatisfy(\.isNone) ? .none : .other
    case .declare, .breaking, .continuing, .returning: return .none
    }
  }

  /// The combined use on one of several paths. In a loop, a path may not be taken the first time.
  private func joined(_ ways: [Use], inLoop: Bool) -> Use {
    if !inLoop, let read = ways.first(where: \.isRead) { return read }
    return ways.allSatisfy(\.isNone) ? .none : .other
  }

  // MARK: Expressions

  private mutating func use(of variable: Variable, in value: TypedExpression) -> Use {
    budget -= 1
    guard budget > 0 else { return .other }
    switch value.kind {
    case .constant: return .none
    case .variable(let other): return other == variable ? .read(value.range) : .none
    case .field(let base, _), .swizzle(let base, _), .splat(let base), .diagonal(let base), .resize(let base),
      .convert(let base), .bits(let base), .unary(_, let base):
      return use(of: variable, in: base)
    case .element(let base, let index): return first(variable, [base, index])
    case .address(let place): return mentions(variable, place) ? .other : .none
    case .compose(let parts), .builtin(_, let parts): return first(variable, parts)
    case .binary(_, let left, let right), .product(let left, let right), .sequence(let left, let right):
      return first(variable, [left, right])
    case .logical(_, let left, let right):
      let use = first(variable, [left])
      return use.isNone && mentions(variable, right) ? .other : use
    case .conditional(let condition, let one, let two):
      let use = first(variable, [condition])
      return use.isNone && (mentions(variable, one) || mentions(variable, two)) ? .other : use
    case .assign(let place, let value):
      let use = first(variable, [value])
      return use.isNone && mentions(variable, place) ? .other : use
    case .update(let place, _, let new, _):
      if case .variable(variable) = place.root.kind { return .read(place.range) }
      return mentions(variable, place) ? .other : first(variable, [new])
    case .bind(_, let value, let inner): return first(variable, [value, inner])
    case .call(let index, let values): return use(of: variable, inCallOf: index, values)
    }
  }

  private mutating func first(_ variable: Variable, _ values: [TypedExpression]) -> Use {
    for value in values {
      let use = use(of: variable, in: value)
      if !use.isNone { return use }
    }
    return .none
  }

  /// A function that works on a variable of the caller may set it.
  private mutating func use(of variable: Variable, inCallOf index: Int, _ values: [TypedExpression]) -> Use {
    let parameters = functions.indices.contains(index) ? functions[index].parameters : []
    for (place, value) in values.enumerated() {
      let isValue = parameters.indices.contains(place) && parameters[place].passing == .value
      let use = isValue ? use(of: variable, in: value) : mentions(variable, value) ? .other : .none
      if !use.isNone { return use }
    }
    return .none
  }

  private mutating func mentions(_ variable: Variable, _ value: TypedExpression) -> Bool {
    !use(of: variable, in: value).isNone
  }
}

extension UninitializedReads.Use {
  fileprivate var isNone: Bool { if case .none = self { true } else { false } }
  fileprivate var isRead: Bool { if case .read = self { true } else { false } }
}

extension TypedExpression {
  /// The variable, or other expression, that a place is a part of.
  fileprivate var root: TypedExpression {
    switch kind {
    case .field(let base, _), .swizzle(let base, _), .element(let base, _): base.root
    default: self
    }
  }
}

/// Names that a body assigns or increments: pointers among them need a number for the element they point at.
enum AssignedNames {
  static func found(in body: Statement) -> Set<String> {
    var names: Set<String> = []
    visit(body, &names)
    return names
  }

  private static func visit(_ statement: Statement, _ names: inout Set<String>) {
    switch statement.kind {
    case .empty, .breaking, .continuing, .discarding, .declaration: break
    case .block(let statements): for inner in statements { visit(inner, &names) }
    case .expression(let value): visit(value, &names)
    case .variables(let list): for variable in list { visit(variable.initial, &names) }
    case .condition(let condition, let then, let otherwise):
      visit(condition, &names)
      visit(then, &names)
      if let otherwise { visit(otherwise, &names) }
    case .forLoop(let first, let condition, let step, let body):
      if let first { visit(first, &names) }
      visit(condition, &names)
      visit(step, &names)
      visit(body, &names)
    case .elementLoop(_, let array, let body):
      visit(array, &names)
      visit(body, &names)
    case .whileLoop(let condition, let body), .doLoop(let body, let condition):
      visit(condition, &names)
      visit(body, &names)
    case .selection(let value, let sections):
      visit(value, &names)
      for section in sections { for inner in section.statements { visit(inner, &names) } }
    case .returning(let value): visit(value, &names)
    }
  }

  private static func visit(_ expression: Expression?, _ names: inout Set<String>) {
    guard let expression else { return }
    switch expression.kind {
    case .prefix("++", let place), .prefix("--", let place), .postfix(_, let place), .assign(_, let place, _):
      if case .name(let path) = place.kind, path.count == 1 { names.insert(path[0]) }
    case .lambda(_, let function): if let body = function.body { visit(body, &names) }
    default: break
    }
    for child in expression.children { visit(child, &names) }
  }
}

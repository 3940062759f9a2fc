/// Warnings about valid text that probably does not do what was intended.
extension Checker {
  /// Warns of an unused value before a comma, such as in `1,5`, which should have been `1.5`.
  func warnUnused(_ value: TypedExpression, _ expression: Expression, before next: Expression) {
    let isFraction = expression.endsWithWhole && next.beginsWithWhole
    guard isFraction || expression.isNumber else { return warnUnused(value, expression) }
    diagnostics.warning(
      "what stands in front of this comma is not used", at: expression.range,
      hint: isFraction
        ? "a fraction is written with a point: '1.5'"
        : "the values of a vector stand in '\(name(.float3))(...)'")
  }

  /// Warns of an unused value.
  func warnUnused(_ value: TypedExpression, _ expression: Expression) {
    switch expression.kind {
    case .prefix("+", _), .prefix("-", _): diagnostics.warning("this value is not used", at: expression.range)
    case .binary("==", _, _):
      diagnostics.warning("this compares and does nothing with it", at: expression.focus, hint: "did you mean '='?")
    case .binary(let operation, let left, _) where value.type != .invalid && !value.type.isStructure:
      if ["+", "-", "*", "/"].contains(operation), case .name(let path) = left.kind, let name = path.last {
        diagnostics.warning(
          "this value is not used", at: expression.range, hint: "'\(name) \(operation)= ...' changes '\(name)'")
      } else {
        diagnostics.warning("this value is not used", at: expression.range)
      }
    default: break
    }
  }

  /// Warns of variables that are read before they are set. Lambdas may set variables around them.
  func warnUnset() {
    guard !diagnostics.hasErrors, !functions.contains(where: \.syntax.isUnnamed) else { return }
    var reads = UninitializedReads(program.functions)
    for function in program.functions { if let body = function.body { reads.search(body) } }
    for (variable, range) in reads.found {
      diagnostics.warning(
        "'\(variable.name)' is read before it is set", at: range,
        hint: "it is 0 here, and anything elsewhere: give it a value where it is declared")
    }
  }

  /// Warns of chained comparisons, and of integer divisions that lose their fraction.
  func warnMeaning(
    _ operation: BinaryOperator, _ left: TypedExpression, _ right: TypedExpression, _ focus: SourceRange
  ) {
    if operation.isOrder, left.type == .bool, case .binary(let inner, _, _) = left.kind, inner.isOrder {
      diagnostics.warning(
        "this compares a truth value with a number", at: focus,
        hint: "write 'a \(inner.rawValue) b && b \(operation.rawValue) c'")
    }
    guard operation == .divide, let a = wholeNumber(left), let b = wholeNumber(right), a != 0, abs(a) < abs(b) else {
      return
    }
    diagnostics.warning("\(a) / \(b) of whole numbers is 0", at: focus, hint: "write '\(a).0 / \(b).0'")
  }

  /// The number as a literal in the text.
  private func wholeNumber(_ value: TypedExpression) -> Int? {
    guard value.type == .int, case .constant(let lanes) = value.kind, lanes.count == 1 else { return nil }
    return Int(Int32(bitPattern: lanes[0]))
  }
}

extension BinaryOperator {
  /// `<` and the other order comparisons.
  fileprivate var isOrder: Bool { ["<", "<=", ">", ">="].contains(rawValue) }
}

extension Expression {
  /// Whether its last or first token is an integer.
  fileprivate var endsWithWhole: Bool {
    switch kind {
    case .number(.integer): true
    case .binary(_, _, let right), .assign(_, _, let right): right.endsWithWhole
    default: false
    }
  }

  fileprivate var isNumber: Bool { if case .number = kind { true } else { false } }

  fileprivate var beginsWithWhole: Bool {
    switch kind {
    case .number(.integer): true
    case .binary(_, let left, _): left.beginsWithWhole
    default: false
    }
  }
}

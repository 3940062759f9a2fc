/// The integer expression after `#if`. Names that are not macros are 0; division by zero is reported and gives 0.
struct ConditionExpression {
  private let tokens: [Token]
  private var index = 0
  private var depth = 0
  private let limits: KernelLimits
  private let diagnostics: Diagnostics
  private let range: SourceRange

  init(_ tokens: [Token], limits: KernelLimits, diagnostics: Diagnostics, at range: SourceRange) {
    self.tokens = tokens
    self.limits = limits
    self.diagnostics = diagnostics
    self.range = tokens.first?.range ?? range
  }

  mutating func value() -> Int64 {
    guard !tokens.isEmpty else {
      diagnostics.error("'#if' needs a condition", at: range)
      return 0
    }
    let value = ternary()
    if index < tokens.count {
      diagnostics.error("unexpected '\(tokens[index].text)' in a condition", at: tokens[index].range)
    }
    return value
  }

  private mutating func ternary() -> Int64 {
    depth += 1
    defer { depth -= 1 }
    let condition = binary(0)
    guard take("?") else { return condition }
    let first = ternary()
    if !take(":") { diagnostics.error("expected ':' in a condition", at: range) }
    let second = ternary()
    return condition != 0 ? first : second
  }

  private mutating func take(_ spelling: String) -> Bool {
    guard index < tokens.count, tokens[index].is(spelling) else { return false }
    index += 1
    return true
  }

  private static let precedence: [String: Int] = [
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
    "+": 9,
    "-": 9, "*": 10, "/": 10, "%": 10,
  ]

  private mutating func binary(_ minimum: Int) -> Int64 {
    var left = unary()
    while index < tokens.count, tokens[index].kind == .punctuator, let level = Self.precedence[tokens[index].text],
      level > minimum
    {
      let token = tokens[index]
      index += 1
      left = apply(token, left, binary(level))
    }
    return left
  }

  private func apply(_ token: Token, _ a: Int64, _ b: Int64) -> Int64 {
    switch token.text {
    case "||": return a != 0 || b != 0 ? 1 : 0
    case "&&": return a != 0 && b != 0 ? 1 : 0
    case "|": return a | b
    case "^": return a ^ b
    case "&": return a & b
    case "==": return a == b ? 1 : 0
    case "!=": return a != b ? 1 : 0
    case "<": return a < b ? 1 : 0
    case ">": return a > b ? 1 : 0
    case "<=": return a <= b ? 1 : 0
    case ">=": return a >= b ? 1 : 0
    case "<<": return a &<< b
    case ">>": return a &>> b
    case "+": return a &+ b
    case "-": return a &- b
    case "*": return a &* b
    default: return divide(token, a, b)
    }
  }

  private func divide(_ token: Token, _ a: Int64, _ b: Int64) -> Int64 {
    guard b != 0 else {
      diagnostics.error("division by zero in a condition", at: token.range)
      return 0
    }
    return token.text == "/"
      ? a.dividedReportingOverflow(by: b).partialValue : a.remainderReportingOverflow(dividingBy: b).partialValue
  }

  private mutating func unary() -> Int64 {
    depth += 1
    defer { depth -= 1 }
    guard index < tokens.count, depth < limits.nesting else {
      diagnostics.error(
        depth < limits.nesting ? "a condition ends too early" : "a condition is nested too deeply", at: range)
      index = tokens.count
      return 0
    }
    let token = tokens[index]
    index += 1
    switch token.text {
    case "!": return unary() == 0 ? 1 : 0
    case "-": return 0 &- unary()
    case "+": return unary()
    case "~": return ~unary()
    case "(":
      let value = ternary()
      if !take(")") { diagnostics.error("expected ')' in a condition", at: token.range) }
      return value
    default: return primary(token)
    }
  }

  private func primary(_ token: Token) -> Int64 {
    if token.kind == .identifier { return token.text == "true" ? 1 : 0 }
    if token.kind == .number, case .integer(let value, _)? = NumberLiteral(token.text) { return Int64(value) }
    diagnostics.error("a condition cannot hold '\(token.text)'", at: token.range)
    return 0
  }
}

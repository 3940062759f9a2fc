/// A statement as it was written.
final class Statement {
  indirect enum Kind {
    case empty
    case block([Statement])
    case expression(Expression)
    case variables([VariableSyntax])
    case declaration(Declaration)
    case condition(Expression, Statement, otherwise: Statement?)
    case forLoop(Statement?, Expression?, Expression?, Statement)
    /// `for (float w : weights)`.
    case elementLoop(VariableSyntax, Expression, Statement)
    case whileLoop(Expression, Statement)
    case doLoop(Statement, Expression)
    case selection(Expression, [SwitchSection])
    case breaking
    case continuing
    case returning(Expression?)
    case discarding
  }

  let kind: Kind
  let range: SourceRange

  init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// The statements after one or more labels of a `switch`; they fall through into the next.
struct SwitchSection {
  var labels: [Expression]
  var isDefault: Bool
  var statements: [Statement]
  var range: SourceRange
}

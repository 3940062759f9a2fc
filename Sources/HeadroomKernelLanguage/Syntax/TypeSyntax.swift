/// A type as it was written.
struct TypeSyntax {
  /// `metal::vec` is `["metal", "vec"]`.
  var path: [String]
  var arguments: [Argument] = []
  var isConst = false
  var isReference = false
  var isStatic = false
  var pointers = 0
  var space: AddressSpace?
  var range: SourceRange

  /// An argument between the angle brackets of a template.
  enum Argument {
    case type(TypeSyntax)
    case value(Expression)
  }

  enum AddressSpace: String {
    case thread
    case constant
    case device
    case threadgroup
  }

  var name: String { path.last ?? "" }
}

/// How a parameter passes its value in the older language.
enum ParameterDirection {
  case input
  case output
  case inputOutput
}

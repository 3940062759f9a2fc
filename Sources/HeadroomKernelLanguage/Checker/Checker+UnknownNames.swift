/// Unknown names, with suggestions.
extension Checker {
  func hint(forUnknown name: String) -> String? {
    if let hint = ForeignNames.hint(for: name) ?? Suggestion.hint(for: name, among: visibleNames) { return hint }
    return assignedName == name ? "a variable is declared with its type: 'float \(name) = ...'" : nil
  }

  private var visibleNames: [String] {
    scopes.flatMap(\.keys).filter { !$0.contains("::") } + Array(functionsByName.keys) + Array(BuiltinConstants.names)
      + Array(BuiltinTable.names)
  }

  /// Reports a call of something that is not a function.
  func unknown(_ name: String, _ focus: SourceRange) -> TypedExpression {
    if refusedNames.contains(name) { return invalid(focus) }
    if case .variable(let variable)? = lookUp(name), variable.type == .invalid { return invalid(focus) }
    if case .variable(let variable)? = lookUp(name) {
      let hint = variable.type == .sampler ? "a pixel of it is '\(name).sample(position)'" : nil
      return fail("'\(name)' is a variable, not a function", at: focus, hint: dialect == .metal ? hint : nil)
    }
    if let reason = BuiltinTable.refusal(of: name) { return fail(reason, at: focus) }
    if let translation = BuiltinTypes.translation(of: name, dialect, program.types) {
      return fail(
        "unknown function '\(name)'", at: focus,
        hint: "'\(name)' belongs to the Core Image Kernel Language; in Metal it is '\(translation)'")
    }
    if let hint = ForeignNames.hint(for: name) { return fail("unknown function '\(name)'", at: focus, hint: hint) }
    let names = Array(functionsByName.keys) + Array(BuiltinTable.names) + BuiltinTypes.names(dialect)
    return fail("unknown function '\(name)'", at: focus, hint: Suggestion.hint(for: name, among: names))
  }
}

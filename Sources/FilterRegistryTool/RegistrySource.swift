/// The generated file.
package enum RegistrySource {
  package static func text(of filters: [ScannedFilter]) -> String {
    let sorted = filters.sorted { $0.name < $1.name }
    let list = sorted.map { "    \($0.typeName).self," }.joined(separator: "\n")
    let head = """
      // Generated from the files in HeadroomFilters/ by FilterRegistryTool. Do not edit.

      extension FilterRegistry {
        /// The definitions of the built-in filters, sorted by name.
        package static let definitions: [any RegisteredFilter.Type] = [
      \(list)
        ]
      }
      """
    return ([head] + sorted.map(conformance)).joined(separator: "\n\n") + "\n"
  }

  private static func conformance(_ filter: ScannedFilter) -> String {
    let slots = filter.inputs.map { input in
      "    InputSlot(\\.$\(input.property), of: \(filter.typeName)(), name: \(literal(input.property)), "
        + "documentation: \(literal(input.documentation))),"
    }
    let list = slots.isEmpty ? "[]" : "[\n\(slots.joined(separator: "\n"))\n  ]"
    return """
      extension \(filter.typeName): RegisteredFilter {
        package static let documentation = \(literal(filter.documentation))
        package static let inputs: [InputSlot<\(filter.typeName)>] = \(list)
      }
      """
  }

  private static func literal(_ text: String) -> String {
    let escaped = text.map { character -> String in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

/// What is wrong with a recipe in JSON, and where.
public struct RecipeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the document, as a JSON path: `$.nodes[3].inputRadius`; `$` for the document as a whole.
  public let path: String
  /// A short description of what is wrong there.
  public let reason: String

  package init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// `$.nodes[3].inputRadius: expected a number`.
  public var description: String { "\(path): \(reason)" }
}

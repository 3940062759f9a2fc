internal import HeadroomContainers

/// Makes a clip's source of a path or an object.
struct SourceReader {
  let kind: ProjectTrack.Kind

  func source(_ node: JSONNode) throws(ProjectError) -> ProjectSource {
    switch node.value {
    case .string(let path): return .file(try Self.checked(path: path, node))
    case .object where kind == .audio: throw node.problem("a text makes no sound")
    case .object: return .text(try text(node))
    case .null, .bool, .integer, .number, .decimal, .array:
      throw node.expected(#"the path of a file or {"text": words}"#)
    }
  }

  /// A path that can be that of a film, a sound or a picture.
  static func checked(path: String, _ node: JSONNode) throws(ProjectError) -> String {
    guard !path.isEmpty else { throw node.problem("the path is empty") }
    guard !path.utf8.contains(0) else { throw node.problem("a path has no character of code 0") }
    guard path.utf8.count <= ProjectLimits.textLength else { throw node.problem("the path is too long") }
    if ProjectFile.isName(path) {
      throw node.problem("a project cannot be a source of a project (\(ProjectError.shown(path)))")
    }
    return path
  }

  private func text(_ node: JSONNode) throws(ProjectError) -> ProjectText {
    let object = try node.object("a text", keys: ["text", "font", "size", "color"])
    let words = try object.required("text", "the words")
    var text = ProjectText(text: try words.text("words in quotes"))
    guard !text.text.isEmpty else { throw words.problem("a text has a character at least") }
    guard text.text.utf8.count <= ProjectLimits.textLength else {
      throw words.problem("a text has at most \(ProjectLimits.textLength) bytes")
    }
    text.font = try object["font"]?.text("the name of a font")
    text.size = try object["size"]?.double("a size above 0, in points", in: 0.001...10_000)
    if let color = object["color"] { text.color = try ProjectColor(color) }
    return text
  }
}

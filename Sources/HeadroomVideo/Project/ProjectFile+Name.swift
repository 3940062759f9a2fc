extension ProjectFile {
  /// Whether a file's name is that of a project: `.json`, or `.otio` of OpenTimelineIO.
  package static func isName(_ name: String) -> Bool { form(ofName: name) != nil }

  /// Reads a project; the name says which kind it is, and other names mean schema 1.
  package init(parsing bytes: [UInt8], name: String, vocabulary: ProjectVocabulary) throws(ProjectError) {
    switch Self.form(ofName: name) {
    case .openTimelineIO: try self.init(parsingOTIO: bytes)
    case .headroom, nil: try self.init(parsing: bytes, vocabulary: vocabulary)
    }
  }

  private static func form(ofName name: String) -> Form? {
    let name = name.lowercased()
    return name.hasSuffix(".otio") ? .openTimelineIO : name.hasSuffix(".json") ? .headroom : nil
  }
}

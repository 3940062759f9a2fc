internal import Foundation

/// What a module declares for its clients, by name: `AVPlayer.seek(to:)`, `CMTimeAdd(_:_:)`.
///
/// Sources are read as text: scopes by their braces, declarations by their first words. Members of an extension with
/// `where Self: X` are those of `X`.
public struct PublicDeclarations {
  private enum Kind: String {
    case `class`, `struct`, `enum`, `protocol`, `extension`
  }

  private struct Scope {
    var path: [String]
    /// Declarations in it are members; otherwise they are local.
    var isType: Bool
    /// What needs no word of its own to be public in it.
    var isOpen: Kind?
  }

  /// All names.
  public private(set) var names: Set<String> = []
  private var scopes: [Scope] = []
  /// Attributes, words before the kind of declaration, the kind, the name.
  private let pattern =
    /\s*(?:@\w+(?:\([^)]*\))?\s+)*((?:\w+(?:\(\w+\))?\s+)*?)(func|init|var|let|case|class(?!\s+(?:func|var|let|override))|struct|enum|protocol|extension|typealias|subscript)\b\s*([\w.]*)/

  public init(of module: String) throws {
    for file in try SourceFolder(module).files {
      scopes = []
      read(file.lines.joined(separator: "\n"))
    }
  }

  /// The direct members of a type.
  public func members(of type: String) -> Set<String> {
    let prefix = type + "."
    return Set(names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
      .filter { !$0.prefix { $0 != "(" }.contains(".") }
  }

  private mutating func read(_ code: String) {
    var statement = ""
    var depth = 0
    for letter in code {
      switch letter {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      if letter == "{" && depth == 0 {
        open(statement)
        statement = ""
      } else if letter == "}" && depth == 0 {
        declare(statement)
        _ = scopes.popLast()
        statement = ""
      } else if letter == "\n" && depth == 0 && statement.last != "," {
        declare(statement)
        statement = ""
      } else {
        statement.append(letter)
      }
    }
  }

  /// Enters the scope that a statement begins.
  private mutating func open(_ statement: String) {
    let declared = declare(statement)
    guard let declared, let kind = Kind(rawValue: declared.kind), isTypeScope else {
      return scopes.append(Scope(path: [], isType: false))
    }
    var path = (scopes.last?.path ?? []) + declared.name.split(separator: ".").map(String.init)
    if let own = statement.firstMatch(of: /where Self: (\w+)/) { path = [String(own.1)] }
    scopes.append(Scope(path: path, isType: true, isOpen: declared.isPublic ? kind : nil))
  }

  private var isTypeScope: Bool { scopes.last?.isType ?? true }

  /// Notes what a statement declares, if it is public.
  @discardableResult
  private mutating func declare(_ statement: String) -> (kind: String, name: String, isPublic: Bool)? {
    guard isTypeScope, !statement.allSatisfy(\.isWhitespace), let match = statement.prefixMatch(of: pattern) else {
      return nil
    }
    let (kind, name) = (String(match.2), String(match.3))
    let scope = scopes.last?.isOpen
    let isOpen = scope == .enum && kind == "case" || scope == .protocol
    let isPublic = match.1.contains("public") || match.1.contains("open ") || isOpen
    if isPublic, kind != "extension" {
      let rest = statement[match.range.upperBound...]
      let path = scopes.last?.path ?? []
      for title in Self.titles(kind, name, rest) { names.insert((path + [title]).joined(separator: ".")) }
    }
    return (kind, name, isPublic)
  }

  private static func titles(_ kind: String, _ name: String, _ rest: Substring) -> [String] {
    switch kind {
    case "func": name.isEmpty ? [] : [name + labels(rest)]
    case "init": ["init" + labels(rest)]
    case "subscript": ["subscript" + labels(rest, isSubscript: true)]
    case "case": [name] + rest.matches(of: /, (\w+)(?: =|,|$)/).map { String($0.1) }
    default: [name]
    }
  }

  /// The labels of a parameter list, `(_:to:)`.
  private static func labels(_ text: Substring, isSubscript: Bool = false) -> String {
    var depths = (angle: 0, round: 0)
    var (current, last) = ("", Character(" "))
    var labels: [String] = []
    func label() -> String? {
      let words = current.prefix { $0 != ":" }.split(whereSeparator: \.isWhitespace)
      guard let first = words.first else { return nil }
      return isSubscript && words.count == 1 ? "_" : String(first)
    }
    for letter in text {
      defer { last = letter }
      switch letter {
      case "<": depths.angle += 1
      case ">" where last != "-": depths.angle -= 1
      case "(", "[": depths.round += 1
      case ")", "]": depths.round -= 1
      default: break
      }
      // Generic parameters before the list, and commas in types, say nothing of labels.
      if depths.round == 0, letter != ")" { continue }
      if letter == ")" && depths.round == 0 && depths.angle == 0 || letter == "," && depths == (0, 1) {
        if let label = label() { labels.append(label) }
        current = ""
        if letter == ")" { break }
      } else if !(letter == "(" && depths.round == 1 && current.isEmpty) {
        current.append(letter)
      }
    }
    return "(" + labels.map { $0 + ":" }.joined() + ")"
  }
}

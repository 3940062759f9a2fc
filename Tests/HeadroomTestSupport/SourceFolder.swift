internal import Foundation

/// A folder of a module's sources, read as words: what names what.
public struct SourceFolder {
  /// A file without its comments and texts.
  public struct File {
    public let name: String
    private let code: [Substring]

    init(_ url: URL) throws {
      name = url.lastPathComponent
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      // Made once: making it costs more than looking for it.
      let text = /"(?:[^"\\]|\\.)*"/
      code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
        .map { $0.utf8.contains(UInt8(ascii: "\"")) ? $0.replacing(text, with: "") : $0 }
    }

    /// The file's lines.
    public var lines: [Substring] { code }

    /// Types declared at the top level that other files can name.
    public var types: Set<Substring> {
      let top = code.filter { line in
        line.first?.isWhitespace == false && !["extension", "private", "fileprivate"].contains { line.hasPrefix($0) }
      }
      return Set(top.compactMap { $0.firstMatch(of: /(?:struct|class|enum|protocol|typealias) (\w+)/)?.1 })
    }

    /// What is named, but for members: `RowCodec.Dither` names `RowCodec`.
    public var words: Set<Substring> {
      Set(code.flatMap { $0.matches(of: /\.?[A-Za-z_]\w*/).map(\.0).filter { !$0.hasPrefix(".") } })
    }

    /// Modules that the file imports.
    public var imports: Set<Substring> { Set(code.compactMap { $0.firstMatch(of: /^(?:\w+ )*import (\w+)/)?.1 }) }
  }

  public let files: [File]

  /// - Parameters:
  ///   - module: a folder of `Sources`.
  ///   - name: a folder in it; nil takes all.
  public init(_ module: String, _ name: String? = nil) throws {
    var root = TestData.packageRoot.appending(path: "Sources").appending(path: module)
    if let name { root.append(path: name) }
    let found = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
    files = try found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map(File.init)
  }

  /// Names of the folders of a module that hold sources.
  public static func names(in module: String) throws -> Set<String> {
    let root = TestData.packageRoot.appending(path: "Sources").appending(path: module)
    let folders = try FileManager.default.contentsOfDirectory(atPath: root.path)
    return try Set(folders.filter { try !$0.hasSuffix(".swift") && !SourceFolder(module, $0).files.isEmpty })
  }

  public var types: Set<Substring> { Set(files.flatMap(\.types)) }

  /// The files that name a type of other folders, and which.
  public func mentions(of others: [SourceFolder]) -> [String] {
    let names = Set(others.flatMap(\.types))
    return files.compactMap { file in
      let found = file.words.intersection(names)
      return found.isEmpty ? nil : "\(file.name): \(found.sorted())"
    }
  }
}

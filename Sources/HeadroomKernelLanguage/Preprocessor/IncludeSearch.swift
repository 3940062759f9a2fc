/// Finds the files that `#include "..."` names. The module reads no files itself.
package struct IncludeSearch: Sendable {
  /// Folders, searched in order after the folder of the file that includes.
  package var paths: [String]
  /// The bytes of a file, or nil where there is none.
  package var read: @Sendable (String) -> [UInt8]?

  package init(paths: [String] = [], read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
    self.paths = paths
    self.read = read
  }

  func find(_ name: String, from includer: String) -> SourceText? {
    var candidates = name.hasPrefix("/") ? [name] : [Self.folder(of: includer) + name]
    if !name.hasPrefix("/") { candidates += paths.map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name } }
    for candidate in candidates {
      if let bytes = read(candidate) { return SourceText(name: candidate, bytes: bytes) }
    }
    return nil
  }

  private static func folder(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return "" }
    return String(name[...slash])
  }
}

/// Headers of the system, whose contents the compiler knows without reading them.
enum SystemHeaders {
  static func contains(_ name: String) -> Bool {
    name.hasPrefix("metal_") || name.hasPrefix("simd/") || name.hasPrefix("CoreImage/") || known.contains(name)
  }

  static let known: Set<String> = ["CIKernelMetalLib.h", "TargetConditionals.h", "metal_stdlib"]
}

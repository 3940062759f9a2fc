/// Finds the files that `#include "..."` names. The module reads no files itself.
package struct IncludeSearch: Sendable {
  /// Folders, searched in order after the folder of the file that includes.
  package var paths: [String]
  /// The bytes of a file, or nil where there is none. Its errors report why an existing file cannot be read.
  package var read: @Sendable (String) throws -> [UInt8]?

  package init(paths: [String] = [], read: @escaping @Sendable (String) throws -> [UInt8]? = { _ in nil }) {
    self.paths = paths
    self.read = read
  }

  /// The paths at which a name may be found, in order.
  func candidates(_ name: String, from includer: String) -> [String] {
    if name.hasPrefix("/") { return [name] }
    return [Self.folder(of: includer) + name] + paths.map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name }
  }

  private static func folder(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return "" }
    return String(name[...slash])
  }
}

/// System headers, whose contents are built into the compiler.
enum SystemHeaders {
  static func contains(_ name: String) -> Bool {
    name.hasPrefix("metal_") || name.hasPrefix("simd/") || name.hasPrefix("CoreImage/") || known.contains(name)
  }

  static let known: Set<String> = ["CIKernelMetalLib.h", "TargetConditionals.h", "metal_stdlib"]
}

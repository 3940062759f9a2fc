/// Finds the files that `#include "..."` names. The module reads no files itself.
package struct IncludeSearch: Sendable {
  /// Folders, searched in order after the folder of the file that includes.
  package var paths: [String]
  /// The bytes of a file, or nil where there is none. What it throws says why a file that is there cannot be had.
  package var read: @Sendable (String) throws -> [UInt8]?

  package init(paths: [String] = [], read: @escaping @Sendable (String) throws -> [UInt8]? = { _ in nil }) {
    self.paths = paths
    self.read = read
  }

  /// Where a name may be found, in order.
  func candidates(_ name: String, from includer: String) -> [String] {
    if name.hasPrefix("/") { return [name] }
    return [Self.folder(of: includer) + name] + paths.map { $0.hasSuffix("/") ? $0 + name : $0 + "/" + name }
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

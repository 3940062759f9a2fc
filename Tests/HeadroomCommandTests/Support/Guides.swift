import Foundation
import HeadroomTestSupport

/// The guides of the library's documentation: pages whose blocks of Swift are one program, and whose blocks of text are what it
/// prints.
enum Guides {
  static let folder = "Sources/Headroom/Headroom.docc"

  /// How blocks begin that are not of the program.
  private static let manifest = "// Package.swift\n"
  private static let foreign = "// Only on Apple's systems\n"

  static var pages: [String] {
    let path = TestData.packageRoot.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }.filter { !program(of: $0).isEmpty }
  }

  static func program(of page: String) -> String {
    blocks("swift", of: page).filter { !$0.hasPrefix(manifest) && !$0.hasPrefix(foreign) }.joined(separator: "\n")
  }

  /// Pieces of a package's manifest.
  static func manifests(of page: String) -> [String] { blocks("swift", of: page).filter { $0.hasPrefix(manifest) } }

  static func printed(by page: String) -> String { blocks("text", of: page).joined() }

  static func blocks(_ language: String, of page: String) -> [String] {
    let text = try? String(contentsOf: TestData.packageRoot.appending(path: page), encoding: .utf8)
    let pieces = (text ?? "").split(separator: "```\(language)\n", omittingEmptySubsequences: false).dropFirst()
    return pieces.map { String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)) }
  }

  /// Compiles a program as a package would that depends on this one.
  static func compile(
    _ source: String, to name: String, in scratch: Scratch, flags: String = "-warnings-as-errors"
  ) throws -> Shell.Result {
    try Data(source.utf8).write(to: scratch.file("main.swift"))
    let script = TestData.packageRoot.appending(path: "Scripts/compile-client").path
    let products = Headroom.binary.deletingLastPathComponent().path
    return try Shell.run(
      "'\(script)' \(name) main.swift", in: scratch.folder, environment: ["PRODUCTS": products, "FLAGS": flags])
  }
}

internal import Foundation
internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// Kernels as people published them, in the test data's `kernels`.
@Suite(.enabled(if: RealSources.areAvailable, "no kernels in HEADROOM_TEST_DATA"))
struct RealSourcesTests {
  @Test func `Every source compiles and has the kernels its list says`() throws {
    for source in try RealSources.all() {
      let result = KernelText(dialect: source.dialect).compile(SourceText(name: source.name, bytes: source.bytes))
      guard let program = result.program else {
        Issue.record("\(result.report)")
        continue
      }
      #expect(Set(program.kernels.map(\.name)) == source.kernels, "\(source.name)")
      // Generators read no image and fit both families; the list calls them general.
      let families = Set(program.kernels.map { $0.imageCount == 0 && $0.family == .color ? .general : $0.family })
      if let family = source.family { #expect(families.contains(family), "\(source.name)") }
    }
  }
}

struct RealSource {
  var name: String
  var bytes: [UInt8]
  var dialect: KernelDialect
  var kernels: Set<String>
  var family: KernelSignature.Family?
}

enum RealSources {
  private struct Entry: Decodable {
    var file: String
    var kind: String
    var kernels: [String]
  }

  static var folder: URL { TestData.root.appending(path: "kernels") }
  static var areAvailable: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "MANIFEST.json").path) }

  static func all() throws -> [RealSource] {
    let list = try Data(contentsOf: folder.appending(path: "MANIFEST.json"))
    return try JSONDecoder().decode([Entry].self, from: list).map { entry in
      let words = entry.kind.split(separator: "-").map(String.init)
      return RealSource(
        name: entry.file, bytes: try [UInt8](Data(contentsOf: folder.appending(path: entry.file))),
        dialect: words[0] == "metal" ? .metal : .coreImage, kernels: Set(entry.kernels.compactMap(name)),
        family: words[1] == "blend" ? .color : KernelSignature.Family(rawValue: words[1]))
    }
  }

  /// `kernel vec4 name(...)` is `name`.
  private static func name(_ signature: String) -> String? {
    signature.prefix { $0 != "(" }.split { $0 == " " || $0 == "*" }.last.map(String.init)
  }
}

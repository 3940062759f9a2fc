package import HeadroomContainers
package import HeadroomKernelLanguage

/// Kernel text in a file, compiled.
package struct KernelTextFile {
  /// Why there is nothing to compile.
  package enum Problem: Error {
    case unreadable(ImageIOError)
    /// Output of Apple's compiler; `kind` names it.
    case compiled(kind: String)
  }

  package let dialect: KernelDialect
  package let result: KernelText.Result

  /// - Parameters:
  ///   - path: of the file; `-` is standard input.
  ///   - dialect: nil derives it from the file's name or the text.
  ///   - includeFolders: where included files are searched after the text's own folder.
  ///   - definitions: macros that are defined before the text.
  package init(
    path: String, dialect: KernelDialect? = nil, includeFolders: [String] = [],
    definitions: [(name: String, value: String)] = []
  ) throws(Problem) {
    let file = try Self.file(path)
    if let kind = CompiledLibrary.kind(of: file.bytes) { throw .compiled(kind: kind) }
    guard file.isWhole else { throw .unreadable(.unreadable(path: path, reason: Self.tooLarge)) }
    self.dialect = dialect ?? Self.dialect(of: file.bytes, named: path)
    var compiler = KernelText(dialect: self.dialect)
    compiler.definitions = definitions
    compiler.search = IncludeSearch(paths: includeFolders) { try Self.included($0) }
    result = compiler.compile(SourceText(name: path, bytes: file.bytes))
  }

  private static func file(_ path: String) throws(Problem) -> SmallFile {
    do throws(ImageIOError) {
      return try SmallFile(path, atMost: KernelLimits().sourceBytes)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The bytes of a file that text includes; nil where there is none.
  private static func included(_ path: String) throws(ImageIOError) -> [UInt8]? {
    // A text may name any file: devices and pipes are not opened, because that would block.
    guard SmallFile.isRegular(path) else { return nil }
    let file = try SmallFile(path, atMost: KernelLimits().sourceBytes)
    guard file.isWhole else { throw .unreadable(path: path, reason: tooLarge) }
    return file.bytes
  }

  private static var tooLarge: String {
    "it is larger than the \(KernelLimits().sourceBytes) bytes that kernel text may have"
  }

  private static func dialect(of text: [UInt8], named name: String) -> KernelDialect {
    switch name.split(separator: ".").last?.lowercased() {
    case "metal": .metal
    case "cikernel": .coreImage
    default: .detected(in: String(decoding: text, as: UTF8.self))
    }
  }
}

/// Output of Apple's compiler, which people pass instead of kernel text.
enum CompiledLibrary {
  static func kind(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("MTLB".utf8)) { return "a compiled Metal library" }
    // Metal's intermediate files are LLVM bitcode, bare or in a wrapper.
    if bytes.starts(with: [0x42, 0x43, 0xC0, 0xDE]) || bytes.starts(with: [0xDE, 0xC0, 0x17, 0x0B]) {
      return "compiled Metal code"
    }
    return nil
  }
}

internal import Headroom
internal import HeadroomKernelLanguage

/// Kernel text in a file, compiled.
struct KernelFile {
  let path: String
  let dialect: KernelDialect
  let result: KernelText.Result

  init(path: String, options: KernelTextOptions) throws(CommandError) {
    let limits = KernelLimits()
    let file = try SmallFile(path, atMost: limits.sourceBytes)
    if let kind = CompiledLibrary.kind(of: file.bytes) {
      throw CommandError(
        .input, file: path,
        "is \(kind), which runs on Apple's systems only; pass the text that it was compiled from (.metal)")
    }
    guard file.isWhole else {
      throw CommandError(.input, file: path, "is larger than the \(limits.sourceBytes) bytes that kernel text may have")
    }
    self.path = path
    dialect = options.dialect(of: file.bytes, named: path)
    var compiler = KernelText(dialect: dialect)
    compiler.limits = limits
    compiler.definitions = options.definitions.map { ($0.name, $0.value) }
    compiler.search = IncludeSearch(paths: options.includeDirectories) { try Self.included($0, limits) }
    result = compiler.compile(SourceText(name: path, bytes: file.bytes))
  }

  /// The bytes of a file that text includes; nil where there is none.
  private static func included(_ path: String, _ limits: KernelLimits) throws -> [UInt8]? {
    // A text may name anything: devices and pipes are not opened, which would wait for them.
    guard OutputFile.isRegularFile(path) else { return nil }
    do {
      let file = try SmallFile(path, atMost: limits.sourceBytes)
      guard file.isWhole else { throw Refusal(description: "it is larger than \(limits.sourceBytes) bytes") }
      return file.bytes
    } catch let error as CommandError {
      throw Refusal(description: error.text)
    }
  }

  private struct Refusal: Error, CustomStringConvertible {
    var description: String
  }
}

/// What people pass in place of kernel text: the result of Apple's compiler.
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

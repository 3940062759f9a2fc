internal import Foundation
internal import HeadroomKernelLanguage

/// The kernels of one text.
struct TextKernels {
  private let program: TypedProgram

  init(text: String, dialect: KernelDialect) throws(KernelError) {
    try self.init(KernelText(dialect: dialect), SourceText(name: "kernel", text: text))
  }

  /// A text where Apple's systems take a compiled library.
  init(library data: Data) throws(KernelError) {
    let bytes = [UInt8](data.prefix(KernelLimits().sourceBytes + 1))
    guard !bytes.starts(with: Self.libraryMagic) else { throw .compiledLibrary(kernel: "data") }
    try self.init(KernelText(dialect: .metal), SourceText(name: "kernel", bytes: bytes))
  }

  init(contentsOf url: URL, includeFolders: [URL], definitions: [String: String]) throws {
    let bytes = try Self.bytes(url)
    guard !bytes.starts(with: Self.libraryMagic) else {
      throw KernelError.compiledLibrary(kernel: url.lastPathComponent)
    }
    var text = KernelText(dialect: Self.dialect(url, bytes))
    text.definitions = definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    text.search = IncludeSearch(paths: includeFolders.map(\.path)) { path in
      try? Self.bytes(URL(fileURLWithPath: path))
    }
    try self.init(text, SourceText(name: url.path, bytes: bytes))
  }

  /// A file as far as the compiler takes one.
  private static func bytes(_ url: URL) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    return [UInt8](try file.read(upToCount: KernelLimits().sourceBytes + 1) ?? Data())
  }

  private init(_ text: KernelText, _ source: SourceText) throws(KernelError) {
    let result = text.compile(source)
    guard let program = result.program else { throw .doesNotCompile(report: result.report) }
    self.program = program
  }

  /// What begins a compiled Metal library.
  private static let libraryMagic = Array("MTLB".utf8)

  private static func dialect(_ url: URL, _ bytes: [UInt8]) -> KernelDialect {
    switch url.pathExtension.lowercased() {
    case "metal": .metal
    case "cikernel": .coreImage
    default: .detected(in: String(decoding: bytes, as: UTF8.self))
    }
  }

  var names: [String] { program.kernels.map(\.name) }

  func first() throws(KernelError) -> TextKernel { try made(program.kernels[0]) }

  func kernel(_ name: String) throws(KernelError) -> TextKernel {
    guard let signature = program.kernels.first(where: { $0.name == name }) else {
      throw .noFunction(name: name, others: names)
    }
    return try made(signature)
  }

  /// The name of the kernel of a text that has no other.
  func only(in file: String) throws(KernelError) -> String {
    guard names.count == 1 else { throw .noFunction(name: "\(file)#...", others: names) }
    return names[0]
  }

  func all() throws(KernelError) -> [CIKernel] {
    var kernels: [CIKernel] = []
    for signature in program.kernels { kernels.append(made(kernelOf: try made(signature))) }
    return kernels
  }

  /// A kernel of the class that Core Image gives it.
  func made(kernelOf text: TextKernel) -> CIKernel {
    switch text.signature.family {
    case .color: CIColorKernel(name: text.signature.name, color: .text(text))
    case .warp: CIWarpKernel(warpText: text)
    case .general: CIKernel(text: text)
    }
  }

  private func made(_ signature: KernelSignature) throws(KernelError) -> TextKernel {
    guard let form = KernelForm.compiled(program, signature) else {
      throw .doesNotCompile(report: "'\(signature.name)' is too large once its functions are put in place")
    }
    return TextKernel(program: program, signature: signature, form: form)
  }
}

package import Foundation
package import HeadroomKernelLanguage

/// The kernels of one text.
package struct TextKernels {
  private let program: TypedProgram

  package init(text: String, dialect: KernelDialect) throws(KernelError) {
    try self.init(KernelText(dialect: dialect), SourceText(name: "kernel", text: text))
  }

  /// A text, passed where Apple's systems take a compiled library.
  package init(library data: Data) throws(KernelError) {
    let bytes = [UInt8](data.prefix(KernelLimits().sourceBytes + 1))
    guard CompiledLibrary.kind(of: bytes) == nil else { throw .compiledLibrary(kernel: "data") }
    try self.init(KernelText(dialect: .metal), SourceText(name: "kernel", bytes: bytes))
  }

  /// - Throws: `ImageIOError` where the file cannot be read, else ``KernelError``.
  package init(contentsOf path: String, includeFolders: [String], definitions: [String: String]) throws {
    do {
      let file = try KernelTextFile(
        path: path, includeFolders: includeFolders,
        definitions: definitions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      program = try Self.program(file.result)
    } catch KernelTextFile.Problem.unreadable(let reason) {
      throw reason
    } catch KernelTextFile.Problem.compiled {
      throw KernelError.compiledLibrary(kernel: path)
    }
  }

  private init(_ text: KernelText, _ source: SourceText) throws(KernelError) {
    program = try Self.program(text.compile(source))
  }

  private static func program(_ result: KernelText.Result) throws(KernelError) -> TypedProgram {
    guard let program = result.program else { throw .doesNotCompile(report: result.report) }
    return program
  }

  package var names: [String] { program.kernels.map(\.name) }

  package func first() throws(KernelError) -> TextKernel { try made(program.kernels[0]) }

  package func kernel(_ name: String) throws(KernelError) -> TextKernel {
    guard let signature = program.kernels.first(where: { $0.name == name }) else {
      throw .noFunction(name: name, others: names)
    }
    return try made(signature)
  }

  /// The name of the only kernel of a text.
  package func only(in file: String) throws(KernelError) -> String {
    guard names.count == 1 else { throw .severalKernels(file: file, names: names) }
    return names[0]
  }

  package func all() throws(KernelError) -> [CIKernel] {
    var kernels: [CIKernel] = []
    for signature in program.kernels { kernels.append(made(kernelOf: try made(signature))) }
    return kernels
  }

  /// A kernel of the class that Core Image would use.
  package func made(kernelOf text: TextKernel) -> CIKernel {
    switch text.signature.family {
    case .color: CIColorKernel(name: text.signature.name, color: .text(text))
    case .warp: CIWarpKernel(warpText: text)
    case .general: CIKernel(text: text)
    }
  }

  private func made(_ signature: KernelSignature) throws(KernelError) -> TextKernel {
    guard let ir = KernelIR.compiled(program, signature) else {
      throw .doesNotCompile(report: "'\(signature.name)' is too large once its functions are put in place")
    }
    return TextKernel(program: program, signature: signature, ir: ir)
  }
}

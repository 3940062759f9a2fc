internal import Headroom
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomKernelLanguage
internal import HeadroomPictures

/// The compiler's findings in a kernel file, as text and as JSON.
struct KernelReport {
  private let file: KernelFile
  private let printer: DiagnosticPrinter
  private var entries: [Entry] = []
  let errors: [Diagnostic]
  let warnings: [Diagnostic]

  private struct Entry {
    var kernel: KernelSignature
    var ir: String?
  }

  init(_ file: KernelFile, printsIR: Bool) {
    self.file = file
    printer = DiagnosticPrinter(sources: file.result.sources) { PrintableText.line($0) }
    var diagnostics = file.result.diagnostics
    let program = file.result.program
    for kernel in program?.kernels ?? [] {
      guard let ir = file.result.ir(of: kernel) else {
        diagnostics.append(Self.tooLarge(kernel))
        continue
      }
      var found = KernelWarnings.found(in: ir)
      if let program, let slow = KernelTrial.warning(kernel, of: program, ir) { found.append(slow) }
      for warning in found where !diagnostics.contains(warning) { diagnostics.append(warning) }
      var text: String?
      if printsIR {
        var printer = IRPrinter(ir, sources: file.result.sources) { PrintableText.line($0) }
        text = printer.text()
      }
      entries.append(Entry(kernel: kernel, ir: text))
    }
    diagnostics = diagnostics.inOrder
    errors = diagnostics.filter { $0.severity == .error }
    warnings = diagnostics.filter { $0.severity != .error }
  }

  private static func tooLarge(_ kernel: KernelSignature) -> Diagnostic {
    Diagnostic(
      severity: .error,
      message: "'\(kernel.name)' has more than \(KernelLimits().instructions) instructions with the functions it calls",
      range: kernel.range)
  }

  var isRight: Bool { errors.isEmpty }

  /// The one line that ends the report of a text with errors.
  var failure: PictureError? {
    guard !isRight else { return nil }
    let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
    return PictureError(.input, file: file.path, "the text does not compile: \(count)")
  }

  func printed(_ diagnostics: [Diagnostic]) -> String { printer.text(diagnostics) }

  // MARK: For people

  /// The file, a line for each kernel, and their typed forms if requested.
  var text: String {
    let count = entries.count == 1 ? "1 kernel" : "\(entries.count) kernels"
    var lines = ["\(PrintableText.line(file.path)): \(languageName), \(count)"]
    for entry in entries {
      lines.append("  \(entry.kernel.kindName)  \(entry.kernel.name)(\(arguments(entry.kernel)))")
      if let ir = entry.ir { lines.append(String(ir.dropLast())) }
    }
    return lines.joined(separator: "\n")
  }

  private var languageName: String {
    switch file.dialect {
    case .metal: "Metal"
    case .coreImage: "Core Image Kernel Language"
    }
  }

  private func arguments(_ kernel: KernelSignature) -> String {
    kernel.given.map { "\(typeName($0.argument)) \($0.name)" }.joined(separator: ", ")
  }

  /// The type of an argument as the text's language spells it.
  private func typeName(_ argument: KernelSignature.Argument) -> String {
    let isMetal = file.dialect == .metal
    switch argument {
    case .pixel: return isMetal ? "sample_t" : "__sample"
    case .sampler(_, let isTable): return isTable ? "__table" : "sampler"
    case .color: return "__color"
    case .value(let type): return file.result.program?.types.name(type) ?? ""
    case .destination: return "destination"
    }
  }

  // MARK: As JSON

  /// `{schema, file, filePercentEncoded, dialect, kernels: [{name, kind, arguments: [{name, type, kind}], ir}],
  /// diagnostics}`; `ir` is present if requested.
  var json: JSONValue {
    [
      "schema": 1, "file": .string(file.path), "filePercentEncoded": .percentEncoded(file.path),
      "dialect": file.dialect == .metal ? "metal" : "coreimage",
      "kernels": .array(isRight ? entries.map(json) : []),
      "diagnostics": .array((errors + warnings).map(json)),
    ]
  }

  private func json(_ entry: Entry) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("name", .string(entry.kernel.name)), ("kind", .string(entry.kernel.kindKey)),
      (
        "arguments",
        .array(
          entry.kernel.given.map { parameter in
            [
              "name": .string(parameter.name), "type": .string(typeName(parameter.argument)),
              "kind": .string(parameter.argument.kindKey),
            ]
          })
      ),
    ]
    if let ir = entry.ir { members.append(("ir", .string(ir))) }
    return .object(members)
  }

  private func json(_ diagnostic: Diagnostic) -> JSONValue {
    .object(
      place(diagnostic.range) + [
        ("severity", .string(diagnostic.severity.rawValue)), ("message", .string(diagnostic.message)),
        ("hint", .string(orNull: diagnostic.hint)),
        (
          "notes",
          .array(diagnostic.notes.map { .object(place($0.range) + [("message", .string($0.message))]) })
        ),
      ])
  }

  /// The place of a diagnostic: line and column from 1, in characters; `length` in bytes.
  private func place(_ range: SourceRange) -> [(key: String, value: JSONValue)] {
    let source = printer.source(of: range)
    let place = source?.place(of: Int(range.offset))
    return [
      ("file", .string(orNull: source?.name)), ("line", .integer(orNull: place?.line)),
      ("column", .integer(orNull: place?.column)), ("length", .integer(Int(range.length))),
    ]
  }
}

extension KernelSignature {
  /// The parameters that a caller supplies, in order: the destination comes from the renderer.
  fileprivate var given: [Parameter] { parameters.filter { $0.argument != .destination } }

  fileprivate var kindKey: String { isBlend ? "blend" : family.rawValue }

  /// The kind in words of equal width.
  fileprivate var kindName: String {
    let name = kindKey == "color" ? "colour" : kindKey
    return name + String(repeating: " ", count: max(0, 7 - name.count))
  }
}

extension KernelSignature.Argument {
  fileprivate var kindKey: String {
    switch self {
    case .pixel, .sampler: "image"
    case .color: "color"
    case .value(.matrix): "matrix"
    case .value(.vector): "vector"
    case .value: "number"
    case .destination: "destination"
    }
  }
}

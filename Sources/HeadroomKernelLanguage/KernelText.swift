/// Compiles kernel text to the checked tree, the input of both the IR and the simple evaluator.
package struct KernelText: Sendable {
  package var dialect: KernelDialect
  /// Names defined before the text is read, as `-D` does.
  package var definitions: [(name: String, value: String)] = []
  package var search = IncludeSearch()
  package var limits = KernelLimits()

  package init(dialect: KernelDialect) { self.dialect = dialect }

  /// The result of compiling a text: a program unless there were errors, and all diagnostics.
  package struct Result: Sendable {
    package var program: TypedProgram?
    package var diagnostics: [Diagnostic]
    package var sources: [SourceText]

    /// All diagnostics as text.
    package var report: String { DiagnosticPrinter(sources: sources).text(diagnostics) }
  }

  package func compile(_ source: SourceText) -> Result {
    let diagnostics = Diagnostics(limits: limits)
    var preprocessor = Preprocessor(search: search, limits: limits, diagnostics: diagnostics)
    let tokens = preprocessor.tokens(of: source, definitions: predefined + definitions)
    var program: TypedProgram?
    if !diagnostics.isFull, !preprocessor.lacksFile {
      let parser = Parser(
        tokens, sources: preprocessor.sources, dialect: dialect, limits: limits, diagnostics: diagnostics)
      let tree = parser.parse()
      let checker = Checker(dialect: dialect, limits: limits, diagnostics: diagnostics)
      checker.refusedNames = parser.refusedNames
      checker.leftOut = parser.leftOut
      program = checker.check(tree)
    }
    program?.sources = preprocessor.sources
    return Result(
      program: diagnostics.hasErrors ? nil : program, diagnostics: diagnostics.entries.inOrder,
      sources: preprocessor.sources)
  }

  private var predefined: [(name: String, value: String)] {
    switch dialect {
    case .metal:
      [
        ("__METAL__", "1"), ("__METAL_VERSION__", "320"), ("__METAL_CIKERNEL__", "1"),
        ("__CIKERNEL_METAL_VERSION__", "320"),
        ("__HEADROOM__", "1"),
      ]
    case .coreImage: [("__HEADROOM__", "1")]
    }
  }
}

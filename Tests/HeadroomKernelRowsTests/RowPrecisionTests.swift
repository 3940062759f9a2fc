internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels
internal import HeadroomTestSupport
internal import Testing

/// Rows keep to what documentation says of the exactness of functions, as the evaluator does.
@Suite struct RowPrecisionTests {
  @Test(arguments: FunctionPrecision.rows) func `A function over rows is as exact as stated`(
    _ row: FunctionPrecision
  ) throws {
    var generator = SeededGenerator(seed: 18)
    let arguments = row.samples(8000, using: &generator)
    let results = try FunctionRows(row.call).run(arguments + row.fixed.map(\.arguments))
    var worst = (amount: 0.0, place: 0)
    var refused = 0
    for (place, given) in arguments.enumerated() {
      let error = row.error(of: results[place], at: given)
      if !error.isAllowed { refused += 1 }
      if error.amount > worst.amount { worst = (error.amount, place) }
    }
    #expect(
      refused == 0,
      "\(row.call) is off by \(worst.amount) of \(row.bound) at \(arguments[worst.place]): \(results[worst.place])")
    for (fixed, result) in zip(row.fixed, results.suffix(row.fixed.count)) {
      #expect(
        result == fixed.result || (result.isNaN && fixed.result.isNaN),
        "\(row.call) of \(fixed.arguments) gives \(result)")
    }
  }
}

/// A function of one or two numbers, run over rows.
private struct FunctionRows {
  private let program: RowProgram

  init(_ call: String) throws {
    let text = "extern \"C\" float4 k(coreimage::sample_t s) { float x = s.r, y = s.g; return float4(\(call)); }"
    let result = KernelText(dialect: .metal).compile(
      SourceText(name: "kernel", text: "#include <CoreImage/CoreImage.h>\nusing namespace metal;\n" + text))
    if result.program == nil { Issue.record("\(result.report)") }
    let typed = try #require(result.program)
    let form = try #require(KernelForm.compiled(typed, typed.kernels[0]))
    program = RowProgram(form.specialized(arguments: [[]], extents: []))
  }

  func run(_ arguments: [[Float]]) -> [Float] {
    var lanes = (0..<4).flatMap { lane in arguments.map { lane < $0.count ? $0[lane] : 0 } }
    let count = arguments.count
    unsafe lanes.withUnsafeMutableBufferPointer { lanes in
      guard let base = lanes.baseAddress else { return }
      let rows = unsafe RowPointers(base: base, stride: count)
      unsafe withUnsafePointer(to: rows) { unsafe program.run($0, into: rows, count: count, x: 0, y: 0) }
    }
    return Array(lanes.prefix(count))
  }
}

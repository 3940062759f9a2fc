internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels
internal import Testing

/// A function of one or two numbers, run over rows.
struct FunctionRows {
  private let program: RowProgram

  /// - Parameter times: how often it is called, each time with its last result as x.
  init(_ call: String, times: Int = 1) throws {
    let calls = String(repeating: "x = \(call); ", count: times - 1)
    let text =
      "extern \"C\" float4 k(coreimage::sample_t s) { float x = s.r, y = s.g; \(calls)return float4(\(call)); }"
    let result = KernelText(dialect: .metal).compile(
      SourceText(name: "kernel", text: "#include <CoreImage/CoreImage.h>\nusing namespace metal;\n" + text))
    if result.program == nil { Issue.record("\(result.report)") }
    let typed = try #require(result.program)
    let ir = try #require(KernelIR.compiled(typed, typed.kernels[0]))
    program = RowProgram(ir.specialized(arguments: [[]], extents: []))
  }

  func run(_ arguments: [[Float]]) -> [Float] {
    var lanes = Self.lanes(arguments)
    run(&lanes)
    return Array(lanes.prefix(arguments.count))
  }

  /// The numbers of each call, plane by plane.
  static func lanes(_ arguments: [[Float]]) -> [Float] {
    (0..<4).flatMap { lane in arguments.map { lane < $0.count ? $0[lane] : 0 } }
  }

  /// Puts results in place of the numbers.
  func run(_ lanes: inout [Float]) {
    let count = lanes.count / 4
    unsafe lanes.withUnsafeMutableBufferPointer { lanes in
      guard let base = lanes.baseAddress else { return }
      let rows = unsafe RowPointers(base: base, stride: count)
      unsafe withUnsafePointer(to: rows) { unsafe program.run($0, into: rows, count: count, x: 0, y: 0) }
    }
  }
}

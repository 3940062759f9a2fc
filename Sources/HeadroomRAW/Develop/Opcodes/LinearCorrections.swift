internal import HeadroomContainers

/// The corrections of a file's second list, row by row.
struct LinearCorrections: Sendable {
  private let steps: [RowCorrection]

  /// - Parameter includesVignette: whether the lens's loss of light in the corners is corrected.
  init(_ opcodes: [DNGOpcode], width: Int, height: Int, includesVignette: Bool) throws(ImageIOError) {
    var steps: [RowCorrection] = []
    for opcode in opcodes {
      if case .fixVignetteRadial = opcode.operation, !includesVignette { continue }
      if let step = try RowCorrection(opcode, list: "OpcodeList2", width: width, height: height, unit: 1) {
        steps.append(step)
      } else if !opcode.isOptional {
        throw .unsupported(part: "OpcodeList2", text: "an opcode that cannot be applied to linear values")
      }
    }
    self.steps = steps
  }

  @inline(__always)
  func apply(row: Int, sample: Int, count: Int, planes: Int, to target: UnsafeMutablePointer<Float>) {
    for step in steps { unsafe step.apply(row: row, sample: sample, count: count, planes: planes, to: target) }
  }
}

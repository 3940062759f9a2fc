import HeadroomColor
import HeadroomPixels

/// Curves between light and codes of luma and chroma: those of video go through fast ones, close enough for their codes.
struct CodeCurve {
  /// Instructions that it stands for.
  let count: Int
  let register: Int
  let stage: RowStage
}

extension SpanProgram {
  /// The curve to light that a source's pixels go through as soon as they are loaded.
  func curve(afterLoad index: Int, of input: SpanInput, _ state: RenderState) -> CodeCurve? {
    guard case .source(let source) = input.origin, case .load(_, let register) = instructions[index] else { return nil }
    let format = state.sources[source].bitmap.format
    guard format.isYCbCr, let curve = toLight(at: index + 1, format), curve.register == register else { return nil }
    return curve
  }

  /// The curve that begins at an instruction of a program whose result becomes luma and chroma.
  func curve(at index: Int, storedAs format: PixelFormat) -> CodeCurve? {
    toSignals(at: index, format) ?? toLight(at: index, format)
  }

  private func toLight(at index: Int, _ format: PixelFormat) -> CodeCurve? {
    guard case .stage(.decode(let function), let register)? = instruction(index) else { return nil }
    var system: HLGSystem?
    if case .stage(.hlgDisplay(let known), register)? = instruction(index + 1) { system = known }
    guard let decoder = CodeDecoder(function, system: system, bitDepth: format.bitsPerComponent) else { return nil }
    let stage = unsafe RowStage { rows, _, count, _, _ in unsafe decoder.apply(rows, count) }
    return CodeCurve(count: system == nil ? 1 : 2, register: register, stage: stage)
  }

  private func toSignals(at index: Int, _ format: PixelFormat) -> CodeCurve? {
    var (system, place): (HLGSystem?, Int) = (nil, index)
    if case .stage(.hlgScene(let known), _)? = instruction(index) { (system, place) = (known, index + 1) }
    guard case .stage(.encode(let function), let register)? = instruction(place),
      case .stage(_, register)? = instruction(index),
      let encoder = CodeEncoder(system: system, function, bitDepth: format.bitsPerComponent)
    else { return nil }
    let stage = unsafe RowStage { rows, _, count, _, _ in unsafe encoder.apply(rows, count) }
    return CodeCurve(count: place + 1 - index, register: register, stage: stage)
  }

  private func instruction(_ index: Int) -> Instruction? {
    instructions.indices.contains(index) ? instructions[index] : nil
  }
}

import HeadroomColor
import HeadroomPixels

/// Makes row code of a planned program: stages become loops, sources memory, curves over integer codes tables.
enum ProgramBinder {
  static func bind(_ program: SpanProgram, plan: RenderPlan, state: RenderState) -> BoundProgram {
    var bound = BoundProgram(result: program.result, registerCount: program.registerCount)
    var skip = false
    for (index, instruction) in program.instructions.enumerated() {
      if skip {
        skip = false
        continue
      }
      switch instruction {
      case .load(let input, let register):
        let next = index + 1 < program.instructions.count ? program.instructions[index + 1] : nil
        let (rows, tookDecode) = bindLoad(input, register, next, plan: plan, state: state, &bound)
        bound.instructions.append(.load(BoundInput(rows: rows, input: input), register: register))
        skip = tookDecode
      case .generate(let operation, let dx, let dy, let register):
        let stage = operation.makeStage(in: plan.workingSpace)
        bound.instructions.append(.generate(stage, dx: dx, dy: dy, register: register))
      case .stage(let stage, let register):
        if let row = StageBinder.bind(stage, space: plan.workingSpace, measurements: state.measurements) {
          bound.instructions.append(.stage(row, register: register))
        }
      case .blend(let operation, let source, let background):
        let blend = operation.makeBlend(in: plan.workingSpace)
        bound.instructions.append(.blend(blend, source: source, background: background))
      case .mask(let rect, let register):
        bound.instructions.append(.mask(rect, register: register))
      }
    }
    return bound
  }

  /// The program to a destination, and the table that takes the place of its last curve where codes are stored.
  static func bindOutput(
    _ program: SpanProgram, plan: RenderPlan, state: RenderState, into bitmap: PixelBitmap
  ) -> (program: BoundProgram, encodeTable: CurveTable?) {
    var program = program
    var table: CurveTable?
    if !bitmap.format.isFloatingPoint, case .stage(.encode(let transfer), program.result)? = program.instructions.last {
      program.instructions.removeLast()
      table = CurveTableCache.shared.encodeTable(for: transfer)
    }
    return (bind(program, plan: plan, state: state), table)
  }

  /// The rows of a load, and whether they take the decode stage behind them along.
  private static func bindLoad(
    _ input: SpanInput, _ register: Int, _ next: SpanProgram.Instruction?, plan: RenderPlan, state: RenderState,
    _ bound: inout BoundProgram
  ) -> (BoundInput.Rows, Bool) {
    switch input.origin {
    case .step:
      bound.stepInputs.append(input)
      return (.tile(bound.stepInputs.count - 1), false)
    case .expandedSource(let index):
      let source = state.sources[index]
      let transfer = plan.sources[index].encoding?.transfer ?? .linear
      return (.bitmap(source, decodeTable: table(for: transfer, of: source.bitmap), expansion: transfer), false)
    case .source(let index):
      let source = state.sources[index]
      guard case .stage(.decode(let transfer), register)? = next, let table = table(for: transfer, of: source.bitmap)
      else { return (.bitmap(source, decodeTable: nil, expansion: nil), false) }
      return (.bitmap(source, decodeTable: table, expansion: nil), true)
    }
  }

  /// A table from integer codes to light; nil for floats and for Y'CbCr, whose numbers are no codes after conversion.
  private static func table(for transfer: TransferFunction, of bitmap: PixelBitmap) -> DecodeTable? {
    guard !bitmap.format.isBiplanar, let codes = bitmap.format.codeCount, transfer != .linear else { return nil }
    return CurveTableCache.shared.decodeTable(for: transfer, codeCount: codes)
  }
}

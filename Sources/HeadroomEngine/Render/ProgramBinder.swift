import HeadroomColor
import HeadroomPixels

/// Turns a planned program into row code: stages become loops, sources memory, curves over integer codes tables.
enum ProgramBinder {
  /// - Parameter codes: the format that the program's result is stored in, where it is stored by luma and chroma.
  static func bind(
    _ program: SpanProgram, plan: RenderPlan, state: RenderState, codes: PixelFormat? = nil
  ) throws(RenderError) -> BoundProgram {
    var bound = BoundProgram(results: program.results, registerCount: program.registerCount)
    var skip = 0
    for (index, instruction) in program.instructions.enumerated() {
      if skip > 0 {
        skip -= 1
        continue
      }
      if let curve = codes.flatMap({ program.curve(at: index, storedAs: $0) }) {
        bound.append(curve.stage, register: curve.register)
        skip = curve.count - 1
        continue
      }
      switch instruction {
      case .load(let input, let register):
        let next = index + 1 < program.instructions.count ? program.instructions[index + 1] : nil
        let (load, tookDecode) = bindLoad(input, register, next, plan: plan, state: state, &bound)
        bound.append(load: load, register: register)
        skip = tookDecode ? 1 : 0
        if let curve = program.curve(afterLoad: index, of: input, state) {
          bound.append(curve.stage, register: register)
          skip = curve.count
        }
      case .copy(let from, let register):
        bound.append(copyFrom: from, register: register)
      case .stage(let stage, let register):
        if let row = StageBinder.bind(stage, measurements: state.measurements) {
          bound.append(row, register: register)
        }
      case .point(let point):
        let stage = try bindPoint(point, plan: plan, state: state)
        bound.append(stage, register: point.register, others: point.others, dx: point.dx, dy: point.dy)
      case .mask(let rect, let register):
        bound.append(mask: rect, register: register)
      }
    }
    bound.finish()
    return bound
  }

  private static func bindPoint(
    _ point: SpanProgram.PointInstruction, plan: RenderPlan, state: RenderState
  ) throws(RenderError) -> RowStage {
    if let operation = point.operation as? any TilePoint { return operation.makeStage(in: plan.workingSpace) }
    guard let operation = point.operation as? any TileParameterPoint else {
      throw .notImplemented(operation: point.operation.fingerprint.name)
    }
    let parameters = point.parameters.map { index in
      state.stored[index]?.parts.first?.pixels ?? ParameterPixels(rect: .empty, pixels: [])
    }
    return operation.makeStage(in: plan.workingSpace, parameters: parameters)
  }

  /// The program to some destinations, and for each the table that replaces its last curve where codes are stored.
  static func bindOutput(
    _ program: SpanProgram, plan: RenderPlan, state: RenderState, into bitmaps: [PixelBitmap]
  ) throws(RenderError) -> (program: BoundProgram, encodeTables: [CurveTable?]) {
    var program = program
    var tables: [CurveTable?] = []
    for (bitmap, register) in zip(bitmaps, program.results) {
      let transfer = bitmap.format.isFloatingPoint ? nil : program.removeLastCurve(of: register)
      tables.append(transfer.map { CurveTableCache.shared.encodeTable(for: $0) })
    }
    let codes = bitmaps.count == 1 && tables[0] == nil && bitmaps[0].format.isYCbCr ? bitmaps[0].format : nil
    return (try bind(program, plan: plan, state: state, codes: codes), tables)
  }

  /// A load, and whether it includes the decode stage after it.
  private static func bindLoad(
    _ input: SpanInput, _ register: Int, _ next: SpanProgram.Instruction?, plan: RenderPlan, state: RenderState,
    _ bound: inout BoundProgram
  ) -> (BoundInput, Bool) {
    switch input.origin {
    case .step(let index):
      if let stored = state.stored[index]?.parts.first, stored.isHalf { return (BoundHalf(stored, input), false) }
      bound.stepInputs.append(input)
      return (BoundTile(bound.stepInputs.count - 1, input), false)
    case .expandedSource(let index):
      let source = state.sources[index]
      let transfer = plan.sources[index].encoding?.transfer ?? .linear
      let table = CurveTableCache.shared.decodeTable(for: transfer, codesOf: source.bitmap)
      return (
        BoundSource(
          source, input, decodeTable: table, expansion: transfer, boundsLight: plan.sources[index].boundsLight), false
      )
    case .source(let index):
      let source = state.sources[index]
      let boundsLight = plan.sources[index].boundsLight
      guard case .stage(.decode(let transfer), register)? = next,
        let table = CurveTableCache.shared.decodeTable(for: transfer, codesOf: source.bitmap)
      else { return (BoundSource(source, input, boundsLight: boundsLight), false) }
      return (BoundSource(source, input, decodeTable: table, boundsLight: boundsLight), true)
    }
  }
}

extension SpanProgram {
  /// Removes the curve that a register ends in, where nothing else reads the register.
  fileprivate mutating func removeLastCurve(of register: Int) -> TransferFunction? {
    guard results.count(where: { $0 == register }) == 1,
      let last = instructions.lastIndex(where: { $0.touches(register) }),
      case .stage(.encode(let transfer), register) = instructions[last]
    else { return nil }
    remove(curveAt: last)
    return transfer
  }
}

extension SpanProgram.Instruction {
  fileprivate func touches(_ register: Int) -> Bool {
    switch self {
    case .load(_, register), .stage(_, register), .mask(_, register): true
    case .copy(let from, let to): from == register || to == register
    case .point(let point): point.register == register || point.others.contains(register)
    case .load, .stage, .mask: false
    }
  }
}

package import HeadroomColor
import HeadroomPixels

/// Row code for the planner's stages.
enum StageBinder {
  /// Nil when the stage turns out to do nothing.
  static func bind(_ stage: ColorStage, measurements: [Float]) -> RowStage? {
    switch stage {
    case .matrix(let matrix): return ColorMatrixStage.make(matrix)
    case .decode(let function): return unsafe eachColor { unsafe TransferRow.decode(function, $0, $1) }
    case .encode(let function): return unsafe eachColor { unsafe TransferRow.encode(function, $0, $1) }
    case .hlgDisplay(let system):
      return unsafe RowStage { rows, _, count, _, _ in
        unsafe HLGSystemRow.displayFromScene(system, rows.r, rows.g, rows.b, count)
      }
    case .hlgScene(let system):
      return unsafe RowStage { rows, _, count, _, _ in
        unsafe HLGSystemRow.sceneFromDisplay(system, rows.r, rows.g, rows.b, count)
      }
    case .premultiply: return unsafe RowStage { rows, _, count, _, _ in unsafe AlphaRow.premultiply(rows, count) }
    case .unpremultiply: return unsafe RowStage { rows, _, count, _, _ in unsafe AlphaRow.unpremultiply(rows, count) }
    case .premultiplyKeepingEmission:
      return unsafe RowStage { rows, _, count, _, _ in unsafe AlphaRow.premultiplyKeepingEmission(rows, count) }
    case .unpremultiplyKeepingEmission:
      return unsafe RowStage { rows, _, count, _, _ in unsafe AlphaRow.unpremultiplyKeepingEmission(rows, count) }
    case .alphaOne: return unsafe RowStage { rows, _, count, _, _ in unsafe rows.a.update(repeating: 1, count: count) }
    case .toneMap(let request, let measurement):
      let curve = request.curve(measured: measurement.map { measurements[$0] })
      return curve.isIdentity ? nil : ToneMapStage.make(curve)
    case .project(let weights, let peak):
      return RowStage(colorKernel: ProjectionKernel(weights: weights, peak: peak))
    case .limit(let peak): return RowStage(colorKernel: LimitKernel(peak: Float(peak)))
    case .lab(let forward): return forward ? RowStage(colorKernel: ToLab()) : RowStage(colorKernel: FromLab())
    case .roundToHalf:
      return unsafe RowStage { rows, _, count, _, _ in
        for plane in 0..<4 { unsafe HalfRows.round(rows.plane(plane), count) }
      }
    }
  }

  private static func eachColor(_ body: @escaping @Sendable (UnsafeMutablePointer<Float>, Int) -> Void) -> RowStage {
    unsafe RowStage { rows, _, count, _, _ in
      unsafe body(rows.r, count)
      unsafe body(rows.g, count)
      unsafe body(rows.b, count)
    }
  }
}

extension ToneMapRequest {
  /// The curve, with a measured headroom filled in. Pixels beyond a measured headroom are limited to the target,
  /// whatever the curve.
  package func curve(measured: Float?) -> ToneCurve {
    switch source {
    case .known(let headroom): return curve(content: headroom)
    case .estimated(let headroom), .given(let headroom): return limitingCurve(content: headroom)
    case .measured: return limitingCurve(content: Double(measured ?? 1))
    case .ownCurve(let curve): return ToneCurve(curve)
    }
  }

  private func curve(content: Double) -> ToneCurve {
    ToneCurve(operator: toneMapOperator, contentHeadroom: Swift.max(content, 1), targetHeadroom: targetHeadroom)
  }

  private func limitingCurve(content: Double) -> ToneCurve {
    let curve = curve(content: content)
    return curve.isIdentity ? .limit(to: targetHeadroom) : curve
  }
}

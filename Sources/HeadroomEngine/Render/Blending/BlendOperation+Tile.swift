extension BlendOperation: TilePoint {
  /// Each mode has its own kernel, chosen once for a step.
  package func makeStage(in space: WorkingSpace) -> RowStage {
    switch mode {
    case .clear: coverage(BlendKernels.Clear.self)
    case .source: coverage(BlendKernels.Source.self)
    case .destination: coverage(BlendKernels.Swapped<BlendKernels.Source>.self)
    case .sourceOver: coverage(BlendKernels.Over.self)
    case .destinationOver: coverage(BlendKernels.Swapped<BlendKernels.Over>.self)
    case .sourceIn: coverage(BlendKernels.In.self)
    case .destinationIn: coverage(BlendKernels.Swapped<BlendKernels.In>.self)
    case .sourceOut: coverage(BlendKernels.Out.self)
    case .destinationOut: coverage(BlendKernels.Swapped<BlendKernels.Out>.self)
    case .sourceAtop: coverage(BlendKernels.Atop.self)
    case .destinationAtop: coverage(BlendKernels.Swapped<BlendKernels.Atop>.self)
    case .exclusiveOr: coverage(BlendKernels.ExclusiveOr.self)
    case .componentAdd: RowStage(components: ComponentSum())
    case .componentMultiply: RowStage(components: ComponentProduct())
    case .componentMin: RowStage(components: ComponentMinimum())
    case .componentMax: RowStage(components: ComponentMaximum())
    default: colorStage
    }
  }

  private var colorStage: RowStage {
    switch mode {
    case .screen: separable(BlendKernels.Screen.self)
    case .overlay: separable(BlendKernels.Overlay.self)
    case .hardLight: separable(BlendKernels.HardLight.self)
    case .darken: separable(BlendKernels.Darken.self)
    case .lighten: separable(BlendKernels.Lighten.self)
    case .difference: separable(BlendKernels.Difference.self)
    case .exclusion: separable(BlendKernels.Exclusion.self)
    case .hue: wholeColor(BlendKernels.Hue.self)
    case .saturation: wholeColor(BlendKernels.Saturation.self)
    case .color: wholeColor(BlendKernels.ColorOfImage.self)
    case .luminosity: wholeColor(BlendKernels.Luminosity.self)
    case .darkerColor: wholeColor(BlendKernels.DarkerColor.self)
    case .lighterColor: wholeColor(BlendKernels.LighterColor.self)
    case .colorDodge: limited(BlendKernels.ColorDodge.self)
    case .colorBurn: limited(BlendKernels.ColorBurn.self)
    case .softLight: limited(BlendKernels.SoftLight.self)
    case .linearBurn: limited(BlendKernels.LinearBurn.self)
    case .linearDodge: limited(BlendKernels.LinearDodge.self)
    case .linearLight: limited(BlendKernels.LinearLight.self)
    case .vividLight: limited(BlendKernels.VividLight.self)
    case .pinLight: limited(BlendKernels.PinLight.self)
    case .hardMix: limited(BlendKernels.HardMix.self)
    case .divide: limited(BlendKernels.Divide.self)
    case .subtract: limited(BlendKernels.Subtract.self)
    default: separable(BlendKernels.Multiply.self)
    }
  }

  // Inlined, so that each mode's row loop is compiled with its function.
  @inline(__always) private func coverage<Mode: ComponentBlend>(_ mode: Mode.Type) -> RowStage {
    RowStage(blend: Coverage<Mode>())
  }

  @inline(__always) private func separable<Mode: ComponentBlend>(_ mode: Mode.Type) -> RowStage {
    RowStage(blend: Separable<Mode>())
  }

  @inline(__always) private func limited<Mode: ComponentBlend>(_ mode: Mode.Type) -> RowStage {
    RowStage(blend: Separable<BlendKernels.Limited<Mode>>())
  }

  @inline(__always) private func wholeColor<Mode: ColorBlend>(_ mode: Mode.Type) -> RowStage {
    RowStage(blend: WholeColor<Mode>())
  }
}

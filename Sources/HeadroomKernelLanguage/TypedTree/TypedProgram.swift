/// A text whose types were checked: functions, constants outside of them, and which functions are kernels.
package struct TypedProgram: Sendable {
  package var types: TypeTable
  package var functions: [TypedFunction] = []
  /// Variables outside of functions in the order of the text, set anew for each pixel.
  package var globals: [(variable: Variable, initial: TypedExpression?)] = []
  package var kernels: [KernelSignature] = []
  /// Variables that must be in memory, because their elements are chosen when a pixel is computed.
  package var indexed: Set<Int> = []
  package var variableCount = 0
  package var sources: [SourceText] = []
}

/// The parameters and the result of a kernel.
package struct KernelSignature: Sendable, Hashable {
  package enum Family: String, Sendable {
    /// A colour from the pixels at the same position.
    case color
    /// A position to read from.
    case warp
    /// A colour from samples at any position.
    case general
  }

  package enum Argument: Hashable, Sendable {
    /// The pixel of an image at this position; images are counted from 0.
    case pixel(image: Int)
    case sampler(image: Int, isTable: Bool)
    /// A colour: four numbers, converted to the working space and premultiplied by the caller.
    case color
    /// A number, vector or matrix: its lanes.
    case value(ValueType)
    /// Given by the renderer, not by the caller.
    case destination
  }

  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var argument: Argument
  }

  package var name: String
  package var family: Family
  package var parameters: [Parameter]
  /// Index into the program's functions.
  package var function: Int
  package var range: SourceRange

  /// Images among the arguments.
  package var imageCount: Int {
    parameters.count { parameter in
      switch parameter.argument {
      case .pixel, .sampler: true
      default: false
      }
    }
  }

  /// Whether the kernel is a blend: its arguments are two pixels and nothing else.
  package var isBlend: Bool {
    let given = parameters.filter { $0.argument != .destination }
    return family == .color && given.count == 2 && imageCount == 2
  }
}

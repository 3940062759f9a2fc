internal import HeadroomEngine
package import HeadroomKernelLanguage
package import HeadroomKernelRows
package import HeadroomPixels
internal import Synchronization

/// A kernel of a compiled text.
package final class TextKernel: Sendable {
  package let program: TypedProgram
  package let signature: KernelSignature
  private let ir: KernelIR
  /// The programs of the last few renders: sliders return to values, and one picture is rendered many times.
  private let recent = Mutex<[Entry]>([])

  private struct Entry {
    let key: Key
    let program: RowProgram
  }

  /// Everything that a row program depends on.
  package struct Key: Hashable {
    package let arguments: [[UInt32]]
    package let extents: [SIMD4<Float>]

    package init(arguments: [[UInt32]], extents: [SIMD4<Float>]) {
      self.arguments = arguments
      self.extents = extents
    }
  }

  package init(program: TypedProgram, signature: KernelSignature, ir: KernelIR) {
    self.program = program
    self.signature = signature
    self.ir = ir
  }

  /// The parameters that a caller supplies, in order.
  package var parameters: [KernelSignature.Parameter] { signature.parameters.filter { $0.argument != .destination } }

  /// Whether a pixel depends on its position.
  package var usesPosition: Bool { signature.family != .color || ir.asksForDestination }

  /// The kernel over rows, for arguments and the extents of images.
  package func rows(_ arguments: [[UInt32]], extents: [PixelRect]) -> RowProgram {
    let lanes = extents.map(\.lanes)
    let key = Key(arguments: arguments, extents: ir.asksForExtents ? lanes : [])
    if let known = recent.withLock({ list in list.first { $0.key == key } }) { return known.program }
    let made = RowProgram(known(arguments, lanes))
    recent.withLock { list in
      list.insert(Entry(key: key, program: made), at: 0)
      if list.count > Self.kept { list.removeLast() }
    }
    return made
  }

  /// The form with its known arguments; nil stands for unknown ones.
  package func known(_ arguments: [[UInt32]?], _ extents: [SIMD4<Float>]) -> KernelIR {
    ir.specialized(arguments: arguments, extents: extents)
  }

  /// The kernel for one pixel, straight from the text, as the reference renderer runs it.
  package func evaluate(_ arguments: [[UInt32]], _ inputs: any PixelInputs) -> [Float] {
    var evaluator = TreeEvaluator(program, inputs: inputs, steps: KernelLimits.steps)
    return evaluator.run(signature, arguments: arguments).map { Float(bitPattern: $0) }
  }

  private static let kept = 8
}

extension TextKernel {
  /// The lanes of each parameter, from the arguments of `apply`.
  package func lanes(_ arguments: KernelArguments) -> [[UInt32]] {
    var next = 0
    return signature.parameters.map { parameter in
      if parameter.argument == .destination { return [] }
      defer { next += 1 }
      switch parameter.argument {
      case .pixel, .sampler, .destination: return []
      case .color: return arguments.floats(next).map(\.bitPattern)
      case .value(let type): return zip(scalars(type), arguments.floats(next)).map { $0.lane(of: $1) }
      }
    }
  }

  private func scalars(_ type: ValueType) -> [ScalarType] { program.types.scalars(type) }

  /// Throws for arguments that do not fit.
  func check(_ list: KernelArgumentList) throws(KernelError) {
    let parameters = parameters
    guard parameters.count == list.values.count else {
      throw .wrongArgumentCount(kernel: signature.name, expected: parameters.count, found: list.values.count)
    }
    for (index, parameter) in parameters.enumerated() {
      let value = list.values[index]
      guard let wanted = expected(parameter.argument, value) else { continue }
      throw .wrongArgument(
        kernel: signature.name, index: index, name: parameter.name, expected: wanted, found: value.summary)
    }
  }

  /// The type that a parameter takes, if a value does not match.
  private func expected(_ argument: KernelSignature.Argument, _ value: KernelValue) -> String? {
    switch (argument, value) {
    case (.pixel, .image), (.sampler, .image), (.destination, _), (.color, .color): return nil
    case (.pixel, _), (.sampler, _): return "an image"
    case (.color, .numbers(let numbers)): return numbers.count == 4 ? nil : "a colour"
    case (.color, _): return "a colour"
    case (.value(let type), .numbers(let numbers)):
      return numbers.count == program.types.lanes(type) ? nil : numbersWanted(type)
    // A vector of four components, or of three without alpha.
    case (.value(let type), .color):
      return type.scalar?.isFloat == true && [3, 4].contains(program.types.lanes(type)) ? nil : numbersWanted(type)
    case (.value(let type), _): return numbersWanted(type)
    }
  }

  private func numbersWanted(_ type: ValueType) -> String {
    let count = program.types.lanes(type)
    return count == 1
      ? "a number for '\(program.types.name(type))'" : "\(count) numbers for '\(program.types.name(type))'"
  }
}

extension ScalarType {
  /// The bits of a lane from a number that a client gave.
  fileprivate func lane(of number: Float) -> UInt32 {
    switch self {
    case .bool: number != 0 ? 1 : 0
    case .float, .half: number.bitPattern
    case .char: UInt32(bitPattern: Int32(Int8(truncatingIfNeeded: whole(number))))
    case .short: UInt32(bitPattern: Int32(Int16(truncatingIfNeeded: whole(number))))
    case .uchar: UInt32(UInt8(truncatingIfNeeded: whole(number)))
    case .ushort: UInt32(UInt16(truncatingIfNeeded: whole(number)))
    case .int: UInt32(bitPattern: Int32(clamping: whole(number)))
    case .uint: UInt32(clamping: whole(number))
    }
  }

  private func whole(_ number: Float) -> Int64 {
    Int64(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }
}

extension KernelValue {
  /// The type of the value, for errors.
  var summary: String {
    switch self {
    case .image: "an image"
    case .numbers(let numbers): numbers.count == 1 ? "a number" : "\(numbers.count) numbers"
    case .color: "a colour"
    case .bytes: "data"
    }
  }
}

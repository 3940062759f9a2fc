extension Checker {
  // MARK: Recursion

  /// Functions are inlined, which would never end where one calls itself. Calls of functions without a body are
  /// reported here as well.
  func refuseRecursion() {
    var heights: [Int: Int] = [:]
    var open: Set<Int> = []
    func visit(_ index: Int) {
      open.insert(index)
      var height = 0
      for call in functions[index].calls where !diagnostics.isFull {
        if open.contains(call.function) {
          diagnoseRecursion(index, call)
        } else if functions[call.function].syntax.body == nil {
          let note = Diagnostic.Note(message: "it is declared here", range: functions[call.function].syntax.range)
          diagnostics.error("'\(functions[call.function].syntax.name)' has no body", at: call.range, notes: [note])
        } else if open.count < Self.maximumCalls {
          if heights[call.function] == nil { visit(call.function) }
          height = max(height, heights[call.function] ?? 0)
        } else {
          height = Self.maximumHeight
        }
      }
      open.remove(index)
      heights[index] = height + functions[index].depth
      if height < Self.maximumHeight, height + functions[index].depth >= Self.maximumHeight {
        diagnostics.error(
          "'\(functions[index].syntax.name)' calls functions inside of functions too deeply",
          at: functions[index].syntax.range)
      }
    }
    for index in functions.indices where heights[index] == nil && !diagnostics.isFull { visit(index) }
  }

  /// The limits of nested calls, and of the levels of statements and expressions along them, for tree walks.
  private static let maximumCalls = 64
  private static let maximumHeight = 1500

  private func diagnoseRecursion(_ caller: Int, _ call: (function: Int, range: SourceRange)) {
    let name = functions[call.function].syntax.name
    let note = Diagnostic.Note(message: "'\(name)' begins here", range: functions[call.function].syntax.range)
    diagnostics.error(
      "'\(name)' calls itself\(caller == call.function ? "" : " by way of '\(functions[caller].syntax.name)'"); kernels have no recursion",
      at: call.range, notes: [note])
  }

  // MARK: Kernels

  /// Collects the functions that can be called from outside. A helper in `extern "C"` without a kernel's signature is
  /// silently skipped; one that is marked as a kernel is reported.
  func findKernels() {
    let bodies = functions.indices.filter {
      functions[$0].syntax.body != nil && functions[$0].structure == nil && !functions[$0].syntax.isUnnamed
        && !functions[$0].syntax.isFriend && functions[$0].bindings.isEmpty
    }
    var candidates = bodies.filter { functions[$0].syntax.isExported }
    // In a text without marks, every function with a kernel's signature is a kernel.
    let areMarked = !candidates.isEmpty
    if !areMarked { candidates = bodies }
    var refusals: [(refusal: Refusal, index: Int)] = []
    for index in candidates {
      switch signature(of: index) {
      case .success(let signature): program.kernels.append(signature)
      case .failure(let refusal): refusals.append((refusal, index))
      }
    }
    for refusal in refusals where functions[refusal.index].syntax.isKernel {
      diagnose(refusal.refusal, refusal.index, isError: dialect == .coreImage || program.kernels.isEmpty)
    }
    guard program.kernels.isEmpty, !diagnostics.hasErrors else { return }
    if let first = refusals.first(where: { _ in areMarked }) {
      return diagnose(first.refusal, first.index, isError: true)
    }
    if let shader = leftOut.first { return diagnoseOnlyShaders(shader) }
    let hint =
      dialect == .metal
      ? "mark a function that gives 'float4' or 'float2' with 'extern \"C\"' or '[[stitchable]]'"
      : "a kernel begins with 'kernel vec4' or 'kernel vec2'"
    diagnostics.error("the text has no kernel", at: SourceRange(file: 0, offset: 0, length: 0), hint: hint)
  }

  private func diagnose(_ refusal: Refusal, _ index: Int, isError: Bool) {
    let message = "'\(functions[index].syntax.name)' is no kernel: \(refusal.reason)"
    let range = functions[index].syntax.range
    if isError {
      diagnostics.error(message, at: range, hint: refusal.hint)
    } else {
      diagnostics.warning(message, at: range, hint: refusal.hint)
    }
  }

  /// Reports a text for a graphics pipeline, with a hint at the form of Core Image kernels.
  private func diagnoseOnlyShaders(_ shader: Shader) {
    diagnostics.error(
      "the text has no kernel of Core Image: '\(shader.name)' is a \(shader.kind) function", at: shader.range,
      hint:
        "a kernel gives the colour of one pixel: extern \"C\" float4 \(shader.name)(coreimage::sample_t s) { return s; }"
    )
  }

  private struct Refusal: Error {
    var reason: String
    var hint: String?
  }

  private func signature(of index: Int) -> Result<KernelSignature, Refusal> {
    let info = functions[index]
    var images = 0
    var samplers = 0
    var parameters: [KernelSignature.Parameter] = []
    for (place, (typed, syntax)) in zip(info.parameters, info.syntax.parameters).enumerated() {
      guard let argument = argument(typed, syntax, image: images) else {
        let type = program.types.name(typed.variable.type)
        return .failure(
          Refusal(
            reason: "its argument '\(syntax.name)' is '\(type)', which cannot be given from outside",
            hint: "numbers are given one by one or as vectors and matrices, a table as an image: 'sampler'"))
      }
      switch argument {
      case .sampler:
        samplers += 1
        images += 1
      case .pixel: images += 1
      default: break
      }
      // A parameter without a name gets one from its index.
      let name = syntax.name.isEmpty ? "argument\(place + 1)" : syntax.name
      parameters.append(KernelSignature.Parameter(name: name, argument: argument))
    }
    let family: KernelSignature.Family
    switch info.returnType {
    case .vector(let scalar, 4) where scalar.isFloat: family = samplers > 0 ? .general : .color
    case .vector(let scalar, 2) where scalar.isFloat:
      if images > 0 { return .failure(Refusal(reason: "a kernel that gives a position reads no image")) }
      family = .warp
    default:
      let colour = program.types.name(.float4)
      let place = program.types.name(.float2)
      let found = program.types.name(info.returnType)
      return .failure(Refusal(reason: "it gives '\(found)'; expected '\(colour)', a colour, or '\(place)', a position"))
    }
    return .success(
      KernelSignature(
        name: info.syntax.name, family: family, parameters: parameters, function: index, range: info.syntax.range))
  }

  private func argument(_ typed: TypedParameter, _ syntax: ParameterSyntax, image: Int) -> KernelSignature.Argument? {
    guard typed.passing == .value || typed.variable.isConst else { return nil }
    if pixels.contains(typed.variable.id) { return .pixel(image: image) }
    switch typed.variable.type {
    case .sampler: return .sampler(image: image, isTable: syntax.isTable)
    case .destination: return .destination
    case .scalar, .vector, .matrix: return syntax.type.name == "__color" ? .color : .value(typed.variable.type)
    default: return nil
    }
  }
}

extension IRBuilder {
  // MARK: Kernel

  /// Builds a kernel; nil where it is too large.
  mutating func build() -> KernelIR? {
    for global in program.globals {
      begin(global.variable, global.initial.map { build($0) } ?? zeros(global.variable.type))
    }
    let signature = ir.signature
    let function = program.functions[signature.function]
    for (place, parameter) in signature.parameters.enumerated() {
      let variable = function.parameters[place].variable
      begin(variable, given(parameter.argument, place, variable))
      if variable.isReference { bind(variable) }
    }
    let results = body(of: function)
    guard !isTooLarge else { return nil }
    ir.body = KernelIR.Region(instructions: emitter.given + instructions, yields: results)
    return ir
  }

  /// A kernel's parameter that is a constant reference stands for the argument itself.
  private mutating func bind(_ variable: Variable) {
    let lanes = Array(0..<program.types.lanes(variable.type))
    places[variable.id] = Place(storage: .slots(bases[variable.id] ?? 0), choices: [lanes])
  }

  private mutating func given(_ argument: KernelSignature.Argument, _ place: Int, _ variable: Variable) -> [Value] {
    let scalars = program.types.scalars(variable.type)
    switch argument {
    case .pixel(let image): return (0..<4).map { emit(.pixel(image: image, lane: $0), []) }
    case .sampler(let image, _): return [whole(image)]
    case .destination: return []
    case .color, .value:
      return scalars.enumerated().map { lane, scalar in
        emit(.argument(parameter: place, lane: lane), [], Self.kind(scalar))
      }
    }
  }

  mutating func zeros(_ type: ValueType) -> [Value] {
    program.types.scalars(type).map { constant(0, Self.kind($0)) }
  }

  /// Inlines the body of a function at its call.
  mutating func body(of function: TypedFunction) -> [Value] {
    guard let body = function.body else { return zeros(function.returnType) }
    let outer = (returnTarget, breakTargets, continueTargets, begun.count)
    defer {
      (returnTarget, breakTargets, continueTargets) = (outer.0, outer.1, outer.2)
      end(from: outer.3)
    }
    return block { builder, label in
      builder.returnTarget = label
      builder.run(body)
      return builder.zeros(function.returnType)
    }
  }

  // MARK: Statements

  mutating func run(_ statement: TypedStatement) {
    guard isReachable, !isTooLarge else { return }
    range = statement.range
    switch statement.kind {
    case .block(let statements): for inner in statements { run(inner) }
    case .evaluate(let expression): _ = build(expression)
    case .declare(let variable, let initial): begin(variable, initial.map { build($0) } ?? zeros(variable.type))
    case .refer(let variable, let target): places[variable.id] = place(target)
    case .condition(let condition, let then, let otherwise): run(condition, then, otherwise)
    case .loop(let condition, let step, let body, let isTestedFirst):
      loop(condition, step, body, isTestedFirst: isTestedFirst, statement)
    case .selection(let value, let sections): selection(build(value)[0], sections)
    case .breaking: if let label = breakTargets.last { exit(label) }
    case .continuing: if let label = continueTargets.last { exit(label) }
    case .returning(let value):
      let values = value.map { build($0) } ?? []
      exit(returnTarget, values)
    }
  }

  private mutating func run(_ condition: TypedExpression, _ then: TypedStatement, _ otherwise: TypedStatement?) {
    let test = build(condition)[0]
    choose(test, { $0.run(then) }, { if let otherwise { $0.run(otherwise) } })
  }

  // MARK: Loops

  private mutating func loop(
    _ condition: TypedExpression?, _ step: TypedExpression?, _ body: TypedStatement, isTestedFirst: Bool,
    _ statement: TypedStatement
  ) {
    let changed = changedSlots(statement)
    let place = statement.range
    _ = block { builder, exit in
      builder.breakTargets.append(exit)
      defer { builder.breakTargets.removeLast() }
      builder.loop(changed, place) { builder in
        if isTestedFirst { builder.leave(exit, unless: condition) }
        builder.body(body)
        if !isTestedFirst { builder.leave(exit, unless: condition) }
        if let step, builder.isReachable { _ = builder.build(step) }
      }
      return []
    }
  }

  private mutating func leave(_ label: Int, unless condition: TypedExpression?) {
    guard isReachable, let condition else { return }
    exit(label, unless: build(condition)[0])
  }

  /// The body of a loop, which `continue` leaves.
  private mutating func body(_ body: TypedStatement) {
    _ = block { builder, label in
      builder.continueTargets.append(label)
      defer { builder.continueTargets.removeLast() }
      builder.run(body)
      return []
    }
  }

  private mutating func loop(_ changed: [Int], _ place: SourceRange, _ body: (inout IRBuilder) -> Void) {
    let live = changed.filter { slots[$0] != nil }
    let initial = live.compactMap { slots[$0] }
    // Integer values are usually counters and uniform; sums of floats usually are not. The analysis decides later.
    let arguments = initial.map { value(ir.info($0).kind, isVarying: ir.info($0).kind == .float || isVarying($0)) }
    let built = region { builder in
      for (slot, argument) in zip(live, arguments) { builder.slots[slot] = argument }
      body(&builder)
      return zip(live, arguments).map { builder.slots[$0] ?? $1 }
    }
    append(
      .loop(
        arguments: arguments, initial: initial,
        KernelIR.Region(
          instructions: built.instructions, yields: built.isReachable ? built.values : [],
          isEndReached: built.isReachable),
        place))
    isReachable = false
  }

  /// The slots of current variables that a statement may change.
  private func changedSlots(_ statement: TypedStatement) -> [Int] {
    var scan = AssignmentAnalysis(program)
    scan.visit(statement)
    var result: Set<Int> = []
    for id in scan.variables {
      if let place = places[id], case .slots(let base) = place.storage {
        for lane in place.choices.joined() { result.insert(base + lane) }
      }
      guard let base = bases[id], let variable = begun.last(where: { $0.id == id }) else { continue }
      for lane in 0..<program.types.lanes(variable.type) { result.insert(base + lane) }
    }
    return result.filter { slots.indices.contains($0) && slots[$0] != nil }.sorted()
  }

  // MARK: Switch

  /// The sections in order; each runs where its label matches or the one before it fell through.
  private mutating func selection(_ value: Value, _ sections: [TypedSection]) {
    let matches = sections.map { section in
      section.labels.reduce(bool(false)) { emit(.or, [$0, emit(.eq, [value, whole(Int($1))])]) }
    }
    let any = matches.reduce(bool(false)) { emit(.or, [$0, $1]) }
    let none = emit(.eq, [any, bool(false)])
    let variable = Variable(id: -1 - labels.count, name: "", type: .bool, isReference: false, isConst: false)
    let mark = begun.count
    begin(variable, [bool(false)])
    guard let falling = bases[variable.id] else { return }
    _ = block { builder, exit in
      builder.breakTargets.append(exit)
      defer { builder.breakTargets.removeLast() }
      for (section, match) in zip(sections, matches) where builder.isReachable {
        let fell = builder.slots[falling] ?? builder.bool(false)
        var runs = builder.emit(.or, [fell, match])
        if section.isDefault { runs = builder.emit(.or, [runs, none]) }
        builder.choose(runs, { $0.run(section, falling: falling) }, { _ in })
      }
      return []
    }
    end(from: mark)
  }

  private mutating func run(_ section: TypedSection, falling: Int) {
    for statement in section.statements { run(statement) }
    slots[falling] = bool(true)
  }
}

/// Turns a kernel of a checked program into the IR: functions are inlined, vectors are split into lanes.
struct IRBuilder: IREmitting {
  let program: TypedProgram
  let limits: KernelLimits
  var emitter: IREmitter
  var isReachable = true

  /// The current value of each lane of each variable; nil before a variable begins and after it ends.
  var slots: [Value?] = []
  /// First slot of a variable.
  var bases: [Int: Int] = [:]
  var nextSlot = 0
  var memories: [Int: Int] = [:]
  var tables: [Int: Int] = [:]
  /// The places that references and pointers refer to.
  var places: [Int: Place] = [:]
  /// The variables that began in the current scope and end with it.
  var begun: [Variable] = []

  var labels: [Label] = []
  var breakTargets: [Int] = []
  var continueTargets: [Int] = []
  var returnTarget = -1

  init(_ program: TypedProgram, _ kernel: KernelSignature, limits: KernelLimits) {
    self.program = program
    self.limits = limits
    emitter = IREmitter(KernelIR(signature: kernel), limit: limits.instructions)
  }

  static func kind(_ scalar: ScalarType) -> Kind { scalar.isFloat ? .float : scalar == .bool ? .bool : .whole }
}

/// Turns a kernel of a checked program into the typed form: functions put in place, vectors taken apart into lanes.
struct FormBuilder: FormWriting {
  let program: TypedProgram
  let limits: KernelLimits
  var lines: FormLines
  var isReachable = true

  /// The value of each lane of each variable now; nil before a variable begins and after it ends.
  var slots: [Value?] = []
  /// First slot of a variable.
  var bases: [Int: Int] = [:]
  var nextSlot = 0
  var memories: [Int: Int] = [:]
  var tables: [Int: Int] = [:]
  /// What references and pointers stand for.
  var places: [Int: Place] = [:]
  /// Variables that began in the scope that is being built, to end them with it.
  var begun: [Variable] = []

  var labels: [Label] = []
  var breakTargets: [Int] = []
  var continueTargets: [Int] = []
  var returnTarget = -1

  init(_ program: TypedProgram, _ kernel: KernelSignature, limits: KernelLimits) {
    self.program = program
    self.limits = limits
    lines = FormLines(KernelForm(signature: kernel), limit: limits.instructions)
  }

  static func kind(_ scalar: ScalarType) -> Kind { scalar.isFloat ? .float : scalar == .bool ? .bool : .whole }
}

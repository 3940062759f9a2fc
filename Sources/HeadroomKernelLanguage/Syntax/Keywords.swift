/// Words with a fixed meaning.
enum Keywords {
  /// Words before a type that mean nothing in a kernel, or that the parser handles elsewhere.
  static let qualifiers: Set<String> = [
    "const", "constexpr", "static", "inline", "extern", "volatile", "thread", "constant", "device", "threadgroup",
    "uniform", "varying", "lowp", "mediump", "highp", "precise", "register", "typename", "METAL_FUNC", "__inline",
    "__inline__", "flat", "mutable", "friend", "explicit", "__restrict", "restrict", "struct", "class", "enum",
  ]

  /// Qualifiers of the older language, free as names in the newer one.
  static let glslOnly: Set<String> = ["uniform", "varying", "lowp", "mediump", "highp", "precise", "flat"]

  static let statements: Set<String> = [
    "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "return", "discard",
    "typedef",
    "using", "struct", "class", "enum", "template", "namespace", "operator", "goto", "sizeof", "static_assert",
  ]

  /// Keywords that an unknown name may be a misspelling of.
  static let misspelt = ["return", "else", "for", "while", "switch", "break", "continue", "struct", "const"]

  /// Features of C++ that are not supported in kernels.
  static let refused: [String: Refusal] = [
    "goto": Refusal("'goto' is not supported", "use a loop with 'break', or a function with 'return'"),
    "try": Refusal("exceptions are not supported"),
    "throw": Refusal("exceptions are not supported"),
    "new": Refusal("memory cannot be allocated in a kernel", "declare an array of a size that is known"),
    "delete": Refusal("memory cannot be allocated in a kernel"),
    "asm": Refusal("machine code is not supported"),
    "virtual": Refusal(
      "virtual functions are not supported", "choose with 'switch', or call a function of the type itself"),
    "union": Refusal("unions are not supported", "read the bits of a number as another type with 'as_type<uint>(x)'"),
    "nullptr": Refusal("kernels have no null pointers", "a pointer is made of a variable: '&x'"),
    "template": Refusal("templates can only stand outside of functions"),
  ]
}

/// Why something is not supported, and what to write instead.
struct Refusal {
  let message: String
  let hint: String?

  init(_ message: String, _ hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// Names of types that both the parser and the checker need.
enum TypeNames {
  /// Whether a name is a type of the language, so that `name(...)` makes a value.
  static func isKnown(_ name: String, _ dialect: KernelDialect) -> Bool {
    BuiltinTypes.type(named: name, dialect) != nil || templates.contains(name) || BuiltinTypes.refusal(of: name) != nil
  }

  static let templates: Set<String> = [
    "vec", "matrix", "array", "texture2d", "texture1d", "texture3d", "texturecube", "atomic",
  ]
}

/// Words with a fixed meaning.
enum Keywords {
  /// Words before a type that say nothing to a kernel, or that the parser notes elsewhere.
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

  /// Parts of C++ that kernels do not have here, with what to say of them.
  static let refused: [String: String] = [
    "goto": "'goto' is not supported",
    "try": "exceptions are not supported",
    "throw": "exceptions are not supported",
    "new": "memory cannot be allocated in a kernel",
    "delete": "memory cannot be allocated in a kernel",
    "asm": "machine code is not supported",
    "virtual": "virtual functions are not supported",
    "union": "unions are not supported",
    "template": "templates can only stand outside of functions",
  ]
}

/// Names of types that both parser and checker have to know.
enum TypeNames {
  /// Whether a name is a type of the language, so that `name(...)` makes a value.
  static func isKnown(_ name: String, _ dialect: KernelDialect) -> Bool {
    BuiltinTypes.type(named: name, dialect) != nil || templates.contains(name) || BuiltinTypes.refusal(of: name) != nil
  }

  static let templates: Set<String> = [
    "vec", "matrix", "array", "texture2d", "texture1d", "texture3d", "texturecube", "atomic",
  ]
}

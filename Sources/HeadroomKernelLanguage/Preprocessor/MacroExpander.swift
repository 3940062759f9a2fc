/// Replaces macros in a run of tokens. Replacement lists are pushed as frames, so that the arguments of a macro may
/// follow after the list that named it; a macro is disabled while its own frame is read.
struct MacroExpander {
  struct Frame {
    var tokens: [Token]
    var index = 0
    var macro: String?
  }

  let macros: [String: Macro]
  let limits: KernelLimits
  let diagnostics: Diagnostics
  /// The number of tokens read so far by this compilation; its limit ends macros that keep doubling.
  var work: Int
  private var frames: [Frame] = []
  private var active: [String: Int] = [:]

  init(macros: [String: Macro], limits: KernelLimits, diagnostics: Diagnostics, work: Int) {
    self.macros = macros
    self.limits = limits
    self.diagnostics = diagnostics
    self.work = work
  }

  mutating func expand(_ tokens: [Token], depth: Int = 0) -> [Token] {
    let outer = frames
    frames = [Frame(tokens: tokens)]
    defer { frames = outer }
    var output: [Token] = []
    while var token = next() {
      guard work <= limits.tokens else {
        diagnostics.error("macros make more than \(limits.tokens) tokens", at: token.range)
        break
      }
      guard token.kind == .identifier, !token.isPainted, let macro = macros[token.text] else {
        output.append(token)
        continue
      }
      if active[token.text, default: 0] > 0 {
        token.isPainted = true
        output.append(token)
      } else if !replace(token, macro, depth: depth) {
        output.append(token)
      }
    }
    // An aborted run leaves frames behind; popping them enables their macros again.
    while !frames.isEmpty { popFrame() }
    return output
  }

  // MARK: Frames

  private mutating func next() -> Token? {
    while let last = frames.indices.last {
      if frames[last].index < frames[last].tokens.count {
        frames[last].index += 1
        work += 1
        return frames[last].tokens[frames[last].index - 1]
      }
      popFrame()
    }
    return nil
  }

  private mutating func popFrame() {
    guard let frame = frames.popLast(), let name = frame.macro else { return }
    active[name, default: 1] -= 1
  }

  private func peeked() -> Token? {
    for frame in frames.reversed() where frame.index < frame.tokens.count { return frame.tokens[frame.index] }
    return nil
  }

  // MARK: Replacement

  /// Pushes the replacement of a macro; false where a function-like macro's name has no arguments.
  private mutating func replace(_ token: Token, _ macro: Macro, depth: Int) -> Bool {
    guard let parameters = macro.parameters else {
      push(paste(macro.body), for: token)
      return true
    }
    guard peeked()?.is("(") == true else { return false }
    guard let arguments = readArguments(token) else { return true }
    guard let bound = bind(arguments, parameters, macro, token) else { return true }
    guard depth < limits.macroDepth else {
      diagnostics.error("macros are nested deeper than \(limits.macroDepth)", at: token.range)
      return true
    }
    push(substitute(macro, bound, depth: depth), for: token)
    return true
  }

  private mutating func push(_ tokens: [Token], for token: Token) {
    var tokens = tokens
    for index in tokens.indices {
      tokens[index].range = token.range
      tokens[index].startsLine = false
    }
    if !tokens.isEmpty { tokens[0].followsSpace = token.followsSpace }
    frames.append(Frame(tokens: tokens, macro: token.text))
    active[token.text, default: 0] += 1
  }

  /// The tokens between the brackets, split at commas outside inner brackets; nil where the closing bracket is missing.
  private mutating func readArguments(_ name: Token) -> [[Token]]? {
    _ = next()
    var arguments: [[Token]] = [[]]
    var depth = 0
    while let token = next(), work <= limits.tokens {
      if token.is("(") { depth += 1 }
      if token.is(")") {
        if depth == 0 { return arguments }
        depth -= 1
      }
      if token.is(","), depth == 0 { arguments.append([]) } else { arguments[arguments.count - 1].append(token) }
    }
    diagnostics.error("the arguments of macro '\(name.text)' have no end", at: name.range, hint: "expected ')'")
    return nil
  }

  private func bind(_ arguments: [[Token]], _ parameters: [String], _ macro: Macro, _ token: Token) -> [String:
    [Token]]?
  {
    var arguments = arguments
    if parameters.isEmpty, arguments.count == 1, arguments[0].isEmpty { arguments = [] }
    if macro.isVariadic, arguments.count == parameters.count - 1 { arguments.append([]) }
    if macro.isVariadic, arguments.count > parameters.count {
      let tail = arguments[(parameters.count - 1)...]
      let comma = Token(kind: .punctuator, text: ",", range: token.range)
      arguments = Array(arguments[..<(parameters.count - 1)]) + [Array(tail.joined(separator: [comma]))]
    }
    guard arguments.count == parameters.count else {
      let note = Diagnostic.Note(message: "macro '\(token.text)' is defined here", range: macro.range)
      diagnostics.error(
        "macro '\(token.text)' takes \(counted(parameters.count, "argument")), not \(arguments.count)", at: token.range,
        notes: [note])
      return nil
    }
    return Dictionary(zip(parameters, arguments)) { first, _ in first }
  }

  private mutating func substitute(_ macro: Macro, _ bound: [String: [Token]], depth: Int) -> [Token] {
    var output: [Token] = []
    var expanded: [String: [Token]] = [:]
    let body = macro.body
    for (index, token) in body.enumerated() {
      guard work <= limits.tokens else { return output }
      guard let argument = token.kind == .identifier ? bound[token.text] : nil else {
        if !(token.is("#") && body.indices.contains(index + 1) && bound[body[index + 1].text] != nil) {
          output.append(token)
        }
        continue
      }
      if index > 0, body[index - 1].is("#") {
        let text = argument.map(\.text).joined(separator: " ")
        output.append(Token(kind: .string, text: "\"\(text)\"", range: token.range))
      } else if (index > 0 && body[index - 1].is("##")) || (index + 1 < body.count && body[index + 1].is("##")) {
        output += argument
        work += argument.count
      } else {
        let tokens = expanded[token.text] ?? expand(argument, depth: depth + 1)
        expanded[token.text] = tokens
        output += tokens
        work += tokens.count
      }
    }
    return paste(output)
  }

  /// Joins the tokens on both sides of `##`.
  private func paste(_ tokens: [Token]) -> [Token] {
    guard tokens.contains(where: { $0.is("##") }) else { return tokens }
    var output: [Token] = []
    var index = 0
    while index < tokens.count {
      if tokens[index].is("##"), let left = output.last, index + 1 < tokens.count {
        output[output.count - 1] = joined(left, tokens[index + 1])
        index += 2
      } else {
        output.append(tokens[index])
        index += 1
      }
    }
    return output
  }

  private func joined(_ left: Token, _ right: Token) -> Token {
    var token = left
    token.text = String((left.text + right.text).prefix(1024))
    if left.kind == .punctuator, right.kind != .punctuator { token.kind = right.kind }
    return token
  }
}

/// A count with its noun: `1 argument`, `2 arguments`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

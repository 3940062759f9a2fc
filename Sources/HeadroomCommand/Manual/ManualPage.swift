/// The manual page in the macros of man(7), made from the verbs' own descriptions.
struct ManualPage {
  private let root: CommandModel
  /// Options that every verb takes, which are described once.
  private let shared: [CommandModel.Argument]

  init(_ root: CommandModel) {
    self.root = root
    let verbs = Self.leaves(root, [])
    let options = verbs.first?.model.arguments ?? []
    shared = options.filter { option in
      option.kind != .positional && option.shouldDisplay
        && verbs.allSatisfy { $0.model.argument(spelled: option.spelling)?.abstract == option.abstract }
    }
  }

  var text: String {
    let name = root.commandName
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(RootCommand.version)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(Self.escaped(root.abstract ?? ""))",
      ".SH SYNOPSIS", ".B \(name)", ".I verb", "[\\fIoptions\\fR] [\\fIfiles\\fR]",
      ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(root.discussion ?? "")
    lines.append(".SH VERBS")
    for (path, verb) in Self.leaves(root, []) { lines += describe(verb, path) }
    lines.append(".SH OPTIONS OF EVERY VERB")
    for option in shared { lines += Self.describe(option) }
    return lines.joined(separator: "\n")
  }

  private typealias Verb = (path: [String], model: CommandModel)

  /// The executable verbs, with their full names.
  private static func leaves(_ command: CommandModel, _ path: [String]) -> [Verb] {
    command.shownSubcommands.flatMap { verb -> [Verb] in
      let path = path + [verb.commandName]
      let below = leaves(verb, path)
      return below.isEmpty || verb.takesFiles ? [(path, verb)] + below : below
    }
  }

  private func describe(_ verb: CommandModel, _ path: [String]) -> [String] {
    let arguments = (verb.arguments ?? []).filter(\.shouldDisplay)
    let names = arguments.filter { $0.kind == .positional }.map { argument in
      let name = "\\fI\(Self.escaped(argument.valueName ?? "file"))\\fR" + (argument.isRepeating ? " ..." : "")
      return argument.isOptional && !argument.isRepeating ? "[\(name)]" : name
    }
    var lines = [
      ".SS \(([root.commandName] + path).joined(separator: " "))",
      Self.escaped(verb.abstract ?? ""), ".PP",
      "\\fB\(([root.commandName] + path).joined(separator: " "))\\fR "
        + (names + ["[\\fIoptions\\fR]"]).joined(separator: " "),
    ]
    lines += Self.paragraphs(verb.discussion ?? "")
    let own = arguments.filter { option in !shared.contains { $0.spelling == option.spelling } }
    for argument in own { lines += Self.describe(argument) }
    return lines
  }

  private static func describe(_ argument: CommandModel.Argument) -> [String] {
    var head = argument.spellings.isEmpty ? [argument.spelling] : argument.spellings
    head = head.map { "\\fB\(escaped($0))\\fR" }
    var text = argument.abstract ?? ""
    if let values = argument.allValues, !values.isEmpty, argument.valueName?.contains("|") != true {
      text += " One of \(values.joined(separator: ", "))."
    }
    if let value = argument.defaultValue, argument.kind == .option { text += " \(value) without it." }
    let value = argument.kind == .option ? " \\fI\(escaped(argument.valueName ?? "value"))\\fR" : ""
    return [".TP", head.joined(separator: ", ") + value, escaped(text.isEmpty ? "\u{2014}" : text)]
  }

  /// Prose is filled; examples, which begin with a command, keep their lines.
  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    var isExample: Bool?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let showsCommand = line.hasPrefix("headroom ") || line.contains(" | headroom ")
      if line.isEmpty {
        if isExample == true { lines.append(".EE") }
        isExample = nil
        continue
      }
      if isExample != showsCommand {
        if isExample == true { lines.append(".EE") }
        lines.append(".PP")
        if showsCommand { lines.append(".EX") }
        isExample = showsCommand
      }
      lines.append(escaped(String(line)))
    }
    return lines + (isExample == true ? [".EE"] : [])
  }

  /// Text escaped against macros and hyphenation.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}

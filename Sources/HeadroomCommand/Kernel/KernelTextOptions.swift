internal import ArgumentParser
internal import Headroom
internal import HeadroomKernelLanguage

/// Options for reading kernel text.
struct KernelTextOptions: ParsableArguments {
  enum Dialect: String, ExpressibleByArgument, CaseIterable {
    case auto
    case metal
    case coreimage

    /// Nil derives it from the name and the text.
    var language: KernelDialect? {
      switch self {
      case .auto: nil
      case .metal: .metal
      case .coreimage: .coreImage
      }
    }
  }

  @Option(
    name: [.customShort("I"), .customLong("include-directory")],
    help: ArgumentHelp("Folder to look for included files in, after the text's own; repeatable.", valueName: "dir"),
    completion: .directory)
  var includeDirectories: [String] = []

  @Option(
    name: [.customShort("D"), .customLong("define")],
    help: ArgumentHelp(
      "Define a name before the text is read, as 1 without a value; repeatable.", valueName: "name[=value]"),
    transform: KernelDefinition.init(parsing:))
  var definitions: [KernelDefinition] = []

  @Option(
    help: ArgumentHelp(
      "Language of the text: 'metal', 'coreimage' (the older kernel language), or 'auto', by the name and the text.",
      valueName: "auto|metal|coreimage"))
  var dialect: Dialect = .auto

  /// Splits `-DNAME=1` and `-Idir`, as compilers accept them, into two arguments each for the argument parser.
  static func separated(_ arguments: [String]) -> [String] {
    guard arguments.first == "kernel" else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap { argument in
      let isJoined = argument.count > 2 && (argument.hasPrefix("-D") || argument.hasPrefix("-I"))
      return isJoined ? [String(argument.prefix(2)), String(argument.dropFirst(2))] : [argument]
    } + arguments[end...]
  }
}

/// `NAME` or `NAME=VALUE`.
struct KernelDefinition: Sendable {
  let name: String
  let value: String

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(parts[0])
    value = parts.count > 1 ? String(parts[1]) : "1"
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard isName, let first = name.first, !first.isNumber else {
      throw ValidationError("'\(name)' is not a name; write NAME or NAME=VALUE")
    }
    // A line break would begin a new directive.
    guard !value.contains(where: \.isNewline) else { throw ValidationError("the value of '\(name)' has a line break") }
  }
}

internal import ArgumentParser
internal import Glibc
internal import Headroom
internal import HeadroomPictures

@main
enum Main {
  static func main() {
    StandardStreams.occupyClosed()
    StandardStreams.ignoreWriteSignals()
    ProcessLimits.withLargeStack { exit(run(KernelTextOptions.separated(arguments())).rawValue) }
  }

  /// The arguments; names that are not UTF-8 are kept as ``SystemPath`` does.
  private static func arguments() -> [String] {
    let pointers = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return unsafe pointers.dropFirst().compactMap { pointer in
      unsafe pointer.map { unsafe SystemPath.string(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try ProcessLimits.check()
      var verb = try parsed(arguments)
      try CommonOptions.checkMemoryLimit()
      CrashReport.install()
      Interruption.watch()
      try verb.run()
      return .success
    } catch let error as SomeInputsFailed {
      return error.status
    } catch let error as PictureError {
      return ErrorReport.write(error, asJSON: arguments.contains("--json"))
    } catch {
      let asJSON = arguments.contains("--json")
      if let problem = ArgumentDiagnosis.problem(in: arguments) { return ErrorReport.write(problem, asJSON: asJSON) }
      return reportParsing(error, asJSON: asJSON)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    // The parser gives options to the upper of two verbs that both have them, so the lower one is parsed by itself.
    if arguments.count > 1, arguments[0] == BatchCommand.configuration.commandName,
      let lower = BatchCommand.configuration.subcommands.first(where: { $0.configuration.commandName == arguments[1] })
    {
      return try lower.parseAsRoot(Array(arguments.dropFirst(2)))
    }
    return try RootCommand.parseAsRoot(arguments)
  }

  /// Reports an error of the argument parser: requested help and version are not failures; the rest is wrong usage.
  private static func reportParsing(_ error: any Error, asJSON: Bool) -> ExitStatus {
    if RootCommand.exitCode(for: error) == .success {
      let text = RootCommand.fullMessage(for: error)
      do throws(PictureError) {
        if !text.isEmpty { try StandardStreams.print(text) }
        return .success
      } catch {
        return ErrorReport.write(error, asJSON: asJSON)
      }
    }
    return ErrorReport.write(.usage(RootCommand.message(for: error)), asJSON: asJSON)
  }
}

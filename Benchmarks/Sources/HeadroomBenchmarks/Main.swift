import Foundation

@main
enum Main {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func run() throws {
    let arguments = CommandLine.arguments
    if let flag = arguments.firstIndex(of: "--decode-once") {
      try DecodeCase.decodeOnce(arguments[flag + 1])
      return
    }
    if let flag = arguments.firstIndex(of: "--filter-alone") {
      try FilteredPicture.runAlone(Array(arguments[(flag + 1)...]))
      return
    }
    if arguments.contains("--chain-once") {
      ScalingCase.chainOnce()
      return
    }
    let wish = try Wish(arguments.dropFirst())
    let scratch = FileManager.default.temporaryDirectory.appending(path: "headroom-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let photo = try Repository.gainMapPhoto(in: scratch)
    var report = Report()
    for name in names where wish.only == nil || wish.only == name {
      try run(name, wish, photo, scratch, &report)
    }
    if wish.only == nil { try report.write(rounds: wish.rounds) }
  }

  /// What can be measured, in the order of a whole run.
  static let names = [
    "tonemap", "scaling", "decode", "chain", "blur", "median", "table", "fast", "filters", "recipe", "kernels",
    "planning", "video",
    "encode", "convert", "thumbnail", "info", "large",
  ]

  private static func run(
    _ name: String, _ wish: Wish, _ photo: (path: String, name: String), _ scratch: URL, _ report: inout Report
  ) throws {
    let rounds = wish.rounds
    switch name {
    case "tonemap": try ToneMapCase(rounds: rounds, scratch: scratch).run(&report)
    case "scaling": try ScalingCase(rounds: rounds).run(&report)
    case "decode": try DecodeCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    case "chain": try ChainCase(rounds: rounds, scratch: scratch).run(&report)
    case "blur": try BlurCase(rounds: min(rounds, 3), scratch: scratch).run(&report)
    case "median": try MedianCase(rounds: min(rounds, 3), scratch: scratch).run(&report)
    case "table": try TableCase(rounds: min(rounds, 5), scratch: scratch).run(&report)
    case "fast": try FastCase(rounds: min(rounds, 5), scratch: scratch).run(&report)
    case "filters": try FiltersCase(rounds: min(rounds, 3), names: wish.filters, scratch: scratch).run(&report)
    case "recipe": try RecipeCase(rounds: min(rounds, 5), scratch: scratch).run(&report)
    case "kernels": try KernelCase(rounds: rounds, scratch: scratch).run(&report)
    case "planning": PlanningCase(rounds: rounds).run(&report)
    case "video": try VideoCase(rounds: rounds, scratch: scratch).run(&report)
    case "encode": try EncodeCase(rounds: min(rounds, 3), photo: photo, scratch: scratch).run(&report)
    case "convert": try ConvertCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    case "thumbnail": try ThumbnailCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    case "info": try InfoCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    default: try LargeCase(photo: photo, scratch: scratch).run(&report)
    }
  }
}

/// What the command line asks for.
private struct Wish {
  var rounds = 9
  /// One of ``Main/names``; nil for all.
  var only: String?
  /// Of "filters", those that are measured; empty for all.
  var filters: Set<String> = []

  private struct Usage: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "\(reason); usage: HeadroomBenchmarks [--only NAME] [--rounds N] [--names FILTER,...]; NAME is one of "
        + Main.names.joined(separator: ", ")
    }
  }

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      guard let value = arguments.next() else { throw Usage(reason: "'\(option)' is not known, or lacks its value") }
      switch option {
      case "--rounds":
        guard let count = Int(value), count > 0 else { throw Usage(reason: "'\(value)' is no number of rounds") }
        rounds = count
      case "--only":
        guard Main.names.contains(value) else { throw Usage(reason: "'\(value)' is not measured") }
        only = value
      case "--names": filters = Set(value.split(separator: ",").map(String.init))
      default: throw Usage(reason: "'\(option)' is not known")
      }
    }
  }
}

import Foundation

@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    if let flag = arguments.firstIndex(of: "--decode-once") {
      try DecodeCase.decodeOnce(arguments[flag + 1])
      return
    }
    if let flag = arguments.firstIndex(of: "--filter-alone") {
      FilteredPicture.runAlone(Array(arguments[(flag + 1)...]))
      return
    }
    if arguments.contains("--chain-once") {
      ScalingCase.chainOnce()
      return
    }
    let rounds = arguments.firstIndex(of: "--rounds").flatMap { Int(arguments[$0 + 1]) } ?? 9
    let only = arguments.firstIndex(of: "--only").map { arguments[$0 + 1] }
    let scratch = FileManager.default.temporaryDirectory.appending(path: "headroom-benchmarks-\(getpid())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let photo = try Repository.gainMapPhoto(in: scratch)
    var report = Report()
    if only == nil || only == "tonemap" { try ToneMapCase(rounds: rounds, scratch: scratch).run(&report) }
    if only == nil || only == "scaling" { try ScalingCase(rounds: rounds).run(&report) }
    if only == nil || only == "decode" { try DecodeCase(rounds: rounds, photo: photo, scratch: scratch).run(&report) }
    if only == nil || only == "chain" { try ChainCase(rounds: rounds, scratch: scratch).run(&report) }
    if only == nil || only == "blur" { try BlurCase(rounds: min(rounds, 3), scratch: scratch).run(&report) }
    if only == nil || only == "table" { try TableCase(rounds: min(rounds, 5), scratch: scratch).run(&report) }
    if only == nil || only == "fast" { try FastCase(rounds: min(rounds, 5), scratch: scratch).run(&report) }
    if only == nil || only == "filters" {
      let names = arguments.firstIndex(of: "--names").map { arguments[$0 + 1].split(separator: ",").map(String.init) }
      try FiltersCase(rounds: min(rounds, 3), names: Set(names ?? []), scratch: scratch).run(&report)
    }
    if only == nil || only == "recipe" { try RecipeCase(rounds: min(rounds, 5), scratch: scratch).run(&report) }
    if only == nil || only == "kernels" { try KernelCase(rounds: rounds, scratch: scratch).run(&report) }
    if only == nil || only == "planning" { PlanningCase(rounds: rounds).run(&report) }
    if only == nil || only == "encode" {
      try EncodeCase(rounds: min(rounds, 3), photo: photo, scratch: scratch).run(&report)
    }
    if only == nil || only == "convert" {
      try ConvertCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    }
    if only == nil || only == "thumbnail" {
      try ThumbnailCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    }
    if only == nil || only == "info" {
      try InfoCase(rounds: rounds, photo: photo, scratch: scratch).run(&report)
    }
    if only == nil || only == "large" { try LargeCase(photo: photo, scratch: scratch).run(&report) }
    if only == nil { try report.write(rounds: rounds) }
  }
}

internal import CFuzzer
internal import Foundation
internal import HeadroomPixels

/// Runs libFuzzer on one parser.
///
///     HEADROOM_FUZZ_TARGET=png headroom-fuzz [libFuzzer's options] CORPUS
///     headroom-fuzz list
///     headroom-fuzz seeds FOLDER
///
/// The target comes in the environment because libFuzzer starts itself again with its own arguments.
@main
enum Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().first == "list" { return print(FuzzTarget.all.map(\.name).joined(separator: "\n")) }
    if arguments.count == 3, arguments[1] == "seeds" { return try writeSeeds(to: URL(filePath: arguments[2])) }
    let name = ProcessInfo.processInfo.environment["HEADROOM_FUZZ_TARGET"] ?? ""
    guard FuzzTarget.all.contains(where: { $0.name == name }) else {
      print("HEADROOM_FUZZ_TARGET is '\(name)'; targets: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
      exit(2)
    }
    // One thread: an input does the same every time.
    ThreadPool.shared.workerCount = 1
    var count = CommandLine.argc
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
    let code = unsafe LLVMFuzzerRunDriver(&count, &values) { bytes, size in
      FuzzTarget.current.run(unsafe Array(UnsafeBufferPointer(start: bytes, count: size)))
      return 0
    }
    exit(code)
  }

  private static func writeSeeds(to folder: URL) throws {
    for target in FuzzTarget.all {
      let place = folder.appending(path: target.name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (index, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: place.appending(path: "seed-\(index)"))
      }
    }
  }
}

import Foundation

/// `headroom info` on a thousand files against exiftool, each in one process.
struct InfoCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  func run(_ report: inout Report) throws {
    let files = try links(to: photos())
    try report.section("What is in \(files.count) files, as JSON, one process") { report in
      guard let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first(where: isExecutable) else {
        throw BenchmarkError("exiftool is not installed (Debian's libimage-exiftool-perl)")
      }
      let comparison = try Comparison("exiftool -json", rounds: rounds) {
        try Clock.measure(Repository.command, ["info", "--json"] + files)
      } theirs: {
        try Clock.measure(exiftool, ["-json", "-q"] + files)
      }
      report.add(comparison, wanted: "10x wall")
    }
  }

  private func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Real photos of all kinds where the test data is, else the one photo.
  private func photos() -> [String] {
    let data = ProcessInfo.processInfo.environment["HEADROOM_TEST_DATA"] ?? Repository.path("../shared/data")
    let kinds = ["ultrahdr", "jpeg-apple-gainmap", "heic-tmap", "heic-apple-gainmap", "avif-gainmap", "png-hdr"]
    let wanted: Set<String> = ["jpg", "heic", "avif", "png"]
    let found = kinds.flatMap { kind in
      let folder = "\(data)/stills/\(kind)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().map { "\(folder)/\($0)" }
    }.filter { path in
      wanted.contains(URL(filePath: path).pathExtension.lowercased()) && !path.hasSuffix("/ultrahdr.jpg")
        && (try? Clock.measure(Repository.command, ["info", path])) != nil
    }
    return found.isEmpty ? [photo.path] : found
  }

  private func links(to photos: [String]) throws -> [String] {
    let folder = scratch.appending(path: "thousand")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try (0..<1000).map { number in
      let photo = photos[number % photos.count]
      let link = folder.appending(path: "\(number).\(URL(filePath: photo).pathExtension)").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photo)
      return link
    }
  }
}

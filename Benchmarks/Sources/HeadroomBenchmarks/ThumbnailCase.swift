import Foundation

/// `headroom thumbnail` over many 12-megapixel photos against libvips and Pillow, which lose the HDR.
struct ThumbnailCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  private static let count = 16

  func run(_ report: inout Report) throws {
    let folder = scratch.appending(path: "thumbnails")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let photos = try (0..<Self.count).map { number in
      let link = scratch.appending(path: "photo-\(number).jpg").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: photo.path)
      return link
    }
    let options = ["--size", "512", "--output-directory", folder.path, "--overwrite", "--quiet"]
    let title = "512-pixel thumbnails of \(Self.count) copies of \(photo.name), gain map kept here and lost there"
    try report.section(title) { report in
      for (name, library) in [("vips", "libvips"), ("pillow", "Pillow")] {
        do {
          let peer = try Peer()
          let version = try peer.run("\(name).version")["version"] as? String ?? library
          let request: [String: Any] = ["files": photos, "size": 512, "folder": folder.path]
          let comparison = try Comparison(version, rounds: rounds) {
            try Clock.measure(Repository.command, ["thumbnail"] + photos + options)
          } theirs: {
            try peer.cost("\(name).thumbnails", request)
          }
          report.add(comparison, wanted: "2x wall")
        } catch {
          report.note("\(library) was not measured: \(error)")
        }
      }
    }
  }
}

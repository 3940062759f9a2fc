import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo

/// Real clips, and files that FFmpeg makes of them.
enum Clip {
  static let folder = TestData.root.appending(path: "video")

  static func path(_ name: String) -> String { folder.appending(path: name).path }
  static func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: folder.appending(path: name))) }

  /// Whether the clips and FFmpeg's program are here.
  static let canBeCompared =
    FileManager.default.fileExists(atPath: folder.path) && InstalledProgram.ffmpeg != nil

  /// Whether the clips are here.
  static let areHere = FileManager.default.fileExists(atPath: folder.path)

  /// The MD5 of all frames, in order.
  static func hashes(_ file: MediaFile) throws -> [String] {
    guard let track = file.firstVideo else { return [] }
    let reader = try file.reader(of: track, threads: 2, isScrubbing: false)
    return try (0..<(track.index?.frames.count ?? 0)).map { FrameCodes.md5(of: try reader.frame($0).picture) }
  }

  /// The same by FFmpeg, of its first stream of pictures.
  ///
  /// - Parameter isTurned: whether pictures are turned as the file wants them seen.
  static func hashesByFFmpeg(_ path: String, isTurned: Bool = true) throws -> [String] {
    let output = try InstalledProgram.ffmpeg?.run(
      ["-v", "error"] + (isTurned ? [] : ["-noautorotate"]) + [
        "-i", path, "-map", "0:v:0", "-vsync", "passthrough", "-f", "framemd5", "-",
      ])
    return String(decoding: output ?? Data(), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) }
  }
}

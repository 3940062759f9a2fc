internal import Foundation
internal import Headroom
internal import HeadroomContainers
internal import HeadroomPictures
internal import HeadroomVideo

/// A project that is open: its timeline, and the files that it shows.
struct ProjectInput {
  let timeline: ProjectTimeline
  let media: ProjectMedia
  let folder: URL

  /// Whether a name is a project's.
  static func isName(_ path: String) -> Bool { ProjectFile.isName(path) }

  /// - Throws: `PictureError`.
  init(path: String, _ common: CommonOptions) throws {
    let bytes: [UInt8]
    do throws(ImageIOError) {
      let file = try SmallFile(path, atMost: ProjectLimits.byteCount)
      guard file.isWhole else {
        throw .overLimit(
          part: "project", quantity: "byte count", declared: UInt64(file.bytes.count),
          limit: UInt64(ProjectLimits.byteCount), offset: nil)
      }
      bytes = file.bytes
    } catch {
      throw PictureError(error, file: path)
    }
    let name = OutputFile.folder(of: path)
    let folder = URL(filePath: name, directoryHint: .isDirectory)
    let media = ProjectMedia(folder: path.contains("/") ? name : "")
    (self.media, self.folder) = (media, folder)
    timeline = try reportingFilmErrors(of: path) {
      let project = try ProjectFile(parsing: bytes, name: path, vocabulary: .filters(folder: folder))
      return try ProjectTimeline(project) { try media.facts($0) }
    }
    for words in timeline.project.warnings { common.warn(words, file: path) }
    for words in media.warnings { common.warn(words, file: nil) }
  }

  /// What is heard in a range; nil where the project has no audio track.
  func sound(of path: String, in range: CMTimeRange) throws -> SoundTimeline? {
    guard timeline.tracks.contains(where: { $0.kind == .audio && !$0.clips.isEmpty }) else { return nil }
    return try reportingFilmErrors(of: path) { try SoundTimeline(timeline, media, range: range) }
  }

  func script(of path: String) throws -> ProjectScript {
    try reportingFilmErrors(of: path) { try ProjectScript(timeline, media, folder: folder) }
  }
}

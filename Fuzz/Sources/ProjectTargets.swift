internal import Foundation
internal import HeadroomContainers
internal import HeadroomPixels
internal import HeadroomVideo

extension FuzzTarget {
  /// Projects, of either kind, over the small films of `Fuzz/film-seeds`: places, key frames, sound, a few frames.
  static let projects: [FuzzTarget] = [
    FuzzTarget(
      name: "project", seeds: { ProjectSeeds.all.map { Array($0.utf8) } },
      run: { bytes in
        MemoryLedger.shared.limit = FilmReading.memory
        FilmReading.compare { ProjectReading.results(of: bytes) }
      })
  ]
}

/// What a project comes to.
private enum ProjectReading {
  /// The folder of the films.
  private static let folder: String = {
    guard let path = ProcessInfo.processInfo.environment["HEADROOM_FUZZ_CLIPS"] else {
      fatalError("HEADROOM_FUZZ_CLIPS is to name the folder of Fuzz/film-seeds")
    }
    return path
  }()

  /// Frames that are composed are not larger: time goes into projects, not into pixels.
  private static let mostPixels = 1 << 15

  static func results(of bytes: [UInt8]) -> [String] {
    var results: [String] = []
    do {
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      let project = try ProjectFile(parsing: bytes, name: name(of: bytes), vocabulary: .filters(folder: url))
      results += project.warnings
      let media = ProjectMedia(folder: folder)
      let timeline = try ProjectTimeline(project) { try media.facts($0) }
      check(timeline)
      results.append("\(timeline.duration) \(timeline.frameCount ?? -1) \(timeline.tracks.map(\.duration))")
      results += try sound(timeline, media)
      results += try frames(try ProjectScript(timeline, media, folder: url))
    } catch let error as MediaError {
      if case .container(.internalError(let text)) = error.reason { fatalError("internal error: \(text)") }
      results.append("\(error)")
    } catch {
      guard error is ProjectError || error is MediaFileError || error is VideoCompositionError else {
        fatalError("an error without a type of its own: \(error)")
      }
      results.append("\(error)")
    }
    return results
  }

  private static func name(of bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).contains("OTIO_SCHEMA") ? "a.otio" : "a.json"
  }

  private static func check(_ timeline: ProjectTimeline) {
    guard timeline.duration.isNumeric, timeline.duration >= .zero else { fatalError("a duration that is none") }
    for track in timeline.tracks {
      for (clip, next) in zip(track.clips, track.clips.dropFirst()) where next.timeRange.start < clip.timeRange.start {
        fatalError("clip \(next.index) starts before the one before")
      }
    }
  }

  private static func sound(_ timeline: ProjectTimeline, _ media: ProjectMedia) throws(MediaError) -> [String] {
    guard timeline.tracks.contains(where: { $0.kind == .audio && !$0.clips.isEmpty }) else { return [] }
    let sound = try SoundTimeline(timeline, media)
    let block = try SoundMixer(sound, sound.naturalFormat).next(1000)
    return ["sound \(block.planes.map { $0.map(\.bitPattern) }.hashValue)"]
  }

  private static func frames(_ script: ProjectScript) throws(MediaError) -> [String] {
    guard script.width * script.height <= mostPixels else { return ["\(script.width)x\(script.height)"] }
    let frames = try ScriptFrames(script)
    var results: [String] = []
    for number in Set([0, 1, frames.count / 2, frames.count - 1]).sorted() where (0..<frames.count).contains(number) {
      results.append("\(number): \(FrameCodes.md5(of: try frames.codes(number)))")
    }
    return results
  }
}

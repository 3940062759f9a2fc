internal import HeadroomContainers
internal import HeadroomMovieScenarios
internal import HeadroomPixels
internal import HeadroomVideo

extension FuzzTarget {
  /// Films with FFmpeg behind the reader: first reading, report, frames in an order that jumps. Beside the films of
  /// `MovieSeeds`, `Fuzz/film-seeds` makes seeds of all codecs and containers.
  static let films: [FuzzTarget] = [
    FuzzTarget(
      name: "film", seeds: { MovieSeeds.all },
      run: { bytes in
        MemoryLedger.shared.limit = FilmReading.memory
        FilmReading.compare { FilmReading.film(bytes) }
      })
  ]
}

/// What films and projects come to: values, and errors as text.
enum FilmReading {
  /// Headers may declare pictures of any size.
  static let memory = 512 << 20
  /// Frames of a track that are decoded, and of one with large pictures.
  private static let mostFrames = (usual: 6, large: 1)

  /// The same bytes come to the same twice, whatever memory held in between.
  static func compare(_ read: () -> [String]) {
    let (first, second) = (read(), read())
    guard let place = zip(first, second).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      if first.count != second.count { fatalError("\(first.count) results, then \(second.count)") }
      return
    }
    fatalError("another result the second time: \(first[place].prefix(500)), then \(second[place].prefix(500))")
  }

  static func film(_ bytes: [UInt8]) -> [String] {
    var results: [String] = []
    results += attempt { () throws(MediaError) in
      let file = try MediaFile(FileBytes(bytes))
      var report = VideoReport(file: "film", file)
      report.listsFrames = true
      results.append(report.json.description)
      for track in file.tracks where track.index != nil {
        results += attempt { () throws(MediaError) in results += try frames(file, track) }
      }
      for track in file.tracks where track.facts.kind == .audio {
        results += attempt { () throws(MediaError) in results.append(try sound(file, track)) }
      }
    }
    return results
  }

  private static func frames(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) -> [String] {
    var results: [String] = []
    let reader = try file.reader(of: track, threads: 1, isScrubbing: true)
    let isLarge = track.facts.video.map { $0.width * $0.height > 1 << 18 } ?? false
    let count = min(track.index?.frames.count ?? 0, isLarge ? mostFrames.large : mostFrames.usual)
    for number in [Array(0..<count), (0..<count).reversed()].joined() {
      results += attempt { () throws(MediaError) in
        results.append("\(number): \(FrameCodes.md5(of: try reader.frame(number).picture))")
      }
    }
    return results
  }

  private static func sound(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) -> String {
    let reader = try SoundReader(file, track)
    var blocks = [try reader.read(at: 0, count: 2000), try reader.read(at: 500, count: 100)]
    // As it is heard by the track's edits, at its own rate and at another.
    let whole = CMTimeRange(start: .zero, duration: min(track.facts.timeRange.end, CMTime(value: 1, timescale: 1)))
    let timeline = try SoundTimeline(of: file, range: whole)
    for format in [timeline.naturalFormat, .stereo(32_000)] {
      blocks.append(try SoundMixer(timeline, format).next(2000))
    }
    return "sound \(blocks.map { $0.planes.map(\.bitPatterns).hashValue })"
  }

  /// Runs `body`; its error is a result unless it says that this library has a bug.
  private static func attempt(_ body: () throws(MediaError) -> Void) -> [String] {
    do throws(MediaError) {
      try body()
      return []
    } catch {
      if case .container(.internalError(let text)) = error.reason { fatalError("internal error: \(text)") }
      return ["\(error)"]
    }
  }
}

extension [Float] {
  /// NaN is equal to itself.
  fileprivate var bitPatterns: [UInt32] { map(\.bitPattern) }
}

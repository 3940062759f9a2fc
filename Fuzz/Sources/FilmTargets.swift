internal import HeadroomContainers
internal import HeadroomMovieScenarios
internal import HeadroomPixels
internal import HeadroomVideo

extension FuzzTarget {
  /// Films with FFmpeg behind the reader: first reading, report, frames in an order that jumps.
  static let films: [FuzzTarget] = [
    FuzzTarget(name: "film", seeds: { MovieSeeds.all }, run: readFilm)
  ]

  /// Frames of a track that are decoded.
  private static let mostFrames = 6

  private static func readFilm(_ bytes: [UInt8]) {
    // Headers may declare pictures of any size.
    MemoryLedger.shared.limit = 1 << 30
    expectTyped { () throws(MediaError) in
      let file = try MediaFile(FileBytes(bytes))
      var report = VideoReport(file: "film", file)
      report.listsFrames = true
      _ = report.json.description
      for track in file.tracks where track.index != nil {
        expectTyped { () throws(MediaError) in try readFrames(file, track) }
      }
    }
  }

  private static func readFrames(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) {
    let reader = try file.reader(of: track, threads: 1, isScrubbing: true)
    let count = min(track.index?.frames.count ?? 0, mostFrames)
    for number in [Array(0..<count), (0..<count).reversed()].joined() {
      expectTyped { () throws(MediaError) in _ = try reader.frame(number) }
    }
  }

  /// Runs `body`; its errors are expected unless they say that this library has a bug.
  private static func expectTyped(_ body: () throws(MediaError) -> Void) {
    do throws(MediaError) {
      try body()
    } catch {
      if case .container(.internalError(let text)) = error.reason { fatalError("internal error: \(text)") }
    }
  }
}

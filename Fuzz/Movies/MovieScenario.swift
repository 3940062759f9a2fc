internal import HeadroomColor
internal import HeadroomContainers

/// All that is read of the boxes of a film, and what is written over them, on bytes of any kind.
package enum MovieScenario {
  /// Reads everything.
  ///
  /// - Returns: what no input may lead to, in words; nil where there are values and typed errors only.
  package static func finding(in bytes: [UInt8]) -> String? {
    do throws(ImageIOError) {
      let film = try MovieFile(FileBytes(bytes))
      for track in film.movie.tracks {
        if let finding = pictures(track) ?? samples(track, film) ?? frames(track, film) ?? patch(track, film) {
          return "track \(track.id): \(finding)"
        }
      }
      _ = film.movie.pictures.map(film.movie.auxiliaries)
      if let finding = repetition(film) { return finding }
      return try chapters(film)
    } catch {
      return internalError(error)
    }
  }

  private static func internalError(_ error: ImageIOError) -> String? {
    if case .internalError(let text) = error { return text }
    return nil
  }

  /// The finding of something that may fail for a reason of its own, so that the rest is still tried.
  private static func attempt(_ body: () throws(ImageIOError) -> String?) -> String? {
    do throws(ImageIOError) {
      return try body()
    } catch {
      return internalError(error)
    }
  }

  private static func pictures(_ track: MovieTrack) -> String? {
    for entry in track.entries {
      _ = PictureDescription(entry)
      _ = attempt { () throws(ImageIOError) in
        _ = (try entry.hevcConfiguration(), try entry.av1Configuration())
        return nil
      }
    }
    return attempt { () throws(ImageIOError) in
      _ = try FirstPicture(of: track)
      return nil
    }
  }

  private static func samples(_ track: MovieTrack, _ film: MovieFile) -> String? {
    attempt { () throws(ImageIOError) in
      var walker = track.samples.walk()
      while let sample = try walker.next() {
        if sample.range.upperBound > film.bytes.count { return "a sample lies outside of the file" }
      }
      return nil
    }
  }

  private static func frames(_ track: MovieTrack, _ film: MovieFile) -> String? {
    attempt { () throws(ImageIOError) in
      let frames = try film.frames(of: track)
      if frames.index.samples.count > 2 * film.bytes.count { return "more samples than the file can have" }
      // Edits may show the same samples often.
      for number in frames.indices.prefix(2000) {
        let frame = frames[number]
        if !frames.index.samples.indices.contains(frame.sample) { return "frame \(number) is no sample" }
        if frame.offset < 0 || frame.duration ?? 0 < 0 { return "frame \(number) has a negative time" }
        if frames.index.start(for: frame.sample) > frame.sample { return "decoding starts behind frame \(number)" }
        let (start, end) = (frames.start(of: number), frames.end(of: number))
        if start.numerator < 0 || end.numerator < 0 { return "frame \(number) lies before the film" }
        guard let ticks = start.ticks(of: frames.trackTimescale) else { continue }
        guard let shown = frames.frame(at: ticks, timescale: frames.trackTimescale) else {
          return "nothing is shown when frame \(number) is"
        }
        // Frames without a duration give way at once.
        if shown < number || frames.start(of: shown) != start { return "frame \(shown) is shown, not \(number)" }
      }
      return nil
    }
  }

  /// The same bytes say the same twice.
  private static func repetition(_ film: MovieFile) -> String? {
    attempt { () throws(ImageIOError) in
      let again = try MovieFile(FileBytes(film.bytes.copy(0..<film.bytes.count)))
      if again.movie.tracks.map(\.id) != film.movie.tracks.map(\.id) { return "other tracks the second time" }
      if try film.chapters() != again.chapters() { return "other chapters the second time" }
      for (track, same) in zip(film.movie.tracks, again.movie.tracks) {
        let (frames, others) = (try film.frames(of: track), try again.frames(of: same))
        if frames.segments != others.segments || frames.index.samples != others.index.samples {
          return "track \(track.id): other frames the second time"
        }
      }
      return nil
    }
  }

  private static func chapters(_ film: MovieFile) throws(ImageIOError) -> String? {
    _ = try film.chapters()
    return nil
  }

  /// A patched film has the new box, and the samples it had; so has one whose box is taken out again, or grows.
  private static func patch(_ track: MovieTrack, _ film: MovieFile) -> String? {
    attempt { () throws(ImageIOError) in
      guard film.movie.tracks.first(where: { $0.id == track.id })?.offset == track.offset else { return nil }
      let box = BoxBytes.box("amve", [0, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42])
      let (finding, patched) = try rewritten(film, track) { patcher throws(ImageIOError) in
        try patcher.put(box, track: track.id)
      }
      guard let patched, let same = patched.movie.tracks.first(where: { $0.id == track.id }) else { return finding }
      if PictureDescription(same.entries[0]).hdr.ambient == nil { return "the new box is not there" }
      let (lack, bare) = try rewritten(patched, same) { patcher throws(ImageIOError) in
        try patcher.remove("amve", track: track.id)
        try patcher.put(BoxBytes.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0]), track: track.id)
      }
      guard let entry = bare?.movie.tracks.first(where: { $0.id == track.id })?.entries.first else { return lack }
      if entry.box("amve") != nil { return "a box that was taken out is there" }
      return PictureDescription(entry).cicp?.transfer == 16 ? nil : "the colour is not the new one"
    }
  }

  /// A changed film, read again; where it has a finding there is none.
  private static func rewritten(
    _ film: MovieFile, _ track: MovieTrack, _ change: (inout MoviePatcher) throws(ImageIOError) -> Void
  ) throws(ImageIOError) -> (finding: String?, film: MovieFile?) {
    var patcher = MoviePatcher(film)
    try change(&patcher)
    let rewrite = try patcher.rewrite()
    let sink = MemoryByteSink()
    try rewrite.write(from: film.bytes, to: sink)
    let file = FileBytes(sink.bytes)
    if file.count != rewrite.byteCount { return ("the new file has another size than it should", nil) }
    let patched = try MovieFile(file)
    guard let same = patched.movie.tracks.first(where: { $0.id == track.id }) else { return ("the track is gone", nil) }
    let finding = try compare(try film.index(of: track), film, try patched.index(of: same), patched)
    return (finding, finding == nil ? patched : nil)
  }

  private static func compare(
    _ old: SampleIndex, _ film: MovieFile, _ new: SampleIndex, _ patched: MovieFile
  ) throws(ImageIOError) -> String? {
    if old.samples.count != new.samples.count { return "another number of samples" }
    let data = film.list.boxesBeforeDamage().boxes.filter { $0.type == "mdat" }.map(\.payload)
    for (one, other) in zip(old.samples, new.samples).prefix(2000) {
      let (before, after) = (one.range(in: film.bytes), other.range(in: patched.bytes))
      // Samples that lie in the boxes themselves change with them.
      guard data.contains(where: { $0.contains(before.lowerBound) && before.upperBound <= $0.upperBound }) else {
        continue
      }
      if film.bytes.copy(before) != patched.bytes.copy(after) { return "a sample has other bytes" }
    }
    return nil
  }
}

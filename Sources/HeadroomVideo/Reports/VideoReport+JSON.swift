package import HeadroomContainers

extension VideoReport {
  /// One object; what is absent is null.
  package var json: JSONValue {
    [
      "schema": 1, "file": .string(file), "filePercentEncoded": .percentEncoded(file),
      "container": .string(facts.container.rawValue), "duration": facts.duration.json,
      "tracks": .array(media.tracks.map(json)),
      "chapters": .array(
        facts.chapters.map { ["timeRange": $0.timeRange.json, "title": .string($0.title)] }),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }

  private func json(_ track: MediaTrack) -> JSONValue {
    let facts = track.facts
    var members: [(key: String, value: JSONValue)] = [
      ("id", .integer(Int(facts.id))), ("index", .integer(facts.index)), ("type", .string(facts.kind.rawValue)),
      ("codec", facts.codec.isEmpty ? .null : .string(facts.codec)), ("codecTag", .string(orNull: facts.codecTag)),
      ("isEnabled", .bool(facts.isEnabled)), ("language", .string(orNull: facts.language)),
      ("timescale", .integer(Int(facts.timescale))), ("duration", facts.duration.json),
      ("timeRange", facts.timeRange.json), ("segments", .array(facts.segments.map(\.json))),
    ]
    if facts.kind == .video { members += VideoFacts.members(facts.video) + frames(of: track) }
    if facts.kind == .audio { members += AudioFacts.members(facts.audio) }
    return .object(members)
  }

  /// The frames, each with its hash where that was measured.
  private func frames(of track: MediaTrack) -> [(key: String, value: JSONValue)] {
    let hashes = hashes[track.facts.id]
    guard listsFrames || hashes != nil else { return [] }
    guard let index = track.index else { return [("frameList", .null)] }
    let list = index.frames.enumerated().map { number, frame in
      var members: [(key: String, value: JSONValue)] = [
        ("time", frame.time.json), ("duration", frame.duration.json),
        ("isKey", .bool(index.samples[frame.sample].isKey)),
      ]
      if let hashes { members.append(("md5", .string(hashes[number]))) }
      return JSONValue.object(members)
    }
    return [("frameList", .array(list))]
  }
}

extension CMTime {
  /// Null where it is no number.
  var json: JSONValue {
    isNumeric ? ["value": .integer(Int(value)), "timescale": .integer(Int(timescale))] : .null
  }
}

extension CMTimeRange {
  var json: JSONValue { ["start": start.json, "duration": duration.json] }
}

extension CMTimeMapping {
  /// Nothing is shown where the source is null.
  var json: JSONValue { ["source": source.start.isValid ? source.json : .null, "target": target.json] }
}

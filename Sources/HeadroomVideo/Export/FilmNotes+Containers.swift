internal import HeadroomContainers

extension FilmNotes {
  /// What a film says of itself, without what is true of its file alone.
  init(from tags: [Tag], of container: MediaContainer) {
    self.init()
    let names = Set(tags.map(\.name))
    self.tags = tags.filter { tag in
      let name = tag.name.lowercased()
      if Self.ofFiles.contains(name) || container == .mxf && name != "creation_time" { return false }
      // FFmpeg lists what has a language twice: location, location-eng.
      guard let dash = tag.name.lastIndex(of: "-"), tag.name.distance(from: dash, to: tag.name.endIndex) == 4 else {
        return true
      }
      return !names.contains(String(tag.name[..<dash]))
    }
  }

  /// Brands, and programs that wrote a file; `timecode` goes along with the pictures.
  private static let ofFiles: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "timecode", "duration",
  ]

  /// Keeps what a container holds.
  ///
  /// - Parameter movie: the source by its boxes; nil where it has none.
  /// - Returns: what it does not hold.
  mutating func fit(_ container: MediaContainer, _ movie: MovieFile?) throws(ImageIOError) -> [String] {
    switch container {
    case .mp4, .mov:
      let all = tags
      tags = all.filter { $0.name.lowercased() == "creation_time" }
      if let movie {
        boxes = try MovieNotes.boxes(of: movie, isQuickTime: container == .mov)
      } else {
        tags += all.filter { container.states($0.name) }
        let others = all.filter { $0.name.lowercased() != "creation_time" && !container.states($0.name) }
        if !others.isEmpty { boxes = [MovieNotes.named(others, isQuickTime: container == .mov)] }
      }
      return []
    case .matroska: return []
    case .webm, .mxf, .hevc, .obu, .ivf:
      let lost = tags.filter { !container.states($0.name) }.map(\.name)
      tags.removeAll { !container.states($0.name) }
      var losses = lost.isEmpty ? [] : ["what the film says of itself (\(lost.joined(separator: ", ")))"]
      if container != .webm, !chapters.isEmpty {
        chapters = []
        losses.append("chapters")
      }
      return losses
    }
  }
}

extension MediaContainer {
  /// Whether FFmpeg's writer has a place for a tag.
  fileprivate func states(_ name: String) -> Bool {
    let name = name.lowercased()
    return switch self {
    case .mp4:
      [
        "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
        "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "location",
      ].contains(name)
    case .mov:
      [
        "title", "artist", "author", "album", "date", "comment", "genre", "copyright", "make", "model", "location",
        "keywords",
      ].contains(name)
    case .matroska: true
    case .webm: name == "title" || name == "creation_time"
    case .mxf, .hevc, .obu, .ivf: name == "creation_time"
    }
  }
}

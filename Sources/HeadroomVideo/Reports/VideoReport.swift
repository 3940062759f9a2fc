internal import HeadroomPixels

/// What `video info` says of a film.
package struct VideoReport: Sendable {
  /// The file's name, as it was given.
  package let file: String
  package let media: MediaFile
  /// Whether the frames of tracks of pictures are listed.
  package var listsFrames = false
  /// The MD5 of the codes of all frames, by track; empty where nobody asked.
  package private(set) var hashes: [Int32: [String]] = [:]

  package init(file: String, _ media: MediaFile) { (self.file, self.media) = (file, media) }

  package var facts: MediaFacts { media.facts }

  /// What is odd, and why tracks cannot be decoded.
  package var warnings: [String] { facts.warnings + media.tracks.compactMap { $0.refusal?.description } }

  /// Decodes all frames of all tracks of pictures.
  ///
  /// - Throws: ``MediaError`` at the first frame that does not decode, with its time.
  package mutating func measureHashes() throws(MediaError) {
    for track in media.tracks where track.facts.kind == .video && track.refusal == nil {
      guard let frames = track.index?.frames else { continue }
      let lease = ThreadPool.shared.lease()
      defer { lease.end() }
      let reader = try media.reader(of: track, threads: lease.threadCount, isScrubbing: false)
      var found: [String] = []
      found.reserveCapacity(frames.count)
      for number in frames.indices {
        do throws(MediaError) {
          found.append(FrameCodes.md5(of: try reader.frame(number).picture))
        } catch {
          throw error.counting(number, of: frames.count)
        }
      }
      hashes[track.facts.id] = found
    }
  }
}

extension MediaError {
  /// The same with how far decoding came, where the file is to blame.
  fileprivate func counting(_ count: Int, of all: Int) -> MediaError {
    switch reason {
    case .malformed, .library:
      MediaError(.malformed("\(count) of \(all) frames decode: \(reason.text)"), track: track, time: time)
    default: self
    }
  }
}

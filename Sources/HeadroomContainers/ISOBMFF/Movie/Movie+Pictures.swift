/// The tracks of a file that is a sequence of pictures (ISO/IEC 23008-12 section 7): an animation, a burst.
extension Movie {
  /// The longest track of pictures; nil where there is none, or none with samples.
  ///
  /// Alpha tracks have another handler. Thumbnail tracks have the same one, but are not longer
  /// than their pictures' track.
  package var pictures: MovieTrack? {
    let candidates = tracks.filter { $0.handler == "pict" && $0.samples.count > 0 }
    let longest = candidates.map(\.samples.count).max()
    return candidates.first { $0.samples.count == longest }
  }

  /// Tracks of auxiliary pictures, such as alpha, of a track.
  package func auxiliaries(of track: MovieTrack) -> [MovieTrack] {
    tracks.filter { other in
      other.handler == "auxv" && other.samples.count > 0
        && other.references.contains { $0.type == "auxl" && $0.tracks.contains(track.id) }
    }
  }

  /// The movie of a file, where its `moov` box can be read; nil where there is none.
  package static func read(from topLevel: [ISOBox], of file: ISOBoxList) throws(ImageIOError) -> Movie? {
    guard let box = topLevel.first(where: { $0.type == "moov" }) else { return nil }
    return try Movie(box, in: file)
  }
}

/// The first picture of a track, which a still reader shows.
package struct FirstPicture: Sendable {
  package let track: MovieTrack
  package let sample: MovieSample
  package let entry: SampleEntry

  /// The first sample that needs no other. Edits are not followed: a sequence is shown by its beginning.
  ///
  /// - Throws: where tables or the sample's entry are damaged, or the samples are in fragments.
  package init(of track: MovieTrack) throws(ImageIOError) {
    guard let sample = try track.samples.firstKey() else {
      throw .malformed(part: track.part, text: "no sample stands alone", offset: track.offset)
    }
    guard track.entries.indices.contains(sample.entry) else {
      throw .malformed(
        part: track.part,
        text: "sample \(sample.index + 1) is of entry \(sample.entry + 1) of \(track.entries.count)",
        offset: track.offset)
    }
    guard sample.byteCount > 0 else {
      throw .malformed(part: track.part, text: "sample \(sample.index + 1) has no bytes", offset: track.offset)
    }
    self.track = track
    self.sample = sample
    entry = track.entries[sample.entry]
  }
}

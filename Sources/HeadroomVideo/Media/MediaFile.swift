package import HeadroomContainers

/// A film that is open: its bytes, what it says of itself, and where its samples are. Frames come from ``FrameReader``s.
package final class MediaFile: Sendable {
  /// The file's path; empty where only its bytes are known.
  package let path: String
  package let container: MediaContainer
  package let facts: MediaFacts
  package let tracks: [MediaTrack]
  let bytes: FileBytes

  /// Opens a film. Its tables are read, and of each video track the first frame.
  ///
  /// - Throws: ``MediaError``.
  package convenience init(path: String) throws(MediaError) {
    let bytes: FileBytes
    do throws(ImageIOError) {
      bytes = try FileBytes(path: path, mapsFrom: 0) { head throws(ImageIOError) in
        // An endless pipe is not read to its end to see that it is no film.
        if MediaContainer(sniffing: head) == nil { throw .unknownFormat }
      }
    } catch .unknownFormat {
      throw MediaError(.unknownFormat)
    } catch {
      throw MediaError(.container(error))
    }
    try self.init(bytes)
  }

  /// A film whose bytes are known.
  package init(_ bytes: FileBytes) throws(MediaError) {
    guard bytes.count > 0 else { throw MediaError(.container(.empty)) }
    guard let container = MediaContainer(sniffing: bytes) else { throw MediaError(.unknownFormat) }
    var scan = try MediaScan(bytes, container)
    try scan.readFirstFrames()
    (path, self.bytes, self.container) = (bytes.path, bytes, container)
    (facts, tracks) = (scan.facts, scan.tracks)
  }

  /// Refuses a file that became shorter since it was opened: what was read behind its end is no data.
  func checkIntact() throws(MediaError) {
    do throws(ImageIOError) { try bytes.checkIntact() } catch { throw MediaError(.container(error)) }
  }

  /// The first enabled video track; nil where there is none.
  package var firstVideo: MediaTrack? { tracks.first { $0.facts.video != nil && $0.facts.isEnabled } }

  /// Reads frames of a track.
  ///
  /// - Throws: also the reason why a track is refused.
  package func reader(of track: MediaTrack, threads: Int, isScrubbing: Bool) throws(MediaError) -> FrameReader {
    if let refusal = track.refusal { throw refusal }
    do throws(MediaError) {
      return try FrameReader(self, track, threads: threads, isScrubbing ? .lowDelay : .throughput)
    } catch {
      throw error.at(track: track.facts.id)
    }
  }
}

/// A track of an open film.
package struct MediaTrack: Sendable {
  package var facts: TrackFacts
  /// FFmpeg's index.
  let stream: Int
  /// Parts of the timescale that a tick of its samples lasts.
  var tickLength: CMTimeValue = 1
  /// Codec by FFmpeg's name, where the file's own four letters are not known to FFmpeg.
  var decodesAs: String?
  /// The frames of a video track.
  package var index: FrameIndex?
  /// Why its frames cannot be had; nil where they can.
  package var refusal: MediaError?
  /// Why frames are missing in the index; nil where none are.
  package var loss: MediaError?

  init(facts: TrackFacts, stream: Int) { (self.facts, self.stream) = (facts, stream) }

  /// A time of its samples, before edits; nil for one that no film has.
  func time(_ ticks: Int64) -> CMTime? {
    let (value, overflows) = ticks.multipliedReportingOverflow(by: tickLength)
    return overflows ? nil : CMTime(value: value, timescale: facts.timescale)
  }
}

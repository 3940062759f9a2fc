/// The video of a motion photo: the seconds around the picture, as an MP4 inside the picture's file.
package struct MotionVideo: Hashable, Sendable {
  /// The way in which the file announces it.
  package enum Kind: String, Hashable, Sendable {
    /// An item of Google's container directory.
    case directory
    /// Google's older distance from the end of the file.
    case microVideo
    /// Samsung's trailer.
    case samsung
    /// The box `mpvd` of HEIF.
    case box
    /// Nothing does: an MP4 follows the picture.
    case trailer
  }

  /// The file that holds it.
  package let file: FileBytes
  /// Where it lies there.
  package let range: Range<Int>
  package let kind: Kind
  /// Samsung's trailer, which the video is a part of.
  package var trailer: Range<Int>?
  /// The video's bytes where they are not the file's any more.
  package var changed: [UInt8]?

  package init(in file: FileBytes, at range: Range<Int>, kind: Kind, trailer: Range<Int>? = nil) {
    self.file = file
    self.range = range
    self.kind = kind
    self.trailer = trailer
  }

  /// Bytes of the video.
  package var byteCount: Int { changed?.count ?? range.count }

  /// Bytes from the video's first to the last that a JPEG gets; with Samsung's trailer that is more than the video.
  package var directoryLength: Int { trailer.map { $0.upperBound - range.lowerBound } ?? byteCount }

  /// The bytes that a JPEG gets after its pictures: Samsung's trailer as it is, or the video.
  package var jpegBytes: [UInt8] { trailer.map { file.copy($0) } ?? bytes }

  /// The video.
  package var bytes: [UInt8] { changed ?? file.copy(range) }

  package static func == (a: MotionVideo, b: MotionVideo) -> Bool {
    a.file === b.file && a.range == b.range && a.kind == b.kind && a.trailer == b.trailer && a.changed == b.changed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(kind)
  }
}

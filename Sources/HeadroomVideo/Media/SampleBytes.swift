internal import CHeadroomMedia
internal import HeadroomContainers

/// The coded samples of a video track as bytes, in any order. One thread at a time.
@safe final class SampleBytes {
  /// A sample's bytes, which are valid until the next is asked for.
  @safe struct Sample {
    let bytes: UnsafeRawBufferPointer
    /// Keeps the bytes for longer; nil where only a copy can be kept.
    let owner: FileBytes?
  }

  private let file: FileBytes
  private let index: FrameIndex
  /// Nil where the places of all samples are known.
  private let reading: ReadSamples?
  private var passed = PassedBytes()

  init(_ media: MediaFile, _ track: MediaTrack, _ index: FrameIndex) throws(MediaError) {
    (file, self.index) = (media.bytes, index)
    if index.samples.first?.range == nil {
      let demuxer = try Demuxer(media.bytes, media.container)
      reading = ReadSamples(demuxer, stream: track.stream, index)
    } else {
      reading = nil
    }
  }

  /// - Throws: where the file ends before the sample does.
  func sample(_ number: Int) throws(MediaError) -> Sample {
    if let reading { return unsafe Sample(bytes: try reading.read(number), owner: nil) }
    let wanted = index.samples[number]
    guard !wanted.isCut, let range = wanted.range else {
      throw MediaError(.malformed("the file ends before the sample does"))
    }
    let bytes = unsafe file.withUnsafeBytes { unsafe UnsafeRawBufferPointer(rebasing: $0[range]) }
    return unsafe Sample(bytes: bytes, owner: file)
  }

  /// Says that the samples before this one are not needed again soon. Those that clients keep stay readable.
  func release(_ number: Int) {
    guard let range = index.samples[number].range else { return }
    passed.reach(range.lowerBound, of: file)
  }
}

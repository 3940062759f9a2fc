internal import CHeadroomMedia
internal import HeadroomContainers

/// Gives the samples of one stream to its decoder, in any order that begins at samples which stand alone.
protocol SampleFeed: AnyObject {
  /// Gives a sample; false where frames have to be taken from the decoder first.
  func send(_ sample: Int, to decoder: VideoDecoder) throws(MediaError) -> Bool
}

/// Samples at known places of the file.
final class PlacedSamples: SampleFeed {
  private let demuxer: Demuxer
  private let index: FrameIndex

  /// What is said of a sample whose bytes are not all there.
  static let cut = "the file ends before the frame does"

  init(_ demuxer: Demuxer, _ index: FrameIndex) { (self.demuxer, self.index) = (demuxer, index) }

  func send(_ sample: Int, to decoder: VideoDecoder) throws(MediaError) -> Bool {
    let wanted = index.samples[sample]
    guard !wanted.isCut else { throw MediaError(.malformed(Self.cut)) }
    guard wanted.entry == index.samples[0].entry else {
      throw MediaError(.unsupported("the track changes its codec's parameters in the middle"))
    }
    let (place, isKey) = (wanted.range ?? 0..<0, wanted.isKey)
    return unsafe try demuxer.bytes.withUnsafeBytes { bytes throws(MediaError) in
      unsafe try decoder.send(UnsafeRawBufferPointer(rebasing: bytes[place]), isKey: isKey, sample: sample)
    }
  }
}

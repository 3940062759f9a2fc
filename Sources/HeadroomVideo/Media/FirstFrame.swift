internal import CHeadroomMedia

/// The first frame of a stream, which says what the container does not: depth, colour, light.
struct FirstFrame {
  let frame: DecodedFrame

  /// Samples that are tried: damaged streams may begin with what does not decode.
  private static let mostSamples = 64

  /// - Throws: what FFmpeg refused where no frame comes.
  init(_ bytes: Demuxer, stream: Int, decodesAs codec: String?) throws(MediaError) {
    let decoder = try VideoDecoder(bytes, stream: stream, codec: codec, threads: 1, .lowDelay)
    var refusal: MediaError?
    try bytes.rewind()
    for _ in 0..<Self.mostSamples {
      guard try Self.feed(bytes, stream, decoder, &refusal) else { break }
      if let frame = try Self.frame(of: decoder) {
        self.frame = frame
        return
      }
    }
    _ = try decoder.finish()
    guard let frame = try Self.frame(of: decoder) else {
      throw refusal ?? MediaError(.malformed("no frame decodes"))
    }
    self.frame = frame
  }

  private static func frame(of decoder: VideoDecoder) throws(MediaError) -> DecodedFrame? {
    if case .frame(let frame) = try decoder.receive() { return frame }
    return nil
  }

  /// Reads the stream's next sample into the decoder; false at the end of the file.
  private static func feed(
    _ demuxer: Demuxer, _ stream: Int, _ decoder: VideoDecoder, _ refusal: inout MediaError?
  ) throws(MediaError) -> Bool {
    while let packet = unsafe try demuxer.read() {
      guard unsafe Int(packet.stream) == stream else { continue }
      do throws(MediaError) {
        _ = try decoder.sendRead(sample: 0)
      } catch {
        if error.isOfWork { throw error }
        refusal = refusal ?? error
      }
      return true
    }
    return false
  }
}

internal import CHeadroomMedia
package import HeadroomColor
internal import HeadroomPixels

/// Coded samples that come from elsewhere: their codec, and what decoders need of it.
package struct CodedStream: Sendable {
  package enum Kind: Hashable, Sendable {
    case video(width: Int, height: Int, CICP)
    /// - Parameters:
    ///   - packet: samples of a packet; 0 where they vary.
    ///   - bits: of a sample of PCM; 0 for other codecs.
    case sound(rate: Int, channels: Int, packet: Int, bits: Int)
  }

  /// By FFmpeg's name.
  package var codec: String
  package var kind: Kind
  /// What a decoder needs before the first sample, as ISO files have it; empty where it needs nothing.
  package var configuration: [UInt8]

  package init(codec: String, _ kind: Kind, configuration: [UInt8]) {
    (self.codec, self.kind, self.configuration) = (codec, kind, configuration)
  }
}

/// One coded sample.
package struct CodedSample {
  /// In ticks.
  package var time: Int64
  package var decodeTime: Int64
  package var duration: Int64
  package var isKey: Bool

  package init(time: Int64, decodeTime: Int64, duration: Int64, isKey: Bool) {
    (self.time, self.decodeTime, self.duration, self.isKey) = (time, decodeTime, duration, isKey)
  }
}

extension MediaWriter {
  /// Adds coded samples that come from elsewhere; returns the number of the stream.
  package func add(_ coded: CodedStream, _ stream: Stream) throws(MediaError) -> Int {
    unsafe try add(stream) { facts, failure in
      unsafe coded.withFacts { unsafe hr_muxer_add_coded(muxer.handle, $0, facts, failure) }
    }
  }

  /// Writes a coded sample, whose times are in ticks of a timescale.
  package func write(
    _ sample: CodedSample, _ bytes: UnsafeRawBufferPointer, to stream: Int, timescale: CMTimeScale
  ) throws(MediaError) {
    var packet = unsafe hr_media_packet()
    unsafe (packet.pts, packet.dts, packet.duration) = (sample.time, sample.decodeTime, sample.duration)
    unsafe packet.is_key = sample.isKey
    unsafe packet.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe packet.count = bytes.count
    unsafe try write(packet, to: stream, timeBase: (1, timescale))
  }
}

extension CodedStream {
  fileprivate func withFacts(_ body: (UnsafePointer<hr_coded_stream>) -> Int32) -> Int32 {
    unsafe codec.withCString { name in
      unsafe configuration.withUnsafeBufferPointer { bytes in
        var facts = unsafe hr_coded_stream()
        unsafe facts.codec = unsafe name
        if !bytes.isEmpty {
          unsafe (facts.configuration, facts.configuration_count) = (bytes.baseAddress, bytes.count)
        }
        switch kind {
        case .video(let width, let height, let color):
          unsafe facts.kind = HR_MEDIA_VIDEO
          unsafe (facts.width, facts.height) = (Int32(clamping: width), Int32(clamping: height))
          unsafe facts.color = hr_media_color(color, siting: .left)
        case .sound(let rate, let channels, let packet, let bits):
          unsafe facts.kind = HR_MEDIA_AUDIO
          unsafe (facts.sample_rate, facts.channels) = (Int32(clamping: rate), Int32(clamping: channels))
          unsafe (facts.frame_size, facts.bits) = (Int32(clamping: packet), Int32(clamping: bits))
        }
        return unsafe body(&facts)
      }
    }
  }
}

import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomVideo

/// Films that exist as facts only.
enum Film {
  static let hlg = CICP(primaries: 9, transfer: 18, matrix: 9, fullRange: false)
  static let pq = CICP(primaries: 9, transfer: 16, matrix: 9, fullRange: false)
  static let hd = CICP.bt709Video
  static let wide = CICP(primaries: 12, transfer: 1, matrix: 1, fullRange: false)

  static func video(
    id: Int32 = 1, _ color: CICP = hlg, width: Int = 1920, height: Int = 1080, seconds: CMTime = time(10),
    _ change: (inout VideoFacts) -> Void = { _ in }
  ) -> TrackFacts {
    var facts = VideoFacts(
      width: width, height: height, bitDepth: 10, chroma: .quarter, cicp: color, colorSource: .container)
    facts.nominalFrameRate = 30
    facts.minFrameDuration = time(1, 30)
    change(&facts)
    var track = track(id: id, .video, codec: "hevc", timescale: 600, seconds: seconds)
    track.codecTag = "hvc1"
    track.video = facts
    return track
  }

  static func audio(id: Int32 = 2, seconds: CMTime = time(10)) -> TrackFacts {
    var track = track(id: id, .audio, codec: "aac", timescale: 48_000, seconds: seconds)
    track.audio = AudioFacts(channels: 2, sampleRate: 48_000)
    return track
  }

  private static func track(
    id: Int32, _ kind: TrackFacts.Kind, codec: String, timescale: Int32, seconds: CMTime
  ) -> TrackFacts {
    let range = CMTimeRange(start: .zero, duration: seconds)
    return TrackFacts(
      id: id, index: Int(id) - 1, kind: kind, codec: codec, timescale: timescale, duration: seconds, timeRange: range,
      segments: [CMTimeMapping(source: range, target: range)])
  }

  static func asset(_ name: String = "a.mov", _ tracks: [TrackFacts] = [video(), audio()]) -> AVURLAsset {
    let duration = tracks.map(\.timeRange.end).max() ?? .zero
    return AVURLAsset(
      url: URL(fileURLWithPath: "/films/\(name)"),
      facts: MediaFacts(container: .mov, duration: duration, tracks: tracks))
  }
}

func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }
func range(_ start: CMTime, _ end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
func range(_ start: Int64, _ end: Int64) -> CMTimeRange { range(time(start), time(end)) }

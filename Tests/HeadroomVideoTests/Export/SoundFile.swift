import Foundation
import HeadroomTestSupport
import HeadroomVideo

/// Sounds written as films without pictures.
enum SoundFile {
  /// Writes planes; the folder has to live as long as the file is read.
  static func write(
    _ planes: [[Float]], rate: Int = 48_000, _ codec: SoundCodec, _ container: MediaContainer,
    in folder: TemporaryFolder,
    _ name: String
  ) throws -> MediaFile {
    let layout = [1: "mono", 2: "stereo", 6: "5.1"][planes.count] ?? ""
    let encoder = try SoundEncoder(codec, SoundFormat(rate: rate, channels: planes.count, layout: layout))
    let writer = try MediaWriter(path: folder.path(name), container)
    let stream = try writer.add(encoder, MediaWriter.Stream(timescale: Int32(rate)))
    try writer.start([])
    try encoder.send(SoundBlock(planes), to: writer, stream)
    try encoder.finish(to: writer, stream)
    try writer.finish(replacing: true)
    return try MediaFile(path: folder.path(name))
  }

  /// Writes a timeline as the exporter does, half a second at a time.
  @discardableResult
  static func export(
    _ timeline: SoundTimeline, _ choice: SoundChoice, _ container: MediaContainer, to path: String
  ) throws -> SoundDecision {
    let sound = try SoundTrackWriter(timeline, choice, container)
    let writer = try MediaWriter(path: path, container)
    try sound.add(to: writer)
    try writer.start([])
    for half in 1...4 { try sound.write(until: time(Int64(half), 2), to: writer) }
    try sound.finish(writer)
    try writer.finish(replacing: true)
    return sound.decision
  }

  /// Noise that codecs keep, the same for a seed.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var smooth: Float = 0
    return (0..<count).map { _ in
      smooth += (Float.random(in: -0.5...0.5, using: &generator) - smooth) / 4
      return (smooth * 8_388_608).rounded() / 8_388_608
    }
  }

  /// Short pulses at places, without what a codec cannot hold.
  static func pulses(_ count: Int, at places: [Int]) -> [Float] {
    var plane = [Float](repeating: 0, count: count)
    for place in places {
      for offset in -24...24 where plane.indices.contains(place + offset) {
        plane[place + offset] += 0.8 * Float(exp(-Double(offset * offset) / 40))
      }
    }
    return plane
  }

  /// A track of sound, whole.
  static func piece(_ file: MediaFile, _ media: CMTimeRange, at start: CMTime = .zero) throws -> SoundPiece {
    let source = try SoundSource(file, file.tracks[0])
    return SoundPiece(source, media: media, target: CMTimeRange(start: start, duration: media.duration))
  }

  /// What the ffmpeg program decodes, one plane.
  static func decoded(_ path: String, channels: Int = 1, _ options: [String] = []) throws -> [Float]? {
    let words = options + ["-i", path, "-map", "0:a:0", "-f", "f32le", "-"]
    guard let data = try InstalledProgram.ffmpeg?.run(["-v", "error"] + words) else { return nil }
    let samples = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    return stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
  }
}

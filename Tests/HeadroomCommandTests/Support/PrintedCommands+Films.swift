import Foundation
import HeadroomVideo

extension PrintedCommands {
  /// Small films and projects under the names that the pages use for a reader's own, beside pictures: `clip.mov` and `a.mov` are
  /// HLG with sound, `b.mov` is PQ with sound, `cut.json` is a page's project, `cut.otio` another program's.
  static func films(_ scratch: Scratch, project: String) throws {
    try writeSound(scratch.path("sound.mov"))
    for (name, transfer) in [("clip.mov", "hlg"), ("b.mov", "pq")] {
      try Data(pan(transfer).utf8).write(to: scratch.file("pan.json"))
      let result = try Headroom.run("video", "edit", "pan.json", name, in: scratch.folder)
      if result.status != 0 { throw Failure(text: result.errors) }
    }
    try FileManager.default.copyItem(at: scratch.file("clip.mov"), to: scratch.file("a.mov"))
    try Data(project.utf8).write(to: scratch.file("cut.json"))
    try Data(timeline.utf8).write(to: scratch.file("cut.otio"))
    for name in ["sound.mov", "pan.json"] { try FileManager.default.removeItem(at: scratch.file(name)) }
  }

  /// Three seconds of a photo that slowly grows.
  private static func pan(_ transfer: String) -> String {
    #"""
    {"schema": 1, "size": [128, 72], "frameRate": 30, "color": {"transfer": "\#(transfer)"}, "tracks": [
      {"type": "video", "clips": [{"source": "photo.jpg", "duration": 3, "fit": "fill",
        "transform": [{"time": 0, "value": [1, 0, 0, 1, 0, 0]}, {"time": 3, "value": [1.2, 0, 0, 1.2, -12, -7]}]}]},
      {"type": "audio", "clips": [{"source": "sound.mov"}]}]}
    """#
  }

  /// Three seconds of a tone.
  private static func writeSound(_ path: String) throws {
    let rate = 48_000
    let encoder = try SoundEncoder(.pcm16, .mono(rate))
    let writer = try MediaWriter(path: path, .mov)
    let stream = try writer.add(encoder, MediaWriter.Stream(timescale: Int32(rate)))
    try writer.start([])
    let samples = (0..<3 * rate).map { Float(0.2 * sin(Double($0) * 0.05)) }
    try encoder.send(SoundBlock([samples]), to: writer, stream)
    try encoder.finish(to: writer, stream)
    try writer.finish(replacing: true)
  }

  /// A second of each of two films.
  private static var timeline: String {
    func clip(_ name: String) -> String {
      #"""
      {"OTIO_SCHEMA": "Clip.1", "name": "\#(name)",
       "source_range": {"OTIO_SCHEMA": "TimeRange.1",
         "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 30, "value": 15},
         "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 30, "value": 30}},
       "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\#(name)"}}
      """#
    }
    return #"""
      {"OTIO_SCHEMA": "Timeline.1", "name": "cut", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
        {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(clip("a.mov")), \#(clip("b.mov"))]}]}}
      """#
  }
}

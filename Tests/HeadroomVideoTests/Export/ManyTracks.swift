import Foundation
import HeadroomTestSupport
import HeadroomVideo

/// A film with everything, made by the ffmpeg program: two films of pictures, three languages, subtitles, chapters, a time code,
/// a title, a place and a date.
enum ManyTracks {
  /// Where pulses lie in the sound of each track.
  static let pulses = [[24_000, 60_000], [30_000, 66_000], [36_000, 72_000]]
  static let languages = ["eng", "ita", "fra"]

  /// Writes it; two seconds at 25 frames a second.
  ///
  /// - Returns: its path; nil where ffmpeg is not here or fails.
  static func write(in folder: TemporaryFolder, _ name: String = "many.mov", subtitles: String = "mov_text") throws
    -> String?
  {
    for (number, places) in pulses.enumerated() {
      _ = try SoundFile.write(
        [SoundFile.pulses(96_000, at: places)], .pcm16, .mov, in: folder, "sound\(number).mov")
    }
    try Data("1\n00:00:00,200 --> 00:00:00,900\nfirst\n\n2\n00:00:01,000 --> 00:00:01,800\nsecond\n".utf8)
      .write(to: folder.url.appending(path: "words.srt"))
    try Data(
      ";FFMETADATA1\ntitle=A film\ncomment=of tests\nartist=Nobody\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\n"
        .appending("title=one\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\ntitle=two\n").utf8
    ).write(to: folder.url.appending(path: "words.txt"))
    let pictures = ["testsrc2=size=128x72:rate=25:duration=2", "testsrc2=size=64x36:rate=50:duration=2"]
    let inputs =
      pictures.flatMap { ["-f", "lavfi", "-i", $0] } + (0..<3).flatMap { ["-i", folder.path("sound\($0).mov")] }
      + ["-i", folder.path("words.srt"), "-i", folder.path("words.txt")]
    let maps = (0..<6).flatMap { ["-map", "\($0)"] } + ["-map_metadata", "6", "-map_chapters", "6"]
    let codecs = ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p", "-c:a", "copy", "-c:s", subtitles]
    let words =
      ["-metadata", "creation_time=2024-05-06T07:08:09Z", "-metadata", "location=+48.8584+002.2945/"]
      + ["-metadata", "make=Maker", "-metadata", "model=Camera"]
      + languages.enumerated().flatMap { ["-metadata:s:a:\($0)", "language=\($1)"] }
      + [
        "-disposition:a", "0", "-disposition:a:0", "default", "-metadata:s:a:1", "title=Kommentar", "-metadata:s:s:0",
        "language=ita", "-timecode", "01:00:00:05",
      ]
    let path = folder.path(name)
    let isMade =
      try InstalledProgram.ffmpeg?.run(["-v", "error", "-y"] + inputs + maps + codecs + words + [path]) != nil
    return isMade ? path : nil
  }

  /// Converts as the command does.
  @discardableResult
  static func convert(
    _ source: String, to path: String, range: CMTimeRange? = nil, size: (width: Int, height: Int)? = nil,
    _ change: (inout FilmSettings) -> Void = { _ in }
  ) throws -> (file: MediaFile, losses: [String]) {
    var settings = FilmSettings(MediaContainer(writing: path) ?? .mp4)
    change(&settings)
    var conversion = try ClipConversion(FilmSource(path: source), range: range, settings)
    let output = try conversion.output(path: path, isReplacing: true) { clip in
      size.map { clip.scaled(width: $0.width, height: $0.height) } ?? clip
    }
    try FilmExporter([output]).write { _ in }
    return (try MediaFile(path: path), conversion.losses)
  }

  /// What ffprobe says of a film: streams, format, chapters.
  static func probe(_ path: String) throws -> Probe {
    let words = ["-v", "error", "-of", "json", "-show_streams", "-show_format", "-show_chapters", path]
    let data = try InstalledProgram.ffprobe?.run(words) ?? Data()
    return try JSONDecoder().decode(Probe.self, from: data)
  }

  struct Probe: Decodable {
    struct Stream: Decodable {
      var codec_type: String
      var codec_name: String?
      var disposition: [String: Int]
      var tags: [String: String]?
    }
    struct Format: Decodable { var tags: [String: String]? }
    struct Chapter: Decodable {
      var start_time: String
      var end_time: String
      var tags: [String: String]?
    }
    var streams: [Stream]
    var format: Format
    var chapters: [Chapter]

    func streams(_ kind: String) -> [Stream] { streams.filter { $0.codec_type == kind } }
  }
}

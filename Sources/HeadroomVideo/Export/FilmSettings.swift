/// How a film is written.
package struct FilmSettings: Sendable {
  /// What a file says of the brightest light.
  package enum Light: String, CaseIterable, Hashable, Sendable {
    /// What the sources say, where they agree.
    case propagate
    case none
  }

  package var container: MediaContainer
  package var codec: VideoCodec
  /// Nil is the codec's usual number.
  package var crf: Int?
  /// Nil is the codec's usual word.
  package var preset: String?
  package var isLossless = false
  package var light = Light.propagate
  package var sound = SoundChoice.automatic

  /// - Parameter codec: nil is the container's usual one.
  package init(_ container: MediaContainer, codec: VideoCodec? = nil) {
    self.container = container
    self.codec = codec ?? container.usualCodec
  }
}

extension MediaContainer {
  /// The kind of file that a name's ending asks for; nil where films of that kind are not written.
  package init?(writing path: String) {
    let name = path.split(separator: "/").last ?? ""
    switch name.split(separator: ".").last?.lowercased() {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .mov
    case "mkv": self = .matroska
    case "webm": self = .webm
    case "mxf": self = .mxf
    default: return nil
    }
  }

  /// What is written into such files where nothing is said.
  var usualCodec: VideoCodec {
    switch self {
    case .webm: .av1
    case .mxf: .dnxhr
    default: .hevc
    }
  }

  /// Whether such files say how players are to turn the frames.
  package var statesTurns: Bool { self == .mp4 || self == .mov }

  /// Whether a codec can be put into such files.
  func holds(_ codec: VideoCodec) -> Bool {
    switch self {
    case .mp4: [.hevc, .av1, .h264, .vp9].contains(codec)
    case .mov: codec != .vp9 && codec != .ffv1 && codec != .av1
    case .matroska: true
    case .webm: [.av1, .vp9].contains(codec)
    case .mxf: [.dnxhr, .prores, .h264].contains(codec)
    case .hevc, .obu, .ivf: false
    }
  }
}

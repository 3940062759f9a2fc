internal import CHeadroomMedia

/// What a user wants of the sound of a film.
package enum SoundChoice: String, CaseIterable, Hashable, Sendable {
  /// Copied where it fits, else encoded as is usual for the container.
  case automatic
  case copy, aac, opus, pcm, none
}

/// What becomes of the sound of a film, and why.
package struct SoundDecision: Sendable {
  package enum Way: Hashable, Sendable {
    case nothing
    /// The coded samples are taken as they are.
    case copy
    case encode(SoundCodec, SoundFormat)
  }

  package let way: Way
  /// One line: why it is not copied, or that nothing is done to it.
  package let reason: String

  /// - Throws: where the choice cannot be had in the container, with the reason.
  package init(
    _ timeline: SoundTimeline, _ choice: SoundChoice, _ container: MediaContainer
  ) throws(MediaError) {
    if timeline.pieces.isEmpty || choice == .none {
      self.init(.nothing, choice == .none ? "no sound is wanted" : "there is no sound")
      return
    }
    guard choice == .automatic || choice == .copy else {
      try self.init(timeline, encoding: choice, container, "\(choice.rawValue) is wanted")
      return
    }
    guard let reason = try SoundCopy.refusal(timeline, container) else {
      self.init(.copy, "one track, untouched")
      return
    }
    guard choice == .automatic else { throw MediaError(.invalidRequest("the sound cannot be copied: \(reason)")) }
    try self.init(timeline, encoding: container.usualSound, container, reason)
  }

  private init(_ way: Way, _ reason: String) { (self.way, self.reason) = (way, reason) }

  private init(
    _ timeline: SoundTimeline, encoding choice: SoundChoice, _ container: MediaContainer, _ reason: String
  ) throws(MediaError) {
    let codec: SoundCodec =
      switch choice {
      case .opus: .opus
      case .pcm: timeline.hasDeepSamples ? .pcm24 : .pcm16
      default: .aac
      }
    if let words = container.refusal(of: codec) { throw MediaError(.unsupported(words)) }
    let natural = timeline.naturalFormat
    let rate = codec.rates.map { $0.contains(natural.rate) ? natural.rate : 48_000 } ?? natural.rate
    self.init(.encode(codec, natural.at(rate)), reason)
  }
}

extension SoundTimeline {
  /// Whether 16 bits would lose something.
  fileprivate var hasDeepSamples: Bool {
    !pieces.allSatisfy { $0.isUntouched && $0.source.track.facts.codec.hasPrefix("pcm_s16") }
  }
}

extension MediaContainer {
  /// What sound is encoded as where nobody chose.
  fileprivate var usualSound: SoundChoice {
    switch self {
    case .matroska, .webm: .opus
    case .mxf: .pcm
    case .mp4, .mov, .hevc, .obu, .ivf: .aac
    }
  }

  /// Why a codec is not written; nil where it is.
  fileprivate func refusal(of codec: SoundCodec) -> String? {
    if self == .matroska, codec == .aac {
      return "AAC in Matroska would start 1024 samples late: the file cannot hide what the encoder puts before it"
    }
    if self == .mxf { return codec == .pcm16 || codec == .pcm24 ? nil : "\(codec.title) is not written into mxf" }
    return takes(codec: codec.codecName) ? nil : "\(codec.title) is not written into \(rawValue)"
  }

  /// Whether FFmpeg writes a codec into it.
  func takes(codec: String) -> Bool {
    guard let name = muxerName else { return false }
    return unsafe hr_muxer_takes(name, hr_media_codec_id(codec))
  }
}

extension SoundCodec {
  fileprivate var codecName: String { self == .opus ? "opus" : encoder }
}

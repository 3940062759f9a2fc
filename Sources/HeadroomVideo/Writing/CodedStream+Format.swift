internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

extension CodedStream {
  /// What a description says of coded samples.
  ///
  /// - Throws: for codecs that are not written, and where their parameters are missing.
  init(_ format: CMFormatDescription) throws(MediaError) {
    let letters = format.mediaSubType.rawValue.letters
    guard format.mediaType == .audio else {
      try self.init(video: format, letters)
      return
    }
    guard let sound = format.audioStreamBasicDescription else {
      throw MediaError(.malformed("a description of sound without its format"))
    }
    let rate = Int(sound.mSampleRate.rounded())
    let channels = Int(sound.mChannelsPerFrame)
    guard rate > 0, channels > 0 else { throw MediaError(.malformed("sound of \(channels) channels at \(rate) Hz")) }
    let cookie = format.magicCookie.map { Array($0) } ?? []
    if letters == "lpcm" {
      let bits = Int(sound.mBitsPerChannel)
      self.init(
        codec: try Self.pcm(sound, bits), .sound(rate: rate, channels: channels, packet: 1, bits: bits),
        configuration: [])
      return
    }
    guard let (codec, packet) = Self.sounds[letters] else {
      throw MediaError(.unsupported("samples of '\(letters)' are not written"))
    }
    let stated = Int(sound.mFramesPerPacket)
    self.init(
      codec: codec, .sound(rate: rate, channels: channels, packet: stated > 0 ? stated : packet, bits: 0),
      configuration: codec == "aac" ? ElementaryStream.configuration(cookie) : cookie)
    if codec == "aac" || codec == "alac", configuration.isEmpty {
      throw MediaError(.malformed("a description of '\(letters)' without its magic cookie"))
    }
  }

  private init(video format: CMFormatDescription, _ letters: String) throws(MediaError) {
    guard let (codec, box) = Self.pictures[letters] else {
      throw MediaError(.unsupported("samples of '\(letters)' are not written"))
    }
    let configuration = box.flatMap { format.atom($0) } ?? []
    guard box == nil || !configuration.isEmpty || codec == "vp9" else {
      throw MediaError(.malformed("a description of '\(letters)' without '\(box ?? "")'"))
    }
    let size = format.dimensions
    let none = CICP(
      primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified, fullRange: false)
    self.init(
      codec: codec, .video(width: Int(size.width), height: Int(size.height), format.cicp ?? none),
      configuration: configuration)
  }

  /// FFmpeg's name, and the box that has the parameters.
  private static let pictures: [String: (String, String?)] = [
    "hvc1": ("hevc", "hvcC"), "hev1": ("hevc", "hvcC"), "avc1": ("h264", "avcC"), "avc3": ("h264", "avcC"),
    "av01": ("av1", "av1C"), "vp09": ("vp9", "vpcC"), "apco": ("prores", nil), "apcs": ("prores", nil),
    "apcn": ("prores", nil), "apch": ("prores", nil), "ap4h": ("prores", nil), "ap4x": ("prores", nil),
    "AVdh": ("dnxhd", nil),
  ]

  /// FFmpeg's name, and the samples of a packet.
  private static let sounds: [String: (String, Int)] = [
    "aac ": ("aac", 1024), "mp4a": ("aac", 1024), "opus": ("opus", 0), "Opus": ("opus", 0), "alac": ("alac", 4096),
    "ac-3": ("ac3", 1536), "ec-3": ("eac3", 1536), ".mp3": ("mp3", 1152), "flac": ("flac", 0), "fLaC": ("flac", 0),
  ]

  private static func pcm(_ sound: AudioStreamBasicDescription, _ bits: Int) throws(MediaError) -> String {
    let flags = sound.mFormatFlags
    let isFloat = flags & kAudioFormatFlagIsFloat != 0
    let end = flags & kAudioFormatFlagIsBigEndian != 0 ? "be" : "le"
    let isPlain =
      flags & kAudioFormatFlagIsNonInterleaved == 0
      && sound.mBytesPerFrame * 8 == UInt32(bits) * sound.mChannelsPerFrame
    let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    guard isPlain, isFloat ? [32, 64].contains(bits) : isSigned && [16, 24, 32].contains(bits) else {
      throw MediaError(.unsupported("PCM of \(bits) bits in this form is not written as it is"))
    }
    return "pcm_\(isFloat ? "f" : "s")\(bits)\(end)"
  }
}

extension CMFormatDescription {
  /// The bytes of a box of the sample entry.
  func atom(_ name: String) -> [UInt8]? {
    let atoms = extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation
    let value = OptionValues.dictionary(atoms)?[name]
    return OptionValues.bytes(value)
  }

  /// The four letters that a file states; nil where the container chooses.
  var fileTag: String? {
    let letters = mediaSubType.rawValue.letters
    return ["hvc1", "hev1", "avc3", "apco", "apcs", "apcn", "apch", "ap4h", "ap4x"].contains(letters) ? letters : nil
  }

  var hdrMetadata: HDRMetadata {
    func bytes(_ key: Extensions.Key) -> [UInt8]? { OptionValues.bytes(extensions[key]?.propertyListRepresentation) }
    return HDRMetadata(
      mastering: bytes(.masteringDisplayColorVolume).flatMap { try? MasteringDisplayColorVolume(seiBytes: $0) },
      lightLevel: bytes(.contentLightLevelInfo).flatMap { try? ContentLightLevel(seiBytes: $0) })
  }

  /// A pixel's width to its height.
  var pixelAspect: (width: Int32, height: Int32) {
    let shape = OptionValues.dictionary(extensions[.pixelAspectRatio]?.propertyListRepresentation)
    func side(_ key: String) -> Int32? { OptionValues.integer(shape?[key]).flatMap { Int32(exactly: $0) } }
    guard let width = side(kCVImageBufferPixelAspectRatioHorizontalSpacingKey), width > 0,
      let height = side(kCVImageBufferPixelAspectRatioVerticalSpacingKey), height > 0
    else { return (1, 1) }
    return (width, height)
  }

  /// Boxes that muxers leave out: the viewing environment, and Dolby Vision's, which belongs to untouched samples.
  var keptBoxes: [[UInt8]] {
    var boxes = ["dvcC", "dvvC", "dvwC"].compactMap { name in atom(name).map { BoxBytes.box(name, $0) } }
    let ambient =
      OptionValues.bytes(extensions[.ambientViewingEnvironment]?.propertyListRepresentation) ?? atom("amve")
    if let ambient { boxes.append(BoxBytes.box("amve", ambient)) }
    return boxes
  }

  /// Whether samples of both can be in one track.
  func isSameCoding(as other: CMFormatDescription?) -> Bool {
    guard let other, mediaSubType == other.mediaSubType, dimensions == other.dimensions else { return false }
    let mine = extensions[.sampleDescriptionExtensionAtoms]
    let theirs = other.extensions[.sampleDescriptionExtensionAtoms]
    return mine == theirs && magicCookie == other.magicCookie
      && audioStreamBasicDescription == other.audioStreamBasicDescription
  }
}

/// The descriptor of MPEG-4's elementary streams (ISO/IEC 14496-1), in which Core Audio keeps AAC's parameters.
enum ElementaryStream {
  /// What a decoder needs, out of a descriptor; bytes that are none stay as they are.
  static func configuration(_ cookie: [UInt8]) -> [UInt8] {
    guard cookie.first == 3 else { return cookie }
    var place = 0
    while let (tag, body) = next(cookie, &place) {
      switch tag {
      case 3: place = body.lowerBound + 3
      case 4: place = body.lowerBound + 13
      case 5: return Array(cookie[body])
      default: place = body.upperBound
      }
    }
    return []
  }

  /// A tag and the place of its content.
  private static func next(_ bytes: [UInt8], _ place: inout Int) -> (tag: UInt8, body: Range<Int>)? {
    guard bytes.indices.contains(place) else { return nil }
    let tag = bytes[place]
    var (size, index) = (0, place + 1)
    for _ in 0..<4 {
      guard bytes.indices.contains(index) else { return nil }
      size = size << 7 | Int(bytes[index] & 0x7f)
      index += 1
      if bytes[index - 1] & 0x80 == 0 { break }
    }
    guard size <= bytes.count - index else { return nil }
    return (tag, index..<index + size)
  }
}

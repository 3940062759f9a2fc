internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// What a client's dictionary asks of video.
struct WriterVideoSettings: Sendable {
  enum Scaling: String, Sendable {
    case stretch = "AVVideoScalingModeResize"
    case fit = "AVVideoScalingModeResizeAspect"
    case fill = "AVVideoScalingModeResizeAspectFill"
  }

  var codec: VideoCodec
  /// The encoder's word for speed or kind; nil is its usual one.
  var word: String?
  /// Nil is that of the pictures.
  var width: Int?
  var height: Int?
  var scaling = Scaling.fill
  /// Nil takes that of the pictures.
  var color: CICP?
  var wishes = EncoderWishes()

  /// - Throws: ``WritingError/setting(key:_:)`` for what is not honoured.
  init(_ settings: CFDictionary) throws(WritingError) {
    guard let value = settings[AVVideoCodecKey] else { throw .setting(key: AVVideoCodecKey, "is missing") }
    let letters = (value as? AVVideoCodecType)?.rawValue ?? OptionValues.text(value) ?? "\(value)"
    guard let (codec, word) = Self.codecs[letters] else {
      throw .setting(key: AVVideoCodecKey, "\(letters) is not written")
    }
    (self.codec, self.word) = (codec, word)
    for (key, value) in settings where key != AVVideoCodecKey { try take(key, value) }
    try check()
  }

  private static let codecs: [String: (VideoCodec, String?)] = [
    "hvc1": (.hevc, nil), "avc1": (.h264, nil), "av01": (.av1, nil), "apco": (.prores, "proxy"),
    "apcs": (.prores, "lt"), "apcn": (.prores, "standard"), "apch": (.prores, "hq"), "ap4h": (.prores, "4444"),
    "ap4x": (.prores, "4444xq"),
  ]

  private mutating func take(_ key: String, _ value: Any) throws(WritingError) {
    switch key {
    case AVVideoWidthKey: width = try side(key, value)
    case AVVideoHeightKey: height = try side(key, value)
    case AVVideoScalingModeKey:
      guard let mode = OptionValues.text(value).flatMap(Scaling.init) else {
        throw .setting(key: key, "\(value) is not honoured")
      }
      scaling = mode
    case AVVideoColorPropertiesKey: color = try CICP(properties: value)
    case AVVideoCompressionPropertiesKey:
      guard let values = OptionValues.dictionary(value) else { throw .setting(key: key, "is no dictionary") }
      wishes = try EncoderWishes(values)
    case AVVideoAllowWideColorKey: break
    default: throw .setting(key: key, "is not honoured")
    }
  }

  private func side(_ key: String, _ value: Any) throws(WritingError) -> Int {
    guard let side = OptionValues.integer(value), (1...16_384).contains(side) else {
      throw .setting(key: key, "\(value) is not from 1 to 16384")
    }
    return side
  }

  private func check() throws(WritingError) {
    try wishes.check(codec)
    guard let color else { return }
    let isHDR = VideoDynamicRange(transfer: color.transfer) != .sdr
    guard !isHDR || wishes.profile?.format?.bitDepth != 8 else {
      throw .setting(key: AVVideoProfileLevelKey, "8 bits are too few for HDR")
    }
  }

  /// The form that the encoder is given.
  ///
  /// - Parameters:
  ///   - depth: bits of the pictures.
  ///   - isHDR: whether light goes beyond white.
  func format(depth: Int, isHDR: Bool, hasAlpha: Bool) -> EncodedFormat {
    if let format = wishes.profile?.format { return format }
    switch codec {
    case .prores:
      let isFull = word?.hasPrefix("4444") == true
      return EncodedFormat(10, isFull ? .full : .half, hasAlpha: isFull && hasAlpha)
    case .h264: return EncodedFormat(isHDR ? 10 : 8, .quarter)
    default: return EncodedFormat(isHDR || depth > 8 ? 10 : 8, .quarter)
    }
  }
}

extension CICP {
  /// The codes of ``AVVideoColorPropertiesKey``.
  fileprivate init(properties: Any) throws(WritingError) {
    guard let values = OptionValues.dictionary(properties) else {
      throw .setting(key: AVVideoColorPropertiesKey, "is no dictionary")
    }
    func code(_ key: String, _ table: [(name: String, code: UInt8)]) throws(WritingError) -> UInt8 {
      guard let name = OptionValues.text(values[key]) else { throw .setting(key: key, "is missing") }
      let code = ImageBufferColor.code(of: name, in: table)
      guard code != CICP.unspecified else { throw .setting(key: key, "\(name) is not known") }
      return code
    }
    self.init(
      primaries: try code(AVVideoColorPrimariesKey, ImageBufferColor.primaries),
      transfer: try code(AVVideoTransferFunctionKey, ImageBufferColor.transfers),
      matrix: try code(AVVideoYCbCrMatrixKey, ImageBufferColor.matrices), fullRange: false)
    guard encoding != nil, matrixCoefficients?.lumaMatrix != nil else {
      throw .setting(key: AVVideoColorPropertiesKey, "\(primaries)/\(transfer)/\(matrix) is not written")
    }
  }
}

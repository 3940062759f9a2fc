internal import HeadroomGraphics

/// What an input makes of its samples.
enum InputSettings: Sendable {
  /// They are taken as they are.
  case copy
  case video(WriterVideoSettings)
  case sound(WriterSoundSettings)

  /// - Throws: ``WritingError`` for what is not honoured.
  init(_ mediaType: AVMediaType, _ settings: CFDictionary?) throws(WritingError) {
    guard mediaType == .video || mediaType == .audio else {
      throw .setting(key: "mediaType", "\(mediaType.rawValue) is not written")
    }
    guard let settings else {
      self = .copy
      return
    }
    self = mediaType == .video ? .video(try WriterVideoSettings(settings)) : .sound(try WriterSoundSettings(settings))
  }
}

internal import CHeadroomMedia
internal import Foundation

extension MediaError {
  /// What FFmpeg refused.
  init(_ failure: hr_media_failure) {
    guard failure.code != -ENOMEM else {
      self.init(.outOfMemory)
      return
    }
    let letters = unsafe withUnsafeBytes(of: failure.message) { unsafe Array($0.prefix { $0 != 0 }) }
    self.init(.library(String(decoding: letters, as: UTF8.self), code: failure.code))
  }

  /// What a decoder refused in a sample, or complained about, as damage of the file.
  var asDamage: MediaError {
    guard case .library(let words, code: Self.invalidData) = reason else { return self }
    return MediaError(.malformed("damaged data (FFmpeg: \(words))"), track: track, time: time, in: place)
  }

  /// `AVERROR_INVALIDDATA`: the letters INDA, negative.
  private static let invalidData: Int32 = -0x4144_4E49

  /// Throws where FFmpeg's libraries cannot be used.
  static func checkLibraries() throws(MediaError) {
    guard let words = unsafe hr_media_missing() else { return }
    throw unsafe MediaError(.missingLibrary(String(cString: words)))
  }

  /// Whether the libraries are here, and decode the codec that nearly all HDR is in.
  static var decodesHDR: Bool { unsafe hr_media_decodes(hr_media_codec_id("hevc")) }
}

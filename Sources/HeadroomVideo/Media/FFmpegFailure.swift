internal import CHeadroomMedia

extension MediaError {
  /// What FFmpeg refused.
  init(_ failure: hr_media_failure) {
    let letters = unsafe withUnsafeBytes(of: failure.message) { unsafe Array($0.prefix { $0 != 0 }) }
    self.init(.library(String(decoding: letters, as: UTF8.self), code: failure.code))
  }

  /// Throws where FFmpeg's libraries cannot be used.
  static func checkLibraries() throws(MediaError) {
    guard let words = unsafe hr_media_missing() else { return }
    throw unsafe MediaError(.missingLibrary(String(cString: words)))
  }
}

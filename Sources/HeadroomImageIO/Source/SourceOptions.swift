internal import HeadroomGraphics

/// What is said of a source's options that change nothing.
enum SourceOptions {
  private static let keys: Set<String> = [
    kCGImageSourceTypeIdentifierHint, kCGImageSourceShouldAllowFloat, kCGImageSourceShouldCache,
    kCGImageSourceShouldCacheImmediately, kCGImageSourceSubsampleFactor,
    kCGImageSourceCreateThumbnailFromImageIfAbsent, kCGImageSourceCreateThumbnailFromImageAlways,
    kCGImageSourceThumbnailMaxPixelSize, kCGImageSourceCreateThumbnailWithTransform, kCGImageSourceDecodeRequest,
    kCGImageSourceDecodeRequestOptions, kCGComputeHDRStats,
  ]

  /// Names unknown keys, once each.
  static func noteUnknownKeys(_ options: CFDictionary?) {
    guard let options, !options.isEmpty else { return }
    DeveloperNotes.ignored(options.keys, butFor: keys, by: "CGImageSource")
  }

  /// Names a value that cannot be used, once.
  static func noteUnused(_ value: Any, for key: CFString) {
    let note = "CGImageSource ignores the value \("\(value)".prefix(64)) of '\(key)'"
    DeveloperNotes.log(note, about: note)
  }
}

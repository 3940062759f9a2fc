package import HeadroomColor
package import HeadroomImageIO
package import HeadroomPixels

/// Pixels that come from outside: a bitmap, a file, a pixel buffer. The picture lies at (0, 0, width, height).
///
/// What is needed for planning is known at once; the pixels themselves are asked for when a render starts, off the
/// planning path, and may be decoded then.
package protocol SourceOperation: Operation {
  var width: Int { get }
  var height: Int { get }
  /// The space of the numbers; nil means "do not match".
  var encoding: ColorEncoding? { get }
  /// What the pixels' alpha means.
  var alpha: AlphaMode { get }
  /// Whether ``LoadedSource/gainMap`` will be there: the source's light is then read expanded.
  var hasGainMap: Bool { get }
  /// Pixels for a render. Called once per render and source; a file source decodes here and keeps the result.
  func load() throws -> LoadedSource
}

extension SourceOperation {
  package var hasGainMap: Bool { false }
}

/// The pixels of a source, ready for reading rows.
package struct LoadedSource: Sendable {
  package var bitmap: PixelBitmap
  /// Turns linear base rows into linear HDR rows in place, where the source is expanded by a gain map.
  package var gainMap: GainMapApplier?

  package init(bitmap: PixelBitmap, gainMap: GainMapApplier? = nil) {
    self.bitmap = bitmap
    self.gainMap = gainMap
  }
}

/// A bitmap in memory.
package struct BitmapSource: SourceOperation {
  package let bitmap: PixelBitmap
  package let encoding: ColorEncoding?
  /// The nominal headroom of the content; nil when unknown.
  package let headroom: Float?
  package let label: String

  package init(bitmap: PixelBitmap, encoding: ColorEncoding?, headroom: Float?, label: String) {
    self.bitmap = bitmap
    self.encoding = encoding
    self.headroom = headroom
    self.label = label
  }

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }
  package var alpha: AlphaMode { bitmap.alpha }
  package var fingerprint: Fingerprint {
    Fingerprint(label, [Double(bitmap.offset)], objects: [ObjectIdentifier(bitmap.storage)])
  }
  package func peak(of inputs: [Float?]) -> Float? { headroom }
  package func isOpaque(_ inputs: [Bool]) -> Bool { bitmap.alpha == .opaque }
  package func load() throws -> LoadedSource { LoadedSource(bitmap: bitmap) }
}

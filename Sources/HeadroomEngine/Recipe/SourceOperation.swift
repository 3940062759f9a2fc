package import Foundation
package import HeadroomColor
package import HeadroomPixels

/// Pixels that come from outside: a bitmap, a file, a pixel buffer. The picture lies at (0, 0, width, height).
///
/// Everything that planning needs is available at once; pixels are requested when a render starts, and may be decoded
/// then.
package protocol SourceOperation: Operation {
  var width: Int { get }
  var height: Int { get }
  /// The file that the pixels are read from; nil for pixels in memory or without a file.
  var url: URL? { get }
  /// The space of the numbers; nil means "do not match".
  var encoding: ColorEncoding? { get }
  /// What the pixels' alpha means.
  var alpha: AlphaMode { get }
  /// Whether ``LoadedSource/gainMap`` will be there: the source's light is then read expanded.
  var hasGainMap: Bool { get }
  /// Whether infinite colours are read as the largest half float: they are light brighter than the file could store,
  /// and matrices would turn them into NaN.
  var boundsLight: Bool { get }
  /// Whether the pixels never change, so that results computed from them may be kept from render to render.
  var isConstant: Bool { get }
  /// How the pixels are reached.
  var access: SourceAccess { get }
  /// Pixels for a render. Called once per render and source; a file source decodes here and keeps the result.
  ///
  /// - Parameter region: the pixels that the render will read; others may be undefined.
  func load(_ region: PixelRect) throws -> LoadedSource
  /// Bytes that ``load(_:)`` would take and ``rows()`` may spare; 0 for pixels that are in memory already.
  var decodedByteCount: Int { get }
  /// The same for a render that reads a region only.
  func decodedByteCount(of region: PixelRect) -> Int
  /// The memory that ``load(_:)`` takes for a region, as the ledger counts it.
  func loadingMemory(of region: PixelRect) -> LoadingMemory
  /// The memory that ``rows()`` takes beside the rows themselves; nil if unknown, or if pixels only come whole.
  var rowMemory: LoadingMemory? { get }
  /// The same pixels from the top, a few rows at a time; nil where they only come whole. Each call starts anew.
  func rows() throws -> SourceRows?
}

extension SourceOperation {
  package var url: URL? { nil }
  package var hasGainMap: Bool { false }
  package var boundsLight: Bool { false }
  package var isConstant: Bool { true }
  package var access: SourceAccess { .decoded }
  package var decodedByteCount: Int { 0 }
  package func decodedByteCount(of region: PixelRect) -> Int { decodedByteCount }
  package var rowMemory: LoadingMemory? { nil }
  package func rows() throws -> SourceRows? { nil }

  package func loadingMemory(of region: PixelRect) -> LoadingMemory {
    LoadingMemory(resident: StoragePool.byteCount(holding: decodedByteCount(of: region)))
  }

  /// Whether colours stay premultiplied while they are matched: they are light already, so no curve needs straight
  /// numbers, and dividing would lose light with an alpha of 0, such as glows in OpenEXR files.
  package var keepsPremultipliedLight: Bool {
    guard alpha == .premultiplied, !hasGainMap, let encoding else { return false }
    return encoding.transfer == .linear && encoding.model != .lab && encoding.model != .cmyk
  }
}

/// The memory that the pixels of a source take.
package struct LoadingMemory: Hashable, Sendable {
  /// Bytes that are held as long as the pixels are.
  package var resident = 0
  /// Bytes that are freed once the pixels are loaded: the codec's, as far as they are counted.
  package var transient = 0
  /// The owner of the pixels, where several sources may share them.
  package var owner: ObjectIdentifier?

  package init(resident: Int = 0, transient: Int = 0, owner: ObjectIdentifier? = nil) {
    self.resident = resident
    self.transient = transient
    self.owner = owner
  }
}

/// A source that is decoded while it is rendered.
package struct SourceRows {
  package var source: any RowSource
  /// As ``LoadedSource/gainMap``.
  package var gainMap: GainMapApplier?

  package init(source: any RowSource, gainMap: GainMapApplier? = nil) {
    self.source = source
    self.gainMap = gainMap
  }
}

/// The pixels of a source, or the rows of it that a render needs now, ready for reading rows.
package struct LoadedSource: Sendable {
  package var bitmap: PixelBitmap
  /// The source's row that the bitmap begins with, counted from the top.
  package var firstRow = 0
  /// Rows of the source.
  package var height: Int
  /// Turns linear base rows into linear HDR rows in place, where the source is expanded by a gain map.
  package var gainMap: GainMapApplier?

  package init(bitmap: PixelBitmap, gainMap: GainMapApplier? = nil) {
    self.bitmap = bitmap
    self.gainMap = gainMap
    height = bitmap.height
  }

  /// A placeholder for pixels that nothing reads.
  package static func nothing() throws(PixelError) -> LoadedSource {
    LoadedSource(bitmap: try PixelBitmap(width: 1, height: 1, format: .rgbaFloat))
  }

  /// Some rows of a source of `height` rows, from `firstRow` on.
  package init(bitmap: PixelBitmap, gainMap: GainMapApplier?, firstRow: Int, height: Int) {
    self.bitmap = bitmap
    self.gainMap = gainMap
    self.firstRow = firstRow
    self.height = height
  }
}

/// A bitmap in memory.
package struct BitmapSource: SourceOperation {
  package let bitmap: PixelBitmap
  package let encoding: ColorEncoding?
  package let label: String
  package let isConstant: Bool

  /// - Parameter isConstant: whether nobody writes to the pixels while the bitmap exists; nil is true of memory that
  ///   belongs to this process's pixels alone, since clients and codecs may write to theirs.
  package init(bitmap: PixelBitmap, encoding: ColorEncoding?, label: String, isConstant: Bool? = nil) {
    self.bitmap = bitmap
    self.encoding = encoding
    self.label = label
    self.isConstant = isConstant ?? !bitmap.storage.isLent
  }

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }
  package var alpha: AlphaMode { bitmap.alpha }
  package var access: SourceAccess { .memory }
  package var fingerprint: Fingerprint {
    Fingerprint(label, [Double(bitmap.offset)], objects: [ObjectIdentifier(bitmap.storage)])
  }
  package func isOpaque(_ inputs: [Bool]) -> Bool { bitmap.alpha == .opaque }
  package func load(_ region: PixelRect) throws -> LoadedSource { LoadedSource(bitmap: bitmap) }
}

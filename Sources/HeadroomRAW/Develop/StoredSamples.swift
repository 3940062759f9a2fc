internal import HeadroomContainers
internal import HeadroomPixels

/// The stored numbers of the active area as linearised floats, from any format of raw files.
struct StoredSamples: Sendable {
  private let bitmap: PixelBitmap
  private let origin: (x: Int, y: Int)
  let planes: Int
  let isFloat: Bool

  init(_ image: SensorImage, bitmap: PixelBitmap) throws(ImageIOError) {
    switch bitmap.format {
    case .gray16: (planes, isFloat) = (1, false)
    case .grayFloat: (planes, isFloat) = (1, true)
    case .rgb16: (planes, isFloat) = (3, false)
    case .rgbFloat: (planes, isFloat) = (3, true)
    default: throw .internalError("samples of a sensor as \(bitmap.format)")
    }
    guard planes == 1 || image.pattern == nil else { throw .internalError("a mosaic of three planes") }
    self.bitmap = bitmap
    origin = (image.activeArea.minX, image.activeArea.minY)
  }

  /// Reads linearised numbers of a row, before black is subtracted.
  func read(row: Int, sample: Int, count: Int, table: FloatTable?, into target: UnsafeMutablePointer<Float>) {
    let address = unsafe bitmap.rowAddress(origin.y + row)
    let first = origin.x * planes + sample
    if isFloat {
      let source = unsafe address.assumingMemoryBound(to: Float.self) + first
      return unsafe Self.copy(source, count, target)
    }
    let source = unsafe address.assumingMemoryBound(to: UInt16.self) + first
    guard let table else { return unsafe Self.convert(source, count, target) }
    unsafe Self.look(source, count, table.pointer(at: 0), last: UInt16(clamping: table.count - 1), target)
  }

  /// Whether a linearised number of a span reaches a level.
  func reaches(_ level: Float, row: Int, sample: Int, count: Int, table: FloatTable?) -> Bool {
    let address = unsafe bitmap.rowAddress(origin.y + row)
    let first = origin.x * planes + sample
    if isFloat {
      let source = unsafe address.assumingMemoryBound(to: Float.self) + first
      return unsafe Self.largest(source, count, least: -.infinity) >= level
    }
    guard let code = Self.code(reaching: level, table) else { return false }
    let source = unsafe address.assumingMemoryBound(to: UInt16.self) + first
    return unsafe Self.largest(source, count, least: 0) >= code
  }

  /// The smallest code whose number reaches a level; nil for none. Later codes may be below it in a table that falls.
  private static func code(reaching level: Float, _ table: FloatTable?) -> UInt16? {
    guard let table else { return level > 65_535 ? nil : UInt16(max(level, 0)) }
    for index in 0..<table.count where unsafe table.pointer(at: index)[0] >= level {
      return UInt16(clamping: index)
    }
    return nil
  }

  /// A maximum, since a search that stops at the first hit handles one number at a time; compilers turn a count into
  /// one as well.
  private static func largest<Sample: Comparable>(
    _ row: UnsafePointer<Sample>, _ count: Int, least: Sample
  ) -> Sample {
    var found = least
    for i in 0..<count {
      let value = unsafe row[i]
      found = value > found ? value : found
    }
    return found
  }

  private static func convert(_ source: UnsafePointer<UInt16>, _ count: Int, _ target: UnsafeMutablePointer<Float>) {
    for i in 0..<count { unsafe target[i] = Float(Int32(source[i])) }
  }

  private static func look(
    _ source: UnsafePointer<UInt16>, _ count: Int, _ table: UnsafePointer<Float>, last: UInt16,
    _ target: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count { unsafe target[i] = table[Int(min(source[i], last))] }
  }

  /// No sensor records more than a million times white, and NaN becomes black.
  private static func copy(_ source: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Float>) {
    for i in 0..<count {
      let value = unsafe source[i]
      let number = value == value ? value : 0
      let below = number > 1e9 ? 1e9 : number
      unsafe target[i] = below < -1e9 ? -1e9 : below
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The decoded picture of one codestream.
struct JPEGXLPicture: Sendable {
  var bitmap: PixelBitmap
  /// The black ink, where it has not been combined with the others.
  private(set) var black: PixelBitmap?
  /// Whether data is missing.
  var isPartial: Bool

  /// How a codestream's pixels come out.
  struct Plan: Sendable {
    /// The bitmap's format.
    var format: PixelFormat
    /// Its alpha.
    var alpha: AlphaMode
    /// The colour to which XYB is converted.
    var color: JPEGXL.Color?

    /// - Parameter color: see ``JPEGXLReader/Meaning``.
    init(_ header: JPEGXL.Header, color: JPEGXL.Color?, keepsAlpha: Bool = true) {
      let hasAlpha = header.hasAlpha && keepsAlpha
      let layout: PixelFormat.Layout =
        header.colorChannels == 1 ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
      format = PixelFormat(component: header.component, layout: layout) ?? .rgba8
      // Premultiplied floats may be light without coverage, such as a flame at alpha 0, which a division would blow up.
      alpha = !hasAlpha ? .opaque : header.isPremultiplied && header.isFloat ? .premultiplied : .straight
      self.color = color
    }
  }

  /// Decodes a picture into a new bitmap, without an intermediate copy.
  ///
  /// - Parameter keepsInks: whether black stays separate; else it is combined with the others by the device formula.
  /// - Throws: `ImageIOError` when the data is damaged, or is cut and `allowPartial` is not set.
  init(
    decoding decoder: borrowing JPEGXL.Decoder, _ header: JPEGXL.Header, plan: Plan, index: Int,
    keepsInks: Bool = false, allowPartial: Bool
  ) throws(ImageIOError) {
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: header.width, height: header.height, format: plan.format, alpha: plan.alpha)
    } catch {
      throw ImageIOError(error)
    }
    let memory = try CodecMemory.reserve(
      width: header.width, height: header.height,
      bytesPerPixel: CodecMemory.jpegXLDecoder(isLossless: header.isOriginalColor, isLayered: header.isLayered))
    defer { withExtendedLifetime(memory) {} }
    if allowPartial { bitmap.storage.clear() }
    if header.blackChannel != nil, header.colorChannels == 3 { black = try Self.makeBlack(like: bitmap) }
    let job = JPEGXL.Decoder.Job(
      index: index, color: plan.color, dividesByAlpha: plan.alpha == .straight, allowPartial: allowPartial,
      blackChannel: header.blackChannel)
    isPartial = try !decoder.decode(job, into: bitmap, black: black)
    if header.isOriginalColor, plan.format.component == .uint16, header.bits < 16 {
      Self.roundExactly(bitmap, bits: header.bits)
    }
    if let black, !keepsInks {
      Self.printBlack(black, over: bitmap)
      self.black = nil
    }
  }

  /// The library stretches codes of fewer bits to 16 in single precision, which is off by one for some. Values beside a
  /// code's exact one, c * 65535 / (2^n - 1) rounded, are moved to it.
  private static func roundExactly(_ bitmap: PixelBitmap, bits: Int) {
    let top = (1 << bits) - 1
    var table = (0...65535).map { UInt16($0) }
    for code in 0...top {
      let exact = (code * 65535 * 2 + top) / (top * 2)
      for near in max(exact - 1, 0)...min(exact + 1, 65535) { table[near] = UInt16(exact) }
    }
    let count = bitmap.width * bitmap.format.channelCount
    let places = table
    ThreadPool.shared.concurrentPerform(bitmap.height) { row in
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { unsafe samples[index] = places[Int(samples[index])] }
    }
  }

  private static func makeBlack(like bitmap: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    guard let format = PixelFormat(component: bitmap.format.component, layout: .gray) else {
      throw .internalError("no gray format of \(bitmap.format)")
    }
    do throws(PixelError) {
      let black = try PixelBitmap(width: bitmap.width, height: bitmap.height, format: format)
      black.storage.clear()
      return black
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Applies the device formula: samples are the light left by the ink, so black's multiply those
  /// of cyan, magenta, yellow.
  private static func printBlack(_ black: PixelBitmap, over bitmap: PixelBitmap) {
    ThreadPool.shared.concurrentPerform(bitmap.height) { row in
      switch bitmap.format.component {
      case .uint8:
        unsafe multiply(bitmap, by: black, row: row, as: UInt8.self) { UInt8((UInt32($0) * UInt32($1) + 127) / 255) }
      case .uint16:
        unsafe multiply(bitmap, by: black, row: row, as: UInt16.self) {
          UInt16((UInt32($0) * UInt32($1) + 32767) / 65535)
        }
      case .half: unsafe multiply(bitmap, by: black, row: row, as: Float16.self) { $0 * $1 }
      case .float: unsafe multiply(bitmap, by: black, row: row, as: Float.self) { $0 * $1 }
      case .packed10, .uint10High, .uint10, .uint12: break
      }
    }
  }

  @inline(__always)
  @unsafe private static func multiply<Sample>(
    _ bitmap: PixelBitmap, by black: PixelBitmap, row: Int, as type: Sample.Type, _ product: (Sample, Sample) -> Sample
  ) {
    let channels = bitmap.format.channelCount
    let colors = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Sample.self)
    let inks = unsafe black.rowAddress(row).assumingMemoryBound(to: Sample.self)
    for x in 0..<bitmap.width {
      for channel in 0..<3 {
        unsafe colors[x * channels + channel] = product(colors[x * channels + channel], inks[x])
      }
    }
  }
}

extension JPEGXL.Header {
  /// Whether samples are floating point numbers.
  var isFloat: Bool { exponentBits > 0 }

  /// The storage that holds a sample without loss. Integers above 16 bits, which are rare, become floats of 0...1.
  var component: PixelFormat.Component {
    if isFloat { return bits <= 16 && exponentBits <= 5 ? .half : .float }
    return bits <= 8 ? .uint8 : bits <= 16 ? .uint16 : .float
  }
}

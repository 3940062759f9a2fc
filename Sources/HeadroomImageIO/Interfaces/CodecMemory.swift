internal import HeadroomContainers
internal import HeadroomPixels

/// The memory that codecs take beside the pixels, in bytes per pixel, measured as the growth of the process with the
/// picture and rounded up. It is reserved before a codec starts: the codec's own allocations are not counted, and some
/// libraries end the process when they run out of memory.
enum CodecMemory {
  /// A codec that takes a picture whole may take one part in this many of the process's limit.
  private static let partsOfLimit = 4

  /// Pixels of the largest picture that a codec may take whole; larger ones are divided, where the format has a way.
  ///
  /// The limit decides, not the memory that is free at the moment: the same command writes the same bytes.
  ///
  /// - Parameter limit: bytes that the process may hold; nil for no limit.
  static func mostPixels(bytesPerPixel: Int, limit: Int?) -> Int {
    limit.map { $0 / partsOfLimit / bytesPerPixel } ?? .max
  }

  /// - Throws: `ImageIOError/overMemory(needed:limit:)`.
  static func reserve(width: Int, height: Int, bytesPerPixel: Int) throws(ImageIOError) -> MemoryReservation {
    let (pixels, tooMany) = width.multipliedReportingOverflow(by: height)
    let (bytes, tooLarge) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    do throws(PixelError) {
      return try MemoryReservation(tooMany || tooLarge ? .max : bytes)
    } catch {
      throw ImageIOError(error)
    }
  }
}

internal import HeadroomContainers
internal import HeadroomPixels

/// What codecs take beside the pixels they are given, in bytes of each pixel, measured as the growth of the process with
/// the picture and rounded up. Reserved before a codec starts: its own allocations are not seen, and some libraries end
/// the process where there is no memory.
enum CodecMemory {
  /// A codec that takes a picture whole may take one part in so many of what the process may hold.
  private static let partsOfLimit = 4

  /// Pixels of the largest picture that a codec may take whole; larger ones are cut, where the format has a way.
  ///
  /// The limit decides, not what is free at the moment: the same command writes the same bytes.
  ///
  /// - Parameter limit: bytes that the process may hold; nil is no limit.
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

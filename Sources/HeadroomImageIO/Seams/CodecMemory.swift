internal import HeadroomContainers
internal import HeadroomPixels

/// What codecs take beside the pixels they are given, in bytes of each pixel, measured as the growth of the process with
/// the picture and rounded up. Reserved before a codec starts: its own allocations are not seen, and some libraries end
/// the process where there is no memory.
enum CodecMemory {
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

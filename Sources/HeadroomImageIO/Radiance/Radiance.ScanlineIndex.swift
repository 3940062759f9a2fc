internal import HeadroomContainers

extension Radiance {
  /// The start of each scanline and its kind of storage, found without decoding a pixel: a file that cannot hold its
  /// picture is refused before memory is taken, and scanlines can then be decoded side by side.
  struct ScanlineIndex: Sendable {
    /// How a scanline is stored.
    enum Storage: Sendable {
      /// Runs of each of the four components.
      case components
      /// Pixels and repeat counts.
      case pixels
    }

    struct Scanline: Sendable {
      let offset: Int
      let storage: Storage
    }

    /// The scanlines that are complete.
    private(set) var scanlines: [Scanline] = []
    /// Offset after the last complete scanline.
    private(set) var end: Int
    /// The reason for missing scanlines.
    private(set) var failure: ImageIOError?

    init(_ bytes: FileBytes, _ header: Header) {
      end = header.raster
      scanlines.reserveCapacity(min(header.height, max(bytes.count - header.raster, 0) / 4))
      var walker = Walker(bytes: bytes, width: header.width, position: header.raster)
      while scanlines.count < header.height {
        let offset = walker.position
        do throws(ImageIOError) {
          scanlines.append(Scanline(offset: offset, storage: try walker.skipScanline()))
          end = walker.position
        } catch {
          failure = error
          return
        }
      }
    }
  }

  /// Steps over scanlines.
  private struct Walker {
    let bytes: FileBytes
    let width: Int
    var position: Int

    mutating func skipScanline() throws(ImageIOError) -> ScanlineIndex.Storage {
      guard bytes.count - position >= 4 else { throw cut }
      if Radiance.isComponentScanline(bytes, at: position, width: width) {
        position += 4
        for _ in 0..<4 { try skipComponent() }
        return .components
      }
      try skipPixels()
      return .pixels
    }

    private var cut: ImageIOError { .incompletePicture(part: "scanline", offset: bytes.count) }

    private mutating func skipComponent() throws(ImageIOError) {
      var filled = 0
      while filled < width {
        guard let code = bytes[position] else { throw cut }
        let isRun = code > 128
        let count = isRun ? Int(code) - 128 : Int(code)
        let next = position + 1 + (isRun ? 1 : count)
        guard count > 0, count <= width - filled else {
          throw .malformed(part: "scanline", text: "a run of \(count) in a row of \(width)", offset: position)
        }
        guard next <= bytes.count else { throw cut }
        filled += count
        position = next
      }
    }

    private mutating func skipPixels() throws(ImageIOError) {
      var filled = 0
      var shift = 0
      while filled < width {
        guard bytes.count - position >= 4 else { throw cut }
        if let count = Radiance.repeatCount(bytes, at: position) {
          guard filled > 0 else {
            throw .malformed(part: "scanline", text: "repeats a pixel before the first", offset: position)
          }
          // Pixels beyond the scanline are dropped, as in Radiance.
          filled += shift < 32 ? min(count << shift, width - filled) : 0
          guard shift < 32 else {
            throw .malformed(part: "scanline", text: "a repeat count of more than 32 bits", offset: position)
          }
          shift += 8
        } else {
          filled += 1
          shift = 0
        }
        position += 4
      }
    }
  }

  /// Whether a scanline begins with the mark of component runs: 2, 2 and its length.
  static func isComponentScanline(_ bytes: FileBytes, at offset: Int, width: Int) -> Bool {
    guard runLengths.contains(width), let high = bytes[offset + 2], let low = bytes[offset + 3] else { return false }
    return bytes[offset] == 2 && bytes[offset + 1] == 2 && Int(high) << 8 | Int(low) == width
  }

  /// The count of an old repeat mark, a pixel of mantissas 1, 1, 1; nil for every other pixel.
  static func repeatCount(_ bytes: FileBytes, at offset: Int) -> Int? {
    guard bytes[offset] == 1, bytes[offset + 1] == 1, bytes[offset + 2] == 1 else { return nil }
    return bytes[offset + 3].map { Int($0) }
  }
}

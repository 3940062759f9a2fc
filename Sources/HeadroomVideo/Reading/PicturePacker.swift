internal import HeadroomGraphics
internal import HeadroomPixels

/// Puts a codec's planes into a pixel buffer of two planes: the same codes, chroma in turn, ten bits at the upper end.
struct PicturePacker {
  private let shift: UInt16

  /// Nil where the buffer's codes would be others than the picture's.
  init?(_ picture: PlanarPicture, to form: BiplanarForm) {
    guard picture.coding.matrix != 0, picture.subsampling == form.chroma, picture.alpha == nil,
      picture.coding.isFullRange == form.isFullRange, picture.layout.shift == 0, picture.layout.step == 1,
      picture.chromaLayout == picture.layout
    else { return nil }
    switch (picture.bitDepth, form.depth) {
    case (8, 8), (10, 10): break
    // Narrow codes of ten bits are those of eight and two more.
    case (8, 10) where !form.isFullRange: break
    default: return nil
    }
    shift = form.depth == 8 ? 0 : UInt16(16 - picture.bitDepth)
  }

  func write(_ picture: PlanarPicture, to buffer: CVPixelBuffer) {
    guard let chroma = picture.chroma else { return }
    let (luma, isWide) = (picture.luma, shift > 0)
    for row in 0..<picture.height {
      let target = unsafe buffer.row(row, plane: 0)
      unsafe copy(luma.row(row), to: target, picture.width, isByte: picture.bytesPerSample == 1, isWide)
    }
    let columns = CVPixelBufferGetWidthOfPlane(buffer, 1)
    for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, 1) {
      let (blue, red) = unsafe (chroma.blue.row(row), chroma.red.row(row))
      let target = unsafe buffer.row(row, plane: 1)
      unsafe interleave(blue, red, to: target, columns, isByte: picture.bytesPerSample == 1, isWide)
    }
  }

  private func copy(
    _ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, _ count: Int, isByte: Bool, _ isWide: Bool
  ) {
    if !isWide {
      unsafe target.copyMemory(from: source, byteCount: count)
    } else if isByte {
      unsafe shifted(source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt16.self), count)
    } else {
      unsafe shifted(source.assumingMemoryBound(to: UInt16.self), target.assumingMemoryBound(to: UInt16.self), count)
    }
  }

  private func interleave(
    _ blue: UnsafeMutableRawPointer, _ red: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, _ count: Int,
    isByte: Bool, _ isWide: Bool
  ) {
    if !isWide {
      let bytes = unsafe target.assumingMemoryBound(to: UInt8.self)
      unsafe joined(blue.assumingMemoryBound(to: UInt8.self), red.assumingMemoryBound(to: UInt8.self), bytes, count)
    } else if isByte {
      let words = unsafe target.assumingMemoryBound(to: UInt16.self)
      unsafe joined(blue.assumingMemoryBound(to: UInt8.self), red.assumingMemoryBound(to: UInt8.self), words, count)
    } else {
      let words = unsafe target.assumingMemoryBound(to: UInt16.self)
      unsafe joined(blue.assumingMemoryBound(to: UInt16.self), red.assumingMemoryBound(to: UInt16.self), words, count)
    }
  }

  @inline(__always)
  private func shifted<Code: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Code>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    for x in 0..<count { unsafe target[x] = UInt16(truncatingIfNeeded: source[x]) &<< shift }
  }

  @inline(__always)
  private func joined<Code: FixedWidthInteger & UnsignedInteger, Word: FixedWidthInteger & UnsignedInteger>(
    _ blue: UnsafePointer<Code>, _ red: UnsafePointer<Code>, _ target: UnsafeMutablePointer<Word>, _ count: Int
  ) {
    for x in 0..<count {
      unsafe target[2 &* x] = Word(truncatingIfNeeded: blue[x]) &<< Word(truncatingIfNeeded: shift)
      unsafe target[2 &* x &+ 1] = Word(truncatingIfNeeded: red[x]) &<< Word(truncatingIfNeeded: shift)
    }
  }
}

extension CVPixelBuffer {
  /// The first byte of a row.
  func row(_ row: Int, plane: Int) -> UnsafeMutableRawPointer {
    let base = unsafe CVPixelBufferGetBaseAddressOfPlane(self, plane)
    // Callers name planes that exist.
    return unsafe base.unsafelyUnwrapped + row * CVPixelBufferGetBytesPerRowOfPlane(self, plane)
  }

  /// Takes over the pixels of a buffer of the same size and format.
  func copyPixels(of other: CVPixelBuffer) {
    for plane in 0..<max(CVPixelBufferGetPlaneCount(self), 1) {
      let count = min(
        CVPixelBufferGetBytesPerRowOfPlane(self, plane), CVPixelBufferGetBytesPerRowOfPlane(other, plane))
      for row in 0..<CVPixelBufferGetHeightOfPlane(self, plane) {
        unsafe self.row(row, plane: plane).copyMemory(from: other.row(row, plane: plane), byteCount: count)
      }
    }
  }
}

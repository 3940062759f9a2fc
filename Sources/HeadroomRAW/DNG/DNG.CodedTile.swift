internal import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPixels

extension DNG {
  /// A tile that a picture codec decoded.
  struct CodedTile {
    private let bitmap: PixelBitmap
    /// The largest code of the stream; codecs stretch it to the largest of 8 or 16 bits.
    private let largest: UInt32

    init(_ bitmap: PixelBitmap, bits: Int, _ picture: Picture, _ name: String) throws(ImageIOError) {
      let isFloat = bitmap.format.isFloatingPoint
      guard bitmap.width == picture.segments.width, bitmap.format.channelCount == picture.planesPerSegment else {
        throw .malformed(part: name, text: "the stream's picture is \(bitmap.width) pixels wide", offset: nil)
      }
      guard isFloat == picture.isFloat else {
        throw .malformed(part: name, text: "the stream's samples are \(isFloat ? "floats" : "integers")", offset: nil)
      }
      self.bitmap = bitmap
      largest = UInt32(1) << UInt32(min(max(bits, 1), 16)) - 1
    }
  }
}

extension DNG.CodedTile {
  /// Throws where a stream's headers do not fit the tile, before it is decoded.
  static func check(
    _ info: StillInfo, _ picture: DNG.Picture, _ place: DNG.SegmentPlace, _ name: String
  ) throws(ImageIOError) {
    let wanted = (picture.segments.width, picture.planesPerSegment)
    guard info.width == wanted.0, info.height >= place.rows, info.height <= picture.segments.height,
      info.channels == wanted.1
    else {
      throw .malformed(
        part: name,
        text: "the stream has \(info.width)x\(info.height) pixels of \(info.channels) samples, "
          + "the tile \(wanted.0)x\(place.storedRows) of \(wanted.1)", offset: nil)
    }
  }

  /// Converts a row back to the codes that the stream holds.
  func codes(row: Int, to out: UnsafeMutablePointer<UInt16>, count: Int) {
    let address = unsafe bitmap.rowAddress(row)
    if bitmap.format.component == .uint8 {
      let samples = unsafe address.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { unsafe out[index] = code(UInt32(samples[index]), of: 255) }
    } else {
      let samples = unsafe address.assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { unsafe out[index] = code(UInt32(samples[index]), of: 65535) }
    }
  }

  @inline(__always) private func code(_ sample: UInt32, of full: UInt32) -> UInt16 {
    largest == full
      ? UInt16(truncatingIfNeeded: sample) : UInt16(truncatingIfNeeded: (sample * largest + full / 2) / full)
  }

  func floats(row: Int, to out: UnsafeMutablePointer<Float>, count: Int) {
    let address = unsafe bitmap.rowAddress(row)
    if bitmap.format.component == .half {
      let samples = unsafe address.assumingMemoryBound(to: Float16.self)
      for index in 0..<count { unsafe out[index] = Float(samples[index]) }
    } else {
      let samples = unsafe address.assumingMemoryBound(to: Float.self)
      for index in 0..<count { unsafe out[index] = samples[index] }
    }
  }
}

internal import HeadroomColor
internal import HeadroomPixels

extension GainMapImage {
  /// This map with ISO 21496-1 metadata.
  ///
  /// A map of Apple's formula is encoded anew, with gamma 1 over the range of gains it really uses: the ISO formula
  /// cannot express Apple's curve, and renaming the metadata would be wrong by up to a fifth of a stop. The new codes
  /// are exact to their rounding. Other maps come back as they are.
  package func reencodedAsISO() throws(ImageIOError) -> GainMapImage {
    guard case .apple(let apple) = description.formula else { return self }
    guard bitmap.format.component == .uint8 else {
      throw .unsupported(part: "gain map", text: "Apple's maps have 8 bits")
    }
    let largest = largestCode()
    let top = apple.logGain(Double(largest) / 255)
    let metadata = GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: apple.headroomStops, min: 0, max: top, gamma: 1, baseOffset: 0,
      alternateOffset: 0)
    let codes = (0..<256).map { code -> UInt8 in
      guard top > 0 else { return 0 }
      let share = apple.logGain(Double(code) / 255) / top
      return UInt8(min(max((share * 255).rounded(), 0), 255))
    }
    var result = self
    result.bitmap = try mapped(codes)
    result.description.formula = .iso(metadata)
    result.description.kinds = [.iso]
    return result
  }

  private func largestCode() -> UInt8 {
    let count = bitmap.width * bitmap.format.channelCount
    var largest: UInt8 = 0
    for row in 0..<bitmap.height {
      let codes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { largest = unsafe max(largest, codes[index]) }
    }
    return largest
  }

  private func mapped(_ codes: [UInt8]) throws(ImageIOError) -> PixelBitmap {
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: bitmap.width, height: bitmap.height, format: bitmap.format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let count = bitmap.width * bitmap.format.channelCount
    for row in 0..<bitmap.height {
      let source = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      let target = unsafe out.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { unsafe target[index] = codes[Int(source[index])] }
    }
    return out
  }
}

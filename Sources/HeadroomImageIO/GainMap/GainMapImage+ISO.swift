internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomPixels

extension GainMapImage {
  /// This map with ISO 21496-1 metadata.
  ///
  /// A map of Apple's formula is encoded again, with gamma 1 over the range of gains that it really uses: the ISO
  /// formula cannot express Apple's curve, and renaming the metadata would be wrong by up to a fifth of a stop. The new
  /// codes are exact to their rounding. Other maps are returned as they are.
  package func reencodedAsISO() throws(ImageIOError) -> GainMapImage {
    guard case .apple(let apple) = description.formula else { return self }
    let codes = Double((bitmap.format.codeCount ?? 256) - 1)
    let top = apple.logGain(Double(largestCode()) / codes)
    let metadata = GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: apple.headroomStops, min: 0, max: top, gamma: 1, baseOffset: 0,
      alternateOffset: 0)
    var result = try recoded(to: bitmap.format) { top > 0 ? apple.logGain($0) / top : 0 }
    result.description.formula = .iso(metadata)
    result.description.kinds = [.iso]
    return result
  }

  private func largestCode() -> Int {
    let count = bitmap.width * bitmap.format.channelCount
    let isDeep = bitmap.format.component == .uint16
    var largest = 0
    for row in 0..<bitmap.height {
      let start = unsafe bitmap.rowAddress(row)
      for index in 0..<count { largest = unsafe max(largest, Self.code(start, index, isDeep)) }
    }
    return largest
  }

  private static func code(_ row: UnsafeMutableRawPointer, _ index: Int, _ isDeep: Bool) -> Int {
    isDeep
      ? unsafe Int(row.load(fromByteOffset: 2 * index, as: UInt16.self))
      : unsafe Int(row.load(fromByteOffset: index, as: UInt8.self))
  }

  /// The map with every value, 0...1, replaced by that of a curve, which is limited to 0...1.
  ///
  /// - Parameters:
  ///   - format: of the same number of components; 8 or 16 bits, like this map's.
  ///   - curve: called once for each code.
  func recoded(
    to format: PixelFormat, _ curve: (Double) -> Double
  ) throws(ImageIOError) -> GainMapImage {
    guard let codes = bitmap.format.codeCount, let newCodes = format.codeCount,
      format.channelCount == bitmap.format.channelCount, bitmap.format.holdsWholeCodes, format.holdsWholeCodes
    else { throw .unsupported(part: "gain map", text: "a map of \(bitmap.format) has no codes to convert") }
    let largest = Double(newCodes - 1)
    let table = (0..<codes).map { code -> UInt16 in
      let value = curve(Double(code) / Double(codes - 1))
      return UInt16((min(max(value.isNaN ? 0 : value, 0), 1) * largest).rounded())
    }
    var result = self
    do throws(PixelError) {
      result.bitmap = try PixelBitmap(width: bitmap.width, height: bitmap.height, format: format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let count = bitmap.width * bitmap.format.channelCount
    let (isDeep, becomesDeep) = (bitmap.format.component == .uint16, format.component == .uint16)
    for row in 0..<bitmap.height {
      let (source, target) = unsafe (bitmap.rowAddress(row), result.bitmap.rowAddress(row))
      for index in 0..<count {
        let code = unsafe table[Self.code(source, index, isDeep)]
        if becomesDeep {
          unsafe target.storeBytes(of: code, toByteOffset: 2 * index, as: UInt16.self)
        } else {
          unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: code), toByteOffset: index, as: UInt8.self)
        }
      }
    }
    return result
  }
}

extension PixelFormat {
  /// Whether samples are whole bytes or pairs of them.
  fileprivate var holdsWholeCodes: Bool { component == .uint8 || component == .uint16 }
}

import HeadroomPixels

/// The samples of an integer bitmap, row by row.
func samples(of bitmap: PixelBitmap) -> [UInt16] {
  var result: [UInt16] = []
  let count = bitmap.width * bitmap.format.channelCount
  result.reserveCapacity(count * bitmap.height)
  for row in 0..<bitmap.height {
    if bitmap.format.component == .uint16 {
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for index in 0..<count { result.append(unsafe samples[index]) }
    } else {
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { result.append(UInt16(unsafe samples[index])) }
    }
  }
  return result
}

/// An integer bitmap with samples by column, row and channel.
func makeBitmap(
  _ width: Int, _ height: Int, _ format: PixelFormat, alpha: AlphaMode = .straight,
  _ sample: (Int, Int, Int) -> UInt16
) throws -> PixelBitmap {
  let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
  let channels = format.channelCount
  for row in 0..<height {
    for x in 0..<width {
      for channel in 0..<channels {
        let value = sample(x, row, channel)
        if format.component == .uint16 {
          unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)[x * channels + channel] = value
        } else {
          unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)[x * channels + channel] =
            UInt8(truncatingIfNeeded: value)
        }
      }
    }
  }
  return bitmap
}

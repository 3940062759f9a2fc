import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels

/// The samples of a floating-point bitmap as floats, row by row.
func floatSamples(of bitmap: PixelBitmap) -> [Float] {
  let count = bitmap.width * bitmap.format.channelCount
  var result: [Float] = []
  result.reserveCapacity(count * bitmap.height)
  for row in 0..<bitmap.height {
    let address = unsafe bitmap.rowAddress(row)
    for index in 0..<count {
      if bitmap.format.component == .half {
        result.append(Float(unsafe address.assumingMemoryBound(to: Float16.self)[index]))
      } else {
        result.append(unsafe address.assumingMemoryBound(to: Float.self)[index])
      }
    }
  }
  return result
}

/// A floating-point bitmap with samples by column, row and channel.
func makeFloatBitmap(
  _ width: Int, _ height: Int, _ format: PixelFormat, alpha: AlphaMode = .straight,
  _ sample: (Int, Int, Int) -> Float
) throws -> PixelBitmap {
  let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
  let channels = format.channelCount
  for row in 0..<height {
    let address = unsafe bitmap.rowAddress(row)
    for x in 0..<width {
      for channel in 0..<channels {
        let (value, index) = (sample(x, row, channel), x * channels + channel)
        if format.component == .half {
          unsafe address.assumingMemoryBound(to: Float16.self)[index] = Float16(value)
        } else {
          unsafe address.assumingMemoryBound(to: Float.self)[index] = value
        }
      }
    }
  }
  return bitmap
}

/// A number that differs when any bit of any sample differs: FNV-1a over the bits of the samples as 32-bit floats.
/// `Tests/peers/float-samples` computes the same from what the peers decode.
func bitHash(of samples: [Float]) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for sample in samples { hash = (hash ^ UInt64(sample.bitPattern)) &* 0x100_0000_01b3 }
  return hash
}

/// Decodes damaged files: what comes is a picture or a typed error, never an internal one.
func decodesOrFails(_ bytes: [UInt8], limits: DecodeLimits = DecodeLimits(maxPixels: 1 << 22)) -> Bool {
  for allowPartial in [false, true] {
    do throws(ImageIOError) {
      let reader = try ImageFormats.open(FileBytes(bytes), limits: limits)
      _ = reader.structure()
      _ = reader.conformanceFindings()
      for index in 0..<min(reader.info.frameCount, 3) {
        _ = try reader.info(at: index)
        _ = try reader.decode(DecodeRequest(index: index, allowPartial: allowPartial, limits: limits))
      }
    } catch {
      if case .internalError = error { return false }
    }
  }
  return true
}

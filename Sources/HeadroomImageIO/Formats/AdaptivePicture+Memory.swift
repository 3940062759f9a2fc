internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension AdaptivePicture {
  /// The memory taken beside base and alternate while they become a file: the base in coding, then as decoded, the
  /// gains, the map and its coding. For codecs it is as much as is counted.
  ///
  /// - Parameter isWhole: whether the decoded base is held, not processed by rows.
  package static func encodingByteCount(
    of header: StillHeader, by writer: any ImageWriter, isWhole: Bool, options: EncodeOptions,
    mapOptions: GainMapOptions
  ) -> Int {
    let (width, height) = (header.width, header.height)
    let isLuma = mapOptions.channels == .luma
    let gains = GainBuffer.byteCount(width: width, height: height, isLuma: isLuma, isDeep: mapOptions.isDeep)
    let format = GainMapQuantizer.format(isLuma: isLuma, isDeep: mapOptions.isDeep)
    let size = FittedGainMap.size(width: width, height: height, scale: max(mapOptions.scale ?? 1, 1))
    let map = StillHeader(width: size.width, height: size.height, format: format, alpha: .opaque, encoding: .sRGB)
    let codes = PixelBitmap.byteCount(width: map.width, height: map.height, format: format)
    let decoded = isWhole ? PixelBitmap.byteCount(width: width, height: height, format: header.format) : 0
    let fitted = FittedGainMap.byteCount(width: width, height: height, isLuma: isLuma, scale: mapOptions.scale)
    let made = decoded + codes + max(gains + fitted, writer.encodingByteCount(of: map, options: options))
    return max(writer.encodingByteCount(of: header, options: options), made)
  }
}

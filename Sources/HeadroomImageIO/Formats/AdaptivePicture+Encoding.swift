package import HeadroomContainers
internal import HeadroomPixels

extension AdaptivePicture {
  /// The bytes of a file, and the fidelity of a reader's result to the alternate.
  package func encoded(
    by writer: any ImageWriter, options: EncodeOptions
  ) throws(ImageIOError) -> (bytes: [UInt8], fidelity: GainMapFidelity?) {
    let judged = SharedAccumulator<GainMapFidelity?>(nil)
    var made: (record: GainMapRecord, base: PixelBitmap)?
    let bytes = try writer.encode(base, options: options) { decoded throws(ImageIOError) in
      var (map, record) = try gainMap(for: decoded)
      made = (record, decoded)
      map.isFaithful = { [record] found throws(ImageIOError) in
        let fidelity = try record.fidelity(of: found, base: decoded)
        judged.update { $0 = fidelity }
        return !fidelity.wantsFinerCodes
      }
      return map
    }
    if let fidelity = judged.value { return (bytes, fidelity) }
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let written = try ImageFormats.open(FileBytes(bytes), limits: limits).gainMap(DecodeRequest(limits: limits))
    guard let made, let written else { return (bytes, nil) }
    return (bytes, try made.record.fidelity(of: written, base: made.base))
  }
}

package import HeadroomContainers

extension AdaptivePicture {
  /// The bytes of a file, and how near what a reader gets comes to the alternate.
  package func encoded(
    by writer: any ImageWriter, options: EncodeOptions
  ) throws(ImageIOError) -> (bytes: [UInt8], fidelity: GainMapFidelity?) {
    var record: GainMapRecord?
    let bytes = try writer.encode(base, options: options) { decoded throws(ImageIOError) in
      let made = try gainMap(for: decoded)
      record = made.record
      return made.map
    }
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let written = try ImageFormats.open(FileBytes(bytes), limits: limits).gainMap(DecodeRequest(limits: limits))
    return (bytes, written.flatMap { map in record.map { $0.fidelity(of: map) } })
  }
}

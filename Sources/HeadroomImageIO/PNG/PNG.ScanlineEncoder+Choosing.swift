internal import HeadroomContainers
internal import HeadroomPixels

extension PNG.ScanlineEncoder {
  /// Filtered bytes of one sample; several times the reach of a match at the usual row lengths.
  private static let sampleBytes = 96 << 10
  private static let sampleCount = 6

  /// The candidate that makes samples of these rows smallest.
  static func choose(_ rows: Range<Int>, of source: PNG.ScanlineSource) throws(ImageIOError) -> PNG.Compression {
    let scanlineBytes = source.layout.scanlineBytes
    let rowsPerSample = min(max(sampleBytes / (scanlineBytes + 1), 2), rows.count)
    let starts = Set(
      (0..<sampleCount).map { rows.lowerBound + (rows.count - rowsPerSample) * $0 / max(sampleCount - 1, 1) }
    ).sorted()
    let candidates = PNG.Compression.candidates
    let sizes = Results<Int>(count: candidates.count * starts.count)
    let makeScratch: @Sendable () -> FilterScratch = { FilterScratch(source) }
    try ThreadPool.shared.forEachPiece(candidates.count * starts.count, scratch: makeScratch) { index, scratch in
      let start = starts[index / candidates.count]
      let candidate = candidates[index % candidates.count]
      let length = rowsPerSample * (scanlineBytes + 1)
      let filtered = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length)
      defer { unsafe filtered.deallocate() }
      guard let base = filtered.baseAddress else { return }
      unsafe filterRows(
        start..<start + rowsPerSample, of: source, filter: candidate.filter, into: base, scratch: &scratch)
      let band = UnsafeBufferPointer(filtered)
      sizes[index] = unsafe deflate(band, dictionary: 0, compression: candidate, isLast: true)?.count
    }
    let totals = candidates.indices.map { candidate in
      starts.indices.reduce(0) { $0 + (sizes.all[$1 * candidates.count + candidate] ?? .max / 64) }
    }
    var best = 0
    for index in candidates.indices.dropFirst() where totals[index] < totals[best] { best = index }
    return Double(totals[best]) < Double(totals[0]) * PNG.Compression.worthwhileRatio ? candidates[best] : candidates[0]
  }
}

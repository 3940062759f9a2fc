extension CMSampleBuffer {
  /// The bytes of a sample; 0 where that is not known, or there is no such sample.
  public func sampleSize(at sampleIndex: Int) -> Int {
    guard (0..<numSamples).contains(sampleIndex), !sizes.isEmpty else { return 0 }
    return sizes.count == 1 ? sizes[0] : sizes[sampleIndex]
  }

  /// The sizes as they were given: none, one for all samples, or one for each.
  public func sampleSizes() throws -> [Int] { sizes }

  /// The samples one by one, each as a buffer that shares the data.
  ///
  /// - Throws: ``CMSampleBuffer/Error/cannotSubdivide`` where the sizes of samples are not known.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    guard numSamples < 2 || !sizes.isEmpty else { throw Error.cannotSubdivide }
    return SingleSampleBuffers(buffer: self)
  }

  /// Buffers of one sample each, made when they are asked for.
  public struct SingleSampleBuffers: Sequence, IteratorProtocol, Sendable {
    let buffer: CMSampleBuffer
    private var number = 0

    init(buffer: CMSampleBuffer) { self.buffer = buffer }

    public mutating func next() -> CMSampleBuffer? {
      guard number < buffer.numSamples else { return nil }
      number += 1
      return try? CMSampleBuffer(copying: buffer, forRange: number - 1..<number)
    }
  }
}

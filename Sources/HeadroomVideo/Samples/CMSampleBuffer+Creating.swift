public import HeadroomGraphics
internal import Synchronization

extension CMSampleBuffer {
  /// Samples as bytes.
  ///
  /// - Parameters:
  ///   - dataBuffer: the bytes of all samples, one after the other; nil where they come later, or never.
  ///   - formatDescription: what they are.
  ///   - numSamples: how many.
  ///   - sampleTimings: none, one for the first that the others follow without a gap, or one for each.
  ///   - sampleSizes: in bytes; none, one for all, or one for each.
  /// - Throws: ``CMSampleBuffer/Error``.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    var state = State()
    state.dataBuffer = dataBuffer
    try self.init(state, formatDescription, count: numSamples, sampleTimings, sampleSizes)
  }

  /// Samples as bytes that need not be there yet.
  ///
  /// - Parameters:
  ///   - dataReady: whether the bytes are there.
  ///   - makeDataReadyHandler: brings them when they are asked for by ``makeDataReady()``; it sets them, and the readiness.
  /// - Throws: ``CMSampleBuffer/Error``.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping @Sendable (CMSampleBuffer) -> OSStatus
  ) throws {
    var state = State()
    (state.dataBuffer, state.readiness) = (dataBuffer, dataReady ? .ready : .notReady)
    try self.init(
      state, formatDescription, count: numSamples, sampleTimings, sampleSizes, makeData: makeDataReadyHandler)
  }

  /// A picture.
  ///
  /// - Parameters:
  ///   - imageBuffer: its pixels.
  ///   - formatDescription: what it is, as `CMVideoFormatDescription(imageBuffer:)` makes it.
  ///   - sampleTiming: when it is shown.
  /// - Throws: ``CMSampleBuffer/Error``: a description of other pictures does not fit.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    try self.init(imageBuffer, .ready, formatDescription, sampleTiming, makeData: nil)
  }

  /// A picture whose pixels need not be drawn yet.
  ///
  /// - Parameters:
  ///   - dataReady: whether the pixels are drawn.
  ///   - makeDataReadyHandler: draws them when they are asked for by ``makeDataReady()``; it sets the readiness.
  /// - Throws: ``CMSampleBuffer/Error``.
  public convenience init(
    imageBuffer: CVImageBuffer, dataReady: Bool, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping @Sendable (CMSampleBuffer) -> OSStatus
  ) throws {
    try self.init(
      imageBuffer, dataReady ? .ready : .notReady, formatDescription, sampleTiming, makeData: makeDataReadyHandler)
  }

  private convenience init(
    _ imageBuffer: CVImageBuffer, _ readiness: DataReadiness, _ formatDescription: CMVideoFormatDescription,
    _ sampleTiming: CMSampleTimingInfo, makeData: DataMaker?
  ) throws(Error) {
    guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
      throw .invalidMediaFormat
    }
    var state = State()
    (state.imageBuffer, state.readiness) = (imageBuffer, readiness)
    try self.init(state, formatDescription, count: 1, [sampleTiming], [], makeData: makeData)
  }

  /// The same samples with the same times, data and attachments, in another object.
  ///
  /// - Throws: ``CMSampleBuffer/Error``.
  public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
    try self.init(sampleBuffer, sampleBuffer.timings)
  }

  /// The same samples at other times.
  ///
  /// - Parameter newTiming: none, one, or one for each sample.
  /// - Throws: ``CMSampleBuffer/Error``.
  public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming newTiming: [CMSampleTimingInfo]) throws {
    try self.init(sampleBuffer, newTiming)
  }

  private convenience init(_ other: CMSampleBuffer, _ timings: [CMSampleTimingInfo]) throws(Error) {
    let state = other.copiedState(keepingOutputTime: timings == other.timings)
    try self.init(
      state, other.formatDescription, count: other.numSamples, timings, other.sizes, other.carriedValues)
  }

  /// Some of the samples, which share their data.
  ///
  /// - Throws: ``CMSampleBuffer/Error``: ``Error/cannotSubdivide`` where the sizes of samples are not known.
  public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    let other = sampleBuffer
    guard range.lowerBound >= 0, range.upperBound <= other.numSamples, !range.isEmpty else {
      throw Error.sampleIndexOutOfRange
    }
    var state = other.copiedState(keepingOutputTime: false)
    if let data = state.dataBuffer {
      guard !other.sizes.isEmpty else { throw Error.cannotSubdivide }
      let first = (0..<range.lowerBound).reduce(0) { $0 + other.sampleSize(at: $1) }
      let count = range.reduce(0) { $0 + other.sampleSize(at: $1) }
      state.dataBuffer =
        count == 0 ? try CMBlockBuffer() : try CMBlockBuffer(bufferReference: data[first..<first + count])
    }
    if !state.sampleAttachments.isEmpty { state.sampleAttachments = Array(state.sampleAttachments[range]) }
    let timings = other.timings.isEmpty ? [] : try range.map { try other.sampleTimingInfo(at: $0) }
    let sizes = other.sizes.count > 1 ? Array(other.sizes[range]) : other.sizes
    try self.init(
      state, other.formatDescription, count: range.count, timings, sizes, other.carriedValues)
  }

  private var carriedValues: CarriedAttachments { carried.values.withLock { $0 } }

  private func copiedState(keepingOutputTime: Bool) -> State {
    let known = state.withLock { $0 }
    var copy = State()
    (copy.dataBuffer, copy.imageBuffer, copy.readiness) = (known.dataBuffer, known.imageBuffer, known.readiness)
    copy.sampleAttachments = known.sampleAttachments
    if keepingOutputTime { copy.outputTime = known.outputTime }
    if case .notReady = known.readiness { copy.tracked = self }
    return copy
  }
}

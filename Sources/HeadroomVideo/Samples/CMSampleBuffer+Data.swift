public import HeadroomGraphics
internal import Synchronization

extension CMSampleBuffer {
  /// The bytes of the samples; nil for pictures, and where they are not there yet.
  public var dataBuffer: CMBlockBuffer? { state.withLock { $0.dataBuffer } }

  /// The picture; nil for bytes.
  public var imageBuffer: CVImageBuffer? { state.withLock { $0.imageBuffer } }

  /// Gives the buffer its bytes.
  ///
  /// - Throws: ``CMSampleBuffer/Error``: a buffer takes data once.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    let needed = totalSampleSize
    try state.withLock { state throws(Error) in
      guard state.isValid else { throw .invalidated }
      guard state.dataBuffer == nil, state.imageBuffer == nil else { throw .alreadyHasDataBuffer }
      guard needed <= dataBuffer.dataLength else { throw .invalidSampleData }
      state.dataBuffer = dataBuffer
    }
  }

  /// Whether the data are there: its own, or that of the buffer it follows.
  public var dataReadiness: DataReadiness {
    let (own, tracked) = state.withLock { ($0.readiness, $0.tracked) }
    return tracked?.dataReadiness ?? own
  }

  /// Says that the data are there, or never will be.
  ///
  /// - Throws: ``CMSampleBuffer/Error/invalidated``.
  public func setDataReadiness(_ dataReadiness: DataReadiness) throws {
    try state.withLock { state throws(Error) in
      guard state.isValid else { throw .invalidated }
      state.readiness = dataReadiness
      state.tracked = nil
    }
  }

  /// Has the data brought, where they are not there.
  ///
  /// - Throws: ``CMSampleBuffer/Error``, or the code of what brings them.
  public func makeDataReady() throws {
    guard isValid else { throw Error.invalidated }
    switch dataReadiness {
    case .ready: return
    case .failed(let code): throw Error(code)
    case .notReady: break
    }
    if let tracked = state.withLock({ $0.tracked }) { return try tracked.makeDataReady() }
    guard let makeData else { throw Error.bufferNotReady }
    let code = makeData(self)
    guard code == noErr else { throw Error(code) }
    guard case .ready = dataReadiness else { throw Error.bufferNotReady }
  }

  /// Takes over the readiness of another buffer.
  ///
  /// - Throws: ``CMSampleBuffer/Error``: a buffer cannot follow itself.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    var next: CMSampleBuffer? = sampleBufferToTrack
    while let buffer = next {
      guard buffer !== self else { throw Error.requiredParameterMissing }
      next = buffer.state.withLock { $0.tracked }
    }
    try state.withLock { state throws(Error) in
      guard state.isValid else { throw .invalidated }
      state.tracked = sampleBufferToTrack
    }
  }

  /// Whether ``invalidate()`` was not called.
  public var isValid: Bool { state.withLock { $0.isValid } }

  /// Sets what is called by ``invalidate()``.
  ///
  /// - Throws: ``CMSampleBuffer/Error/requiredParameterMissing`` where there is a handler already.
  public func setInvalidateHandler(_ invalidateHandler: @escaping @Sendable (CMSampleBuffer) throws -> Void) throws {
    try state.withLock { state throws(Error) in
      guard state.onInvalidation == nil else { throw .requiredParameterMissing }
      state.onInvalidation = invalidateHandler
    }
  }

  /// Makes the buffer useless, and calls its handler once.
  ///
  /// - Throws: what the handler throws.
  public func invalidate() throws {
    let handler = state.withLock { state in
      let handler = state.isValid ? state.onInvalidation : nil
      state.isValid = false
      return handler
    }
    try handler?(self)
  }
}

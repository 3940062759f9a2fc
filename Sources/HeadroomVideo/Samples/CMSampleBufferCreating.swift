public import HeadroomGraphics

/// Brings the data of a buffer; it sets them, and that they are ready.
public typealias CMSampleBufferMakeDataReadyCallback =
  @Sendable (_ sbuf: CMSampleBuffer, _ makeDataReadyRefcon: UnsafeMutableRawPointer?) -> OSStatus

/// Makes a buffer of samples as bytes that are there.
///
///
/// - `allocator`: nil.
/// - `dataBuffer`: the bytes; nil for a buffer without data.
/// - `formatDescription`: what they are.
/// - `sampleCount`: how many samples.
/// - `sampleTimingEntryCount`: 0, 1, or as many as samples.
/// - `sampleTimingArray`: so many times; nil where there are none.
/// - `sampleSizeEntryCount`: 0, 1, or as many as samples.
/// - `sampleSizeArray`: so many sizes; nil where there are none.
/// - `sampleBufferOut`: takes the buffer.
/// - Returns: `noErr`, or a `kCMSampleBufferError` code.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe make(sampleBufferOut) {
    unsafe try CMSampleBuffer(
      dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
      sampleTimings: list(sampleTimingArray, numSampleTimingEntries),
      sampleSizes: list(sampleSizeArray, numSampleSizeEntries))
  }
}

/// Makes a buffer of samples as bytes that need not be there yet; the others are as in `CMSampleBufferCreateReady`.
///
///
/// - `dataReady`: whether the bytes are there.
/// - `makeDataReadyCallback`: brings them when they are asked for.
/// - `makeDataReadyRefcon`: passed on to it.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let maker = unsafe DataCallback(callback: makeDataReadyCallback, refcon: makeDataReadyRefcon)
  return unsafe make(sampleBufferOut) {
    unsafe try CMSampleBuffer(
      dataBuffer: dataBuffer, dataReady: dataReady, formatDescription: formatDescription, numSamples: numSamples,
      sampleTimings: list(sampleTimingArray, numSampleTimingEntries),
      sampleSizes: list(sampleSizeArray, numSampleSizeEntries)
    ) { maker.call($0) }
  }
}

/// Makes a buffer of a picture that is there.
///
/// - Parameters:
///   - allocator: nil.
///   - imageBuffer: its pixels.
///   - formatDescription: what it is.
///   - sampleTiming: when it is shown.
///   - sampleBufferOut: takes the buffer.
/// - Returns: `noErr`, or a `kCMSampleBufferError` code.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe make(sampleBufferOut) {
    unsafe try CMSampleBuffer(
      imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
  }
}

/// Makes a buffer of a picture whose pixels need not be drawn yet; the others are as in
/// `CMSampleBufferCreateReadyWithImageBuffer`.
///
///
/// - `dataReady`: whether the pixels are drawn.
/// - `makeDataReadyCallback`: draws them when they are asked for.
/// - `makeDataReadyRefcon`: passed on to it.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let maker = unsafe DataCallback(callback: makeDataReadyCallback, refcon: makeDataReadyRefcon)
  return unsafe make(sampleBufferOut) {
    unsafe try CMSampleBuffer(
      imageBuffer: imageBuffer, dataReady: dataReady, formatDescription: formatDescription,
      sampleTiming: sampleTiming.pointee
    ) { maker.call($0) }
  }
}

/// Makes a buffer with the same samples.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe make(sampleBufferOut) { try CMSampleBuffer(copying: sbuf) }
}

/// Makes a buffer with the same samples at other times.
///
///
/// - `numSampleTimingEntries`: 0, 1, or as many as samples.
/// - `sampleTimingArray`: so many times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe make(sampleBufferOut) {
    unsafe try CMSampleBuffer(
      copying: originalSBuf, withNewTiming: list(sampleTimingArray, numSampleTimingEntries))
  }
}

/// A client's function. Sendable: the pointer is only passed back to it.
@safe private struct DataCallback: @unchecked Sendable {
  let callback: CMSampleBufferMakeDataReadyCallback?
  let refcon: UnsafeMutableRawPointer?

  func call(_ buffer: CMSampleBuffer) -> OSStatus {
    unsafe callback.map { unsafe $0(buffer, refcon) } ?? kCMSampleBufferError_BufferNotReady
  }
}

private func make(_ result: UnsafeMutablePointer<CMSampleBuffer?>, _ body: () throws -> CMSampleBuffer) -> OSStatus {
  unsafe result.pointee = nil
  return status { unsafe result.pointee = try body() }
}

/// - Throws: where there are elements, and no pointer to them.
private func list<Element>(_ start: UnsafePointer<Element>?, _ count: Int) throws -> [Element] {
  guard count >= 0 else { throw CMSampleBuffer.Error.invalidEntryCount }
  guard count > 0 else { return [] }
  guard let start = unsafe start else { throw CMSampleBuffer.Error.requiredParameterMissing }
  return unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

public import HeadroomGraphics
internal import HeadroomImageIO

/// See ``CMSampleBuffer/numSamples``.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
/// See ``CMSampleBuffer/dataBuffer``.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
/// See ``CMSampleBuffer/imageBuffer``.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }
/// See ``CMSampleBuffer/formatDescription``.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}
/// See ``CMSampleBuffer/duration``.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// See ``CMSampleBuffer/presentationTimeStamp``.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// See ``CMSampleBuffer/decodeTimeStamp``.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }
/// See ``CMSampleBuffer/outputDuration``.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }
/// See ``CMSampleBuffer/outputPresentationTimeStamp``.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}
/// See ``CMSampleBuffer/outputDecodeTimeStamp``.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// See ``CMSampleBuffer/setOutputPresentationTimeStamp(_:)``.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer, newValue: CMTime) -> OSStatus {
  status { try sbuf.setOutputPresentationTimeStamp(newValue) }
}

/// See ``CMSampleBuffer/setDataBuffer(_:)``.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  status { try sbuf.setDataBuffer(dataBuffer) }
}

/// The times of a sample.
///
/// `timingInfoOut`: takes them.
/// - Returns: `noErr`, or a `kCMSampleBufferError` code.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  status { unsafe timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex) }
}

/// The times as they were given.
///
///
/// - `numSampleTimingEntries`: room in the array.
/// - `timingArrayOut`: takes the times; nil only asks for their number.
/// - `timingArrayEntriesNeededOut`: takes the number of times.
/// - Returns: `noErr`, or a `kCMSampleBufferError` code.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    try unsafe fill(
      try sbuf.sampleTimingInfos(), numSampleTimingEntries, timingArrayOut, timingArrayEntriesNeededOut)
  }
}

/// The times of the output; see ``CMSampleBuffer/outputSampleTimingInfos()``. The others are as in
/// `CMSampleBufferGetSampleTimingInfoArray`.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    try unsafe fill(
      try sbuf.outputSampleTimingInfos(), timingArrayEntries, timingArrayOut, timingArrayEntriesNeededOut)
  }
}

/// The sizes as they were given. The others are as in `CMSampleBufferGetSampleTimingInfoArray`.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status {
    let sizes = try sbuf.sampleSizes()
    guard !sizes.isEmpty else { throw CMSampleBuffer.Error.bufferHasNoSampleSizes }
    try unsafe fill(sizes, sizeArrayEntries, sizeArrayOut, sizeArrayEntriesNeededOut)
  }
}

private func fill<Element>(
  _ values: [Element], _ room: Int, _ result: UnsafeMutablePointer<Element>?, _ needed: UnsafeMutablePointer<Int>?
) throws {
  unsafe needed?.pointee = values.count
  guard let result = unsafe result else { return }
  guard values.count <= room else { throw CMSampleBuffer.Error.arrayTooSmall }
  for (index, value) in values.enumerated() { unsafe result[index] = value }
}

/// See ``CMSampleBuffer/sampleSize(at:)``.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}
/// See ``CMSampleBuffer/totalSampleSize``.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// What is attached to each sample, as an array of dictionaries.
///
/// The array is a copy: ``CMSampleBuffer/sampleAttachments`` changes what is attached.
///
/// `createIfNecessary`: whether there are empty dictionaries where nothing is attached; otherwise nil.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  sbuf.attachedToSamples ?? (createIfNecessary ? Array(repeating: [:] as CFDictionary, count: sbuf.numSamples) : nil)
}

/// See ``CMSampleBuffer/isValid``.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// See ``CMSampleBuffer/invalidate()``.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.invalidate() } }

/// Whether the data are there.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
  if case .ready = sbuf.dataReadiness { true } else { false }
}
/// See ``CMSampleBuffer/makeDataReady()``.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus { status { try sbuf.makeDataReady() } }
/// Says that the data are there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  status { try sbuf.setDataReadiness(.ready) }
}
/// Says that the data will never be there, for the reason of a code.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status code: OSStatus) -> OSStatus {
  status { try sbuf.setDataReadiness(.failed(code)) }
}
/// Whether the data will never be there.
///
/// `statusOut`: takes the reason's code.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
  guard case .failed(let code) = sbuf.dataReadiness else { return false }
  unsafe statusOut?.pointee = code
  return true
}

/// See ``CMSampleBuffer/trackDataReadiness(_:)``.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
  _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  status { try sbuf.trackDataReadiness(sampleBufferToTrack) }
}
/// See ``CMSampleBuffer/setInvalidateHandler(_:)``.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping @Sendable (CMSampleBuffer) -> Void
) -> OSStatus {
  status { try sbuf.setInvalidateHandler(invalidateHandler) }
}

/// Calls a closure with each sample as a buffer of its own, until it returns another code than `noErr`, which is returned.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
  _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemIndex) -> OSStatus
) -> OSStatus {
  var code = noErr
  let outcome = status {
    for (index, sample) in try sbuf.singleSampleBuffers().enumerated() {
      code = handler(sample, index)
      guard code == noErr else { return }
    }
  }
  return outcome == noErr ? code : outcome
}

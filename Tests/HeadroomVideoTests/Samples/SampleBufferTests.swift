import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Sample buffers")
struct SampleBufferTests {
  static func timing(_ start: Int64, _ duration: Int64 = 1, decoded: Int64? = nil) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: time(duration, 30), presentationTimeStamp: time(start, 30),
      decodeTimeStamp: decoded.map { time($0, 30) } ?? .invalid)
  }

  static func data(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: bytes.count)
    try unsafe bytes.withUnsafeBytes { try unsafe buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  private static func video() throws -> CMFormatDescription {
    try CMFormatDescription(videoCodecType: .hevc, width: 64, height: 32)
  }

  /// Three pictures in the order of decoding: shown at 0, 3, 1.
  private static func reordered() throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: data([1, 2, 2, 3, 3, 3]), formatDescription: video(), numSamples: 3,
      sampleTimings: [timing(0, decoded: -2), timing(3, decoded: -1), timing(1, 2, decoded: 0)],
      sampleSizes: [1, 2, 3])
  }

  @Test("know times and sizes of each sample")
  func samples() throws {
    let buffer = try Self.reordered()
    #expect(buffer.presentationTimeStamp == time(0) && buffer.decodeTimeStamp == time(-2, 30))
    #expect(buffer.duration == time(4, 30))
    #expect(buffer.totalSampleSize == 6 && buffer.sampleSize(at: 2) == 3 && buffer.sampleSize(at: 3) == 0)
    #expect(try buffer.sampleTimingInfo(at: 1) == Self.timing(3, decoded: -1))
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 3) }
    let parts = try buffer.singleSampleBuffers().map { try $0.dataBuffer?.dataBytes() }
    #expect(parts == [Data([1]), Data([2, 2]), Data([3, 3, 3])])
  }

  @Test("take one time and one size for all samples of sound")
  func sound() throws {
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(rate: 48_000, channels: 2, bits: 16, isFloat: false))
    let timing = CMSampleTimingInfo(
      duration: time(1, 48_000), presentationTimeStamp: time(480, 48_000), decodeTimeStamp: .invalid)
    let buffer = try CMSampleBuffer(
      dataBuffer: Self.data(Array(repeating: 0, count: 400)), formatDescription: format, numSamples: 100,
      sampleTimings: [timing], sampleSizes: [4])
    #expect(buffer.duration == time(100, 48_000) && buffer.totalSampleSize == 400)
    #expect(try buffer.sampleTimingInfo(at: 99).presentationTimeStamp == time(579, 48_000))
    let part = try CMSampleBuffer(copying: buffer, forRange: 10..<30)
    #expect(part.dataBuffer?.dataLength == 80 && part.presentationTimeStamp == time(490, 48_000))
    #expect(unsafe CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee.mBytesPerFrame == 4)
  }

  @Test("hold a picture that their description fits")
  func picture() throws {
    var made: CVPixelBuffer?
    let attachments = [kCVBufferPropagatedAttachmentsKey: [kCVImageBufferColorPrimariesKey: "ITU_R_2020"]]
    unsafe CVPixelBufferCreate(nil, 64, 32, kCVPixelFormatType_32BGRA, attachments, &made)
    let picture = try #require(made)
    var format: CMVideoFormatDescription?
    #expect(
      unsafe CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: nil, imageBuffer: picture, formatDescriptionOut: &format) == noErr)
    let description = try #require(format)
    #expect(description.extensions[.colorPrimaries] == .colorPrimaries(.itu_R_2020))
    var timing = Self.timing(5)
    var buffer: CMSampleBuffer?
    #expect(
      unsafe CMSampleBufferCreateReadyWithImageBuffer(
        allocator: nil, imageBuffer: picture, formatDescription: description, sampleTiming: &timing,
        sampleBufferOut: &buffer) == noErr)
    let sample = try #require(buffer)
    #expect(CMSampleBufferGetImageBuffer(sample) === picture && sample.dataBuffer == nil && sample.numSamples == 1)
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == time(5, 30))
    #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
      try CMSampleBuffer(imageBuffer: picture, formatDescription: Self.video(), sampleTiming: timing)
    }
  }

  @Test("are copied with other times, and keep data and attachments")
  func copies() throws {
    let buffer = try Self.reordered()
    buffer.sampleAttachments[1][.notSync] = true
    CMSetAttachment(buffer, key: "name", value: "first", attachmentMode: kCMAttachmentMode_ShouldPropagate)
    let moved = try buffer.sampleTimingInfos().map {
      CMSampleTimingInfo(
        duration: $0.duration, presentationTimeStamp: $0.presentationTimeStamp + time(1), decodeTimeStamp: .invalid)
    }
    var copy: CMSampleBuffer?
    #expect(
      unsafe CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 3, sampleTimingArray: moved,
        sampleBufferOut: &copy) == noErr)
    let later = try #require(copy)
    #expect(later.presentationTimeStamp == time(1) && !later.decodeTimeStamp.isValid)
    #expect(later.dataBuffer === buffer.dataBuffer)
    #expect(later.sampleAttachments[1][.notSync] as? Bool == true)
    #expect(CMGetAttachment(later, key: "name", attachmentModeOut: nil) as? String == "first")
  }

  @Test("present what trimming leaves, at their speed")
  func output() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [Self.timing(30, 60)], sampleSizes: [])
    #expect(buffer.outputPresentationTimeStamp == time(1) && buffer.outputDuration == time(2))
    buffer.attachments[.trimDurationAtStart] = .shouldPropagate(
      CMTimeCopyAsDictionary(time(1, 2), allocator: nil) ?? [:])
    buffer.attachments[.trimDurationAtEnd] = .shouldNotPropagate(time(1, 2))
    #expect(buffer.outputPresentationTimeStamp == time(3, 2) && buffer.outputDuration == time(1))
    buffer.attachments[.speedMultiplier] = .shouldPropagate(2)
    #expect(buffer.outputDuration.seconds == 0.5)
    buffer.attachments[.reverse] = .shouldPropagate(true)
    #expect(buffer.outputPresentationTimeStamp == time(5, 2))
    try buffer.setOutputPresentationTimeStamp(time(9))
    #expect(buffer.outputPresentationTimeStamp == time(9))
    try buffer.setOutputPresentationTimeStamp(.invalid)
    #expect(buffer.outputPresentationTimeStamp == time(5, 2))
  }

  @Test("get their data later, once")
  func readiness() throws {
    let bytes = try Self.data([1, 2])
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [2]
    ) { buffer in
      CMSampleBufferSetDataBuffer(buffer, newValue: bytes)
      return CMSampleBufferSetDataReady(buffer)
    }
    let follower = try CMSampleBuffer(copying: buffer)
    #expect(!CMSampleBufferDataIsReady(buffer) && !CMSampleBufferDataIsReady(follower))
    try buffer.makeDataReady()
    #expect(CMSampleBufferDataIsReady(follower) && buffer.dataBuffer === bytes)
    #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) { try buffer.setDataBuffer(bytes) }
    try buffer.invalidate()
    #expect(!buffer.isValid)
    #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.makeDataReady() }
  }

  @Test("refuse numbers of times and sizes that do not fit, and data that are too short")
  func refusals() throws {
    func make(_ count: Int, _ timings: [CMSampleTimingInfo], _ sizes: [Int]) throws {
      _ = try CMSampleBuffer(
        dataBuffer: Self.data([1, 2, 3]), formatDescription: nil, numSamples: count, sampleTimings: timings,
        sampleSizes: sizes)
    }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make(3, [Self.timing(0), Self.timing(1)], [1]) }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make(-1, [], []) }
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make(2, [], [2]) }
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make(1, [], [-1]) }
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make(2, [], [.max, 2]) }
    #expect(throws: CMSampleBuffer.Error.sampleTimingInfoInvalid) { try make(1, [Self.timing(0, -1)], [1]) }
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) {
      let buffer = try CMSampleBuffer(
        dataBuffer: Self.data([1, 2, 3]), formatDescription: nil, numSamples: 2, sampleTimings: [], sampleSizes: [])
      _ = try buffer.singleSampleBuffers()
    }
    #expect(!CMTimeMakeFromDictionary([kCMTimeValueKey: 1]).isValid)
    #expect(CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time(7, 90_000), allocator: nil)) == time(7, 90_000))
  }

  @Test("carry values as pixel buffers do, and pass on those that propagate")
  func attachments() throws {
    let buffer = try Self.reordered()
    buffer.attachments["a"] = .shouldPropagate(1)
    buffer.attachments["b"] = .shouldNotPropagate(2)
    let other = try Self.data([1])
    buffer.propagateAttachments(to: other)
    #expect(other.attachments.propagated["a"] as? Int == 1 && other.attachments["b"] == nil)
    var made: CVPixelBuffer?
    unsafe CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &made)
    let picture = try #require(made)
    CMPropagateAttachments(buffer, destination: picture)
    var mode = CVAttachmentMode.shouldNotPropagate
    #expect(unsafe CVBufferCopyAttachment(picture, "a", &mode) as? Int == 1)
    #expect(mode == .shouldPropagate)
    CMRemoveAttachment(picture, key: "a")
    #expect(!CVBufferHasAttachment(picture, "a"))
    let list = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false)
    #expect(list == nil)
    buffer.sampleAttachments[2][.doNotDisplay] = true
    let set = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) as? [[CFString: Any]]
    #expect(set?.last?[kCMSampleAttachmentKey_DoNotDisplay] as? Bool == true && set?.first?.isEmpty == true)
  }
}

public import Foundation
public import HeadroomGraphics

/// There is no memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// Something that is needed is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The buffer has its data already.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// The data are not there yet.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// There is no sample of this number.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The buffer does not know the sizes of its samples.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// The buffer does not know the times of its samples.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// The caller's array is too short.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// The number of times or sizes is neither 0, 1 nor that of the samples.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// The samples cannot be told apart.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// A time is not one that a sample can have.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// The function is for another kind of media.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// The data are not what the description says.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// The description does not fit.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// The data could not be had.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// The data were cancelled.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

extension CMSampleBuffer {
  /// What is wrong with a sample buffer, by Core Media's codes.
  public struct Error: Swift.Error, CustomNSError, Hashable, Sendable {
    /// One of the `kCMSampleBufferError` codes.
    public let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    public static let allocationFailed = Error(kCMSampleBufferError_AllocationFailed)
    public static let requiredParameterMissing = Error(kCMSampleBufferError_RequiredParameterMissing)
    public static let alreadyHasDataBuffer = Error(kCMSampleBufferError_AlreadyHasDataBuffer)
    public static let bufferNotReady = Error(kCMSampleBufferError_BufferNotReady)
    public static let sampleIndexOutOfRange = Error(kCMSampleBufferError_SampleIndexOutOfRange)
    public static let bufferHasNoSampleSizes = Error(kCMSampleBufferError_BufferHasNoSampleSizes)
    public static let bufferHasNoSampleTimingInfo = Error(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    public static let arrayTooSmall = Error(kCMSampleBufferError_ArrayTooSmall)
    public static let invalidEntryCount = Error(kCMSampleBufferError_InvalidEntryCount)
    public static let cannotSubdivide = Error(kCMSampleBufferError_CannotSubdivide)
    public static let sampleTimingInfoInvalid = Error(kCMSampleBufferError_SampleTimingInfoInvalid)
    public static let invalidMediaTypeForOperation = Error(kCMSampleBufferError_InvalidMediaTypeForOperation)
    public static let invalidSampleData = Error(kCMSampleBufferError_InvalidSampleData)
    public static let invalidMediaFormat = Error(kCMSampleBufferError_InvalidMediaFormat)
    public static let invalidated = Error(kCMSampleBufferError_Invalidated)
    public static let dataFailed = Error(kCMSampleBufferError_DataFailed)
    public static let dataCanceled = Error(kCMSampleBufferError_DataCanceled)

    public static var errorDomain: String { NSOSStatusErrorDomain }
    public var errorCode: Int { Int(status) }

    /// Whether an error is this one, for `catch`.
    public static func ~= (pattern: Error, error: any Swift.Error) -> Bool { error as? Error == pattern }
  }
}

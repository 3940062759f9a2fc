public import HeadroomGraphics

// Keys of what is attached to sample buffers as a whole.

/// Whether the decoder forgets everything first; a Bool.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"
/// Whether all frames come out of the decoder before the next sample goes in; a Bool.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// The contents of a notification that is posted when the buffer was used.
public let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString = "PostNotificationWhenConsumed"
/// A number that ends a pause of the output.
public let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// What tells one transition from another.
public let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// How much of the samples is not presented at their start: a ``CMTime``, or its dictionary.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// How much of the samples is not presented at their end: a ``CMTime``, or its dictionary.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// How many times faster the samples are presented; a number above 0.
public let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// Whether the samples are presented backwards; a Bool.
public let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Whether gaps are silence; a Bool.
public let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString = "FillDiscontinuitiesWithSilence"
/// Whether the buffer stands for a time without media; a Bool.
public let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// Whether no media follow; a Bool.
public let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Whether the time without media starts at once; a Bool.
public let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString = "DisplayEmptyMediaImmediately"
/// Whether the sample before ends where this buffer starts; a Bool.
public let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString = "EndsPreviousSampleDuration"
/// The file that has the samples; a `URL`.
public let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// The place of the first sample in its file; a number.
public let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString = "SampleReferenceByteOffset"
/// Samples after which a decoder that started here gives whole pictures; a number.
public let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// Whether an encoder shall make a picture that stands alone; a Bool.
public let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"

extension CMSampleBuffer {
  /// What can be attached to a buffer as a whole.
  public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension CMSampleBuffer.AttachmentKey {
  public static let resetDecoderBeforeDecoding = Self(rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding)
  public static let drainAfterDecoding = Self(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)
  public static let postNotificationWhenConsumed = Self(
    rawValue: kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed)
  public static let resumeOutput = Self(rawValue: kCMSampleBufferAttachmentKey_ResumeOutput)
  public static let transitionID = Self(rawValue: kCMSampleBufferAttachmentKey_TransitionID)
  public static let trimDurationAtStart = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)
  public static let trimDurationAtEnd = Self(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
  public static let speedMultiplier = Self(rawValue: kCMSampleBufferAttachmentKey_SpeedMultiplier)
  public static let reverse = Self(rawValue: kCMSampleBufferAttachmentKey_Reverse)
  public static let fillDiscontinuitiesWithSilence = Self(
    rawValue: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence)
  public static let emptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
  public static let permanentEmptyMedia = Self(rawValue: kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
  public static let displayEmptyMediaImmediately = Self(
    rawValue: kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately)
  public static let endsPreviousSampleDuration = Self(rawValue: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration)
  public static let sampleReferenceURL = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceURL)
  public static let sampleReferenceByteOffset = Self(rawValue: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
  public static let gradualDecoderRefresh = Self(rawValue: kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
  public static let forceKeyFrame = Self(rawValue: kCMSampleBufferAttachmentKey_ForceKeyFrame)
}

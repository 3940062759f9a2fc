public import HeadroomGraphics
internal import Synchronization

// Keys of what is attached to single samples. Values are Bool, where nothing else is said.
/// Whether the sample needs others to be decoded; missing means that it stands alone.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Whether decoding can start here, though the first pictures that are shown may be missing.
public let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// Whether the sample holds data twice.
public let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Whether others need the sample.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// Whether the sample needs others; a missing value is not known.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Whether later samples may be shown earlier.
public let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString = "EarlierDisplayTimesAllowed"
/// Whether the sample is to be shown at once, whatever its time.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Whether the sample is decoded for others alone and not shown.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// The temporal level of HEVC, a dictionary.
public let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// Whether a higher temporal layer can be joined here.
public let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString = "HEVCTemporalSubLayerAccess"
/// Whether the next higher temporal layer can be joined here.
public let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString = "HEVCStepwiseTemporalSubLayerAccess"
/// The kind of HEVC's unit in a sample that stands alone, a number.
public let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// Samples of sound after which a decoder that started here is as if it had always run, a number.
public let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
  "AudioIndependentSampleDecoderRefreshCount"

extension CMSampleBuffer {
  /// What is attached to one sample.
  public struct PerSampleAttachmentsDictionary: Sequence {
    /// What can be attached.
    public struct Key: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    var values: [String: Any]

    /// The value of a key; nil removes it.
    public subscript(key: Key) -> Any? {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    public func makeIterator() -> some IteratorProtocol<(key: Key, value: Any)> {
      values.map { (key: Key(rawValue: $0), value: $1) }.makeIterator()
    }
  }

  /// What is attached to the samples, in their order.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    var values: [[String: Any]]

    public var startIndex: Int { values.startIndex }
    public var endIndex: Int { values.endIndex }

    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get { PerSampleAttachmentsDictionary(values: values[index]) }
      set { values[index] = newValue.values }
    }
  }

  /// What is attached to each sample: `buffer.sampleAttachments[0][.notSync] = true`.
  ///
  /// An array of another length than ``numSamples`` is not taken over.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(values: attachedToSamples ?? Array(repeating: [:], count: numSamples)) }
    set {
      guard newValue.count == numSamples else { return }
      let added = State(sampleAttachments: newValue.values)
      state.withLock { $0.sampleAttachments = added.sampleAttachments }
    }
  }

  /// Nil where nobody attached anything.
  var attachedToSamples: [[String: Any]]? {
    let known = state.withLock { State(sampleAttachments: $0.sampleAttachments) }.sampleAttachments
    return known.isEmpty ? nil : known
  }
}

extension CMSampleBuffer.PerSampleAttachmentsDictionary.Key {
  public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
  public static let partialSync = Self(rawValue: kCMSampleAttachmentKey_PartialSync)
  public static let hasRedundantCoding = Self(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
  public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
  public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
  public static let earlierDisplayTimesAllowed = Self(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
  public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
  public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
  public static let hevcTemporalLevelInfo = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
  public static let hevcTemporalSubLayerAccess = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
  public static let hevcStepwiseTemporalSubLayerAccess = Self(
    rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
  public static let hevcSyncSampleNALUnitType = Self(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
  public static let audioIndependentSampleDecoderRefreshCount = Self(
    rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
}

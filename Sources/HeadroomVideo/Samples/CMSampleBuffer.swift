public import HeadroomGraphics
internal import Synchronization

/// Samples of one kind, coded or not, with their times: a frame, coded pictures, a stretch of sound.
///
/// A buffer holds bytes (``dataBuffer``) or a picture (``imageBuffer``), a description of them, and for each sample a time, a
/// size and attachments. Samples are in the order of decoding. What is in a buffer does not change but for attachments, and
/// data that come later.
///
/// Source: Core Media's documentation of `CMSampleBuffer`.
// Sendable: constants, and state behind a lock.
public final class CMSampleBuffer: Sendable {
  /// Whether the data are there.
  public enum DataReadiness: Sendable {
    case ready
    case notReady
    /// They will never be, for the reason of the code.
    case failed(OSStatus)
  }

  /// Brings the data of a buffer, whose readiness it sets.
  typealias DataMaker = @Sendable (CMSampleBuffer) -> OSStatus

  // Sendable: it exists only behind a lock, and pictures follow their own rule.
  struct State: @unchecked Sendable {
    var dataBuffer: CMBlockBuffer?
    var imageBuffer: CVImageBuffer?
    var readiness = DataReadiness.ready
    /// Each sample's values, none or as many as there are samples.
    var sampleAttachments: [[String: Any]] = []
    var outputTime: CMTime?
    var isValid = true
    var onInvalidation: (@Sendable (CMSampleBuffer) throws -> Void)?
    /// The buffer whose readiness counts in place of this one's.
    var tracked: CMSampleBuffer?
  }

  /// What the samples are; nil for buffers that only carry attachments.
  public let formatDescription: CMFormatDescription?
  /// Number of samples.
  public let numSamples: Int
  /// None, one for all, or one for each.
  let timings: [CMSampleTimingInfo]
  /// None, one for all, or one for each.
  let sizes: [Int]
  /// The bytes of all samples; 0 where sizes are not known.
  public let totalSampleSize: Int
  let state: Mutex<State>
  let carried: CarriedAttachmentsBox
  let makeData: DataMaker?

  init(
    _ state: sending State, _ formatDescription: CMFormatDescription?, count: Int, _ timings: [CMSampleTimingInfo],
    _ sizes: [Int], _ attachments: CarriedAttachments = CarriedAttachments(), makeData: DataMaker? = nil
  ) throws(Error) {
    guard count >= 0 else { throw .invalidEntryCount }
    for entries in [timings.count, sizes.count] where ![0, 1, count].contains(entries) { throw .invalidEntryCount }
    for timing in timings where !timing.isPossible { throw .sampleTimingInfoInvalid }
    totalSampleSize = try Self.total(sizes, count)
    (self.formatDescription, numSamples) = (formatDescription, count)
    (self.timings, self.sizes) = (timings, sizes)
    carried = CarriedAttachmentsBox(attachments)
    self.makeData = makeData
    self.state = Mutex(state)
    try checkSize()
  }

  private static func total(_ sizes: [Int], _ count: Int) throws(Error) -> Int {
    var total = 0
    for size in sizes {
      let (product, overflows) = size.multipliedReportingOverflow(by: sizes.count == 1 ? count : 1)
      let (sum, isTooMuch) = total.addingReportingOverflow(product)
      guard size >= 0, !overflows, !isTooMuch else { throw .invalidSampleData }
      total = sum
    }
    return total
  }

  /// The bytes are at least as many as the samples need.
  private func checkSize() throws(Error) {
    guard let data = state.withLock({ $0.dataBuffer }), !sizes.isEmpty else { return }
    guard totalSampleSize <= data.dataLength else { throw .invalidSampleData }
  }
}

extension CMSampleTimingInfo {
  /// Durations are numbers that are not negative, or unknown.
  fileprivate var isPossible: Bool { !duration.isNumeric || duration >= .zero }
}

extension CMSampleBuffer: Hashable {
  /// Whether both are the same object.
  public static func == (a: CMSampleBuffer, b: CMSampleBuffer) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

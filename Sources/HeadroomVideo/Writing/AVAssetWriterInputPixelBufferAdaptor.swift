public import HeadroomGraphics
internal import Synchronization

/// Appends pictures in memory to an input of video that codes them.
// Sendable: constants, and a pool behind a lock.
public final class AVAssetWriterInputPixelBufferAdaptor: Sendable {
  // Sendable: dictionaries never change by convention.
  private struct Carried: @unchecked Sendable {
    let attributes: [String: Any]?
  }

  /// What takes the pictures.
  public let assetWriterInput: AVAssetWriterInput
  private let carried: Carried
  private let pool = Mutex<CVPixelBufferPool?>(nil)

  /// - Parameters:
  ///   - input: with settings; samples that are copied are no pictures.
  ///   - sourcePixelBufferAttributes: the pool's: pixel format, and the size where it is not that of the settings. Nil
  ///     needs no pool.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    (assetWriterInput, carried) = (input, Carried(attributes: sourcePixelBufferAttributes))
  }

  /// What the pool makes.
  public var sourcePixelBufferAttributes: [String: Any]? { carried.attributes }

  /// Makes buffers and reuses their memory. Nil before the writer has started, without attributes, and where they make no
  /// buffer.
  public var pixelBufferPool: CVPixelBufferPool? {
    guard let attributes = carried.attributes, let course = assetWriterInput.state.withLock({ $0.course }),
      course.status == .writing
    else { return nil }
    return pool.withLock { pool in
      if pool == nil { pool = makePool(attributes) }
      return pool
    }
  }

  private func makePool(_ attributes: CFDictionary) -> CVPixelBufferPool? {
    var attributes = attributes
    if case .video(let settings)? = try? assetWriterInput.settings() {
      attributes[kCVPixelBufferWidthKey] = attributes[kCVPixelBufferWidthKey] ?? settings.width
      attributes[kCVPixelBufferHeightKey] = attributes[kCVPixelBufferHeightKey] ?? settings.height
    }
    var made: CVPixelBufferPool?
    unsafe CVPixelBufferPoolCreate(nil, nil, attributes, &made)
    return made
  }

  /// Appends a picture, which is shown until the next one. Its pixels must not be written any more.
  ///
  /// - Returns: false where it was not taken; the writer has failed then, and its ``AVAssetWriter/error`` says why.
  @discardableResult
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    do {
      guard presentationTime.isNumeric else { throw WritingError.time(presentationTime) }
      guard assetWriterInput.mediaType == .video, assetWriterInput.outputSettings != nil else {
        throw WritingError.wrongSample(time: presentationTime, found: "a picture", wanted: "coded samples")
      }
      return try assetWriterInput.enqueue(
        .picture(pixelBuffer, time: presentationTime, duration: .invalid), ordered: presentationTime)
    } catch {
      return assetWriterInput.refuse(error)
    }
  }
}

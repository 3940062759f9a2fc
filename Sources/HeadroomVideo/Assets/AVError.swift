public import Foundation

/// The key of the time at which an ``AVError`` happened, a ``CMTime``, in `userInfo`.
public let AVErrorTimeKey: String = "AVErrorTimeKey"
/// The domain of ``AVError``.
public let AVFoundationErrorDomain: String = "AVFoundationErrorDomain"

/// Why assets, compositions and exports failed, in Apple's codes; ``underlying`` is the exact reason.
///
/// `catch AVError.fileFormatNotRecognized` works, and so does `catch let error as AVError where error.code == ...`.
public struct AVError: Error, CustomNSError, CustomStringConvertible, Sendable {
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    case unknown = -11800
    case outOfMemory = -11801
    case diskFull = -11807
    case exportFailed = -11820
    case decodeFailed = -11821
    case invalidSourceMedia = -11822
    case fileAlreadyExists = -11823
    case compositionTrackSegmentsNotContiguous = -11824
    case invalidCompositionTrackSegmentDuration = -11825
    case invalidCompositionTrackSegmentSourceStartTime = -11826
    case invalidCompositionTrackSegmentSourceDuration = -11827
    case fileFormatNotRecognized = -11828
    case fileFailedToParse = -11829
    case contentIsProtected = -11831
    case noImageAtTime = -11832
    case decoderNotFound = -11833
    case encoderNotFound = -11834
    case operationNotSupportedForAsset = -11838
    case invalidVideoComposition = -11841
    case invalidOutputURLPathExtension = -11843
    case failedToLoadMediaData = -11849
  }

  public let code: Code
  /// What exactly was found.
  public let underlying: (any Error)?
  /// When it happened; nil where no time is meant.
  public let time: CMTime?

  public init(_ code: Code, underlying: (any Error)? = nil, time: CMTime? = nil) {
    (self.code, self.underlying, self.time) = (code, underlying, time)
  }

  /// An error that is not an `AVError` yet gets a code.
  ///
  /// A client's own error is the underlying one, with the time at which it came.
  package init(_ error: any Error, code: Code) {
    if let known = error as? AVError {
      self = known
    } else if let media = error as? MediaError {
      if case .client(let failure) = media.reason, let cause = failure.cause {
        self.init(code, underlying: cause, time: media.time)
      } else {
        self.init(code, underlying: media, time: media.time)
      }
    } else {
      self.init(code, underlying: error)
    }
  }

  public static let errorDomain = AVFoundationErrorDomain
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: description]
    info[NSUnderlyingErrorKey] = underlying
    info[AVErrorTimeKey] = time
    return info
  }

  public var description: String { underlying.map { "\($0)" } ?? "\(code)" }
}

extension AVError.Code {
  /// Whether an error is one of a code, for `catch`.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool { (error as? AVError)?.code == code }
}

extension AVError {
  public static var unknown: Code { .unknown }
  public static var outOfMemory: Code { .outOfMemory }
  public static var diskFull: Code { .diskFull }
  public static var exportFailed: Code { .exportFailed }
  public static var decodeFailed: Code { .decodeFailed }
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  public static var fileFailedToParse: Code { .fileFailedToParse }
  public static var contentIsProtected: Code { .contentIsProtected }
  public static var noImageAtTime: Code { .noImageAtTime }
  public static var decoderNotFound: Code { .decoderNotFound }
  public static var encoderNotFound: Code { .encoderNotFound }
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
}

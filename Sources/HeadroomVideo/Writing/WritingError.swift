public import Foundation
internal import HeadroomContainers

/// Why a film could not be written, exactly; the `underlying` error of an ``AVError``.
public enum WritingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Films of this kind are not written.
  case fileType(String)
  /// There is no file to write to.
  case notWritable(URL)
  /// A file of this name exists.
  case fileExists(URL)
  /// A call that does not belong here: what was called, and what the writer is doing.
  case order(String, String)
  /// Nothing says what is to be written.
  case noInputs
  /// No sample was appended.
  case noSamples
  /// A time that no sample can have.
  case time(CMTime)
  /// A sample is not behind the one before.
  case outOfOrder(time: CMTime, previous: CMTime)
  /// A sample comes so long after the one before that no film can have it there.
  case gap(time: CMTime, previous: CMTime)
  /// The input was not ready for more when a sample of this time was appended.
  case notReady(time: CMTime)
  /// A sample of another kind than the input's: its time, what it is, and what is taken.
  case wrongSample(time: CMTime, found: String, wanted: String)
  /// A key of the settings whose value is not honoured, and why.
  case setting(key: String, String)

  public var description: String {
    switch self {
    case .fileType(let type): "files of the kind \(type) are not written"
    case .notWritable(let url): "\(url.absoluteString) is no file"
    case .fileExists(let url): "\(url.lastPathComponent): the file exists"
    case .order(let call, let state): "\(call) \(state)"
    case .noInputs: "there is no input"
    case .noSamples: "there is no sample"
    case .time(let time): "\(time) is no time of a sample"
    case .outOfOrder(let time, let previous):
      "\(time.secondsText) s: the sample is not behind the one before (\(previous.secondsText) s)"
    case .gap(let time, let previous):
      "\(time.secondsText) s: the sample is too far behind the one before (\(previous.secondsText) s)"
    case .notReady(let time): "\(time.secondsText) s: the input was not ready for more"
    case .wrongSample(let time, let found, let wanted):
      "\(time.secondsText) s: \(found), where \(wanted) is taken"
    case .setting(let key, let reason): "\(key): \(reason)"
    }
  }
}

extension AVError {
  /// The error of a writer.
  init(writing error: any Error) {
    switch error {
    case let error as AVError: self = error
    case let error as WritingError: self.init(error.code, underlying: error, time: error.time)
    case let error as MediaError: self.init(error.code, underlying: error, time: error.time)
    default: self.init(.unknown, underlying: error)
    }
  }
}

extension WritingError {
  /// Of the sample that it is about; nil where none is meant.
  fileprivate var time: CMTime? {
    switch self {
    case .time(let time), .outOfOrder(let time, _), .gap(let time, _), .notReady(let time),
      .wrongSample(let time, _, _):
      time
    case .fileType, .notWritable, .fileExists, .order, .noInputs, .noSamples, .setting: nil
    }
  }

  fileprivate var code: AVError.Code {
    switch self {
    case .fileType: .fileFormatNotRecognized
    case .fileExists: .fileAlreadyExists
    default: .unknown
    }
  }
}

extension MediaError {
  fileprivate var code: AVError.Code {
    switch reason {
    case .missingLibrary: .encoderNotFound
    case .outOfMemory: .outOfMemory
    case .container(.unwritable(path: _, reason: let words)): Self.code(words)
    default: .unknown
    }
  }

  /// By the words in which files refuse.
  private static func code(_ words: String) -> AVError.Code {
    switch words {
    case fullDisk: .diskFull
    case "the file exists": .fileAlreadyExists
    default: .unknown
    }
  }

  /// The system's words.
  private static var fullDisk: String { POSIXError(.ENOSPC).words }
}

extension POSIXError {
  fileprivate var words: String { unsafe String(cString: strerror(code.rawValue)) }
}

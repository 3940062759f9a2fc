internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

extension PictureError {
  /// An error of the module of batches.
  init(_ error: BatchError) {
    let kind: Kind =
      switch error.kind {
      case .usage: .usage
      case .input: .input
      case .output, .busy: .output
      case .internalError: .internalError
      }
    self.init(kind, file: error.file, part: error.line.map { "line \($0)" }, error.text)
  }

  /// An error of either module.
  init(batch error: any Error, file: String?) {
    if let known = error as? BatchError { self.init(known) } else { self.init(error, file: file) }
  }
}

extension ManifestRecord.Failure {
  /// The failure of an input.
  ///
  /// - Parameter alone: whether no other input was being worked on, so that a limit of memory is the input's fault.
  init(_ error: PictureError, alone: Bool) {
    let (kind, code) = Self.kind(error, alone: alone)
    self.init(
      kind, code: code, message: SettingWords.members.text(error.text), part: error.part, offset: error.offset)
  }

  private static func kind(_ error: PictureError, alone: Bool) -> (Class, String) {
    switch error.cause {
    case .memory where error.isOverMemory && alone: return (.permanent, "overLimit")
    case .unreadable, .changed, .memory, .unwritable: return (.transient, error.cause?.rawValue ?? "")
    case let cause?: return (.permanent, cause.rawValue)
    case nil: break
    }
    switch error.kind {
    case .usage: return (.permanent, "settings")
    case .input: return (.permanent, "unsupported")
    case .output: return (.transient, "unwritable")
    case .hdrLost: return (.permanent, "hdrLost")
    case .interrupted: return (.transient, "timeout")
    case .internalError: return (.permanent, "internal")
    }
  }
}

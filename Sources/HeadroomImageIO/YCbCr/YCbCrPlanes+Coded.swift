internal import HeadroomPixels

// What the codecs' shims take and give.

extension YCbCrPlanes.Subsampling {
  /// Of `chroma_format_idc` as H.265 has it, which the shims use for all codecs.
  init(codedFormat: Int32) {
    switch codedFormat {
    case 0: self = .monochrome
    case 1: self = .quarter
    case 2: self = .half
    default: self = .full
    }
  }

  /// `chroma_format_idc` as H.265 has it.
  var codedFormat: Int32 {
    switch self {
    case .monochrome: 0
    case .quarter: 1
    case .half: 2
    case .full: 3
    }
  }
}

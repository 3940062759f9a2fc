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

extension YCbCrPlanes {
  typealias PlaneAddresses = (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?)

  /// The first rows of the planes; nil for chroma of a monochrome picture.
  var planeAddresses: PlaneAddresses {
    let luma = unsafe UnsafeRawPointer(rowAddress(0, plane: 0))
    guard planes.count == 3 else { return unsafe (luma, nil, nil) }
    return unsafe (luma, UnsafeRawPointer(rowAddress(0, plane: 1)), UnsafeRawPointer(rowAddress(0, plane: 2)))
  }

  /// Bytes from one row of a plane to the next.
  var planeRowBytes: (Int, Int, Int) {
    planes.count == 3 ? (planes[0].rowBytes, planes[1].rowBytes, planes[2].rowBytes) : (planes[0].rowBytes, 0, 0)
  }
}

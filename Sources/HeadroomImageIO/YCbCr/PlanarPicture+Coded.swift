internal import HeadroomContainers
internal import HeadroomPixels

// The types that the codecs' shims take and return.

extension PlanarPicture.Subsampling {
  /// The subsampling of `chroma_format_idc` in H.265, which the shims use for all codecs.
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

extension ImageIOError {
  /// Why planes and pixels are not made of each other.
  init(_ error: PlanarError) {
    switch error {
    case .unreadableMatrix(let code):
      self = .unsupported(part: "colr", text: "matrix coefficients \(code) are not decoded")
    case .reducedComponents(let subsampling):
      self = .malformed(part: "colr", text: "identity matrix with \(subsampling.rawValue) samples", offset: nil)
    case .unwritableMatrix(let code):
      self = .unsupported(part: "picture", text: "matrix coefficients \(code) are not written")
    }
  }

  /// Runs something with planes; it stops early where the work was cancelled, and this throws then.
  static func planar<Result>(_ body: () throws(PlanarError) -> Result) throws(ImageIOError) -> Result {
    let result: Result
    do throws(PlanarError) {
      result = try body()
    } catch {
      throw ImageIOError(error)
    }
    try TaskContext.check()
    return result
  }

  /// Runs something that takes memory for pixels.
  static func pixels<Result>(_ body: () throws(PixelError) -> Result) throws(ImageIOError) -> Result {
    do throws(PixelError) {
      return try body()
    } catch {
      throw ImageIOError(error)
    }
  }
}

extension PlanarPicture {
  /// A codec's picture, in its memory.
  static func ofCodec(
    width: Int, height: Int, bitDepth: Int, subsampling: Subsampling, coding: Coding, planes: [Plane], part: String
  ) throws(ImageIOError) -> PlanarPicture {
    guard (8...16).contains(bitDepth) else {
      throw .unsupported(part: part, text: "samples of \(bitDepth) bits")
    }
    return try ImageIOError.pixels { () throws(PixelError) in
      try PlanarPicture(
        width: width, height: height, bitDepth: bitDepth, subsampling: subsampling, coding: coding, planes: planes)
    }
  }
}

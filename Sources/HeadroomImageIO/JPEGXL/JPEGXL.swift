internal import CHeadroomCodecs
internal import HeadroomContainers

/// JPEG XL: boxes, colour bundles and gain maps are read and written here, codestreams by libjxl.
///
/// libjxl is loaded when the first file of the kind is opened or written; see `HeadroomJXL.h`.
package enum JPEGXL {
  /// The first box of a container.
  package static let signature: [UInt8] = [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
  /// The first bytes of a codestream.
  package static let codestreamSignature: [UInt8] = [0xFF, 0x0A]
  /// The box after the signature.
  package static let fileTypeBox: [UInt8] =
    [0, 0, 0, 20] + Array("ftypjxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8)

  /// Pictures below this many pixels are not worth starting threads for.
  static let pixelsForThreads = 1 << 16

  /// The error for a result of the shim, or nil for success.
  static func error(_ code: Int32, part: String, end: Int) -> ImageIOError? {
    switch Int(code) {
    case HR_JXL_OK: return nil
    case HR_JXL_NO_MEMORY: return .outOfMemory(bytes: 0)
    case HR_JXL_TRUNCATED: return .incompletePicture(part: part, offset: end)
    case HR_JXL_NO_LIBRARY:
      let reason = unsafe String(cString: hr_jxl_load_error())
      return .unsupported(part: part, text: "JPEG XL needs libjxl, which cannot be loaded: \(reason)")
    case HR_JXL_NO_PICTURE: return .unsupported(part: "index", text: "the file has fewer pictures")
    default: return .codec(library: "libjxl", code: Int(code), message: "the codestream is damaged", part: part)
    }
  }
}

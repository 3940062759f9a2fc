/// Four letters in a number, the first in the highest byte.
public typealias FourCharCode = UInt32
/// A kind of media as Core Media numbers it.
public typealias CMMediaType = FourCharCode
/// A codec as Core Media numbers it.
public typealias CMVideoCodecType = FourCharCode
/// The number of a track in a file or a composition.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
/// Pictures, `vide`.
public let kCMMediaType_Video: CMMediaType = FourCharCode(letters: "vide") ?? 0
/// Sound, `soun`.
public let kCMMediaType_Audio: CMMediaType = FourCharCode(letters: "soun") ?? 0

/// HEVC, `hvc1`.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = FourCharCode(letters: "hvc1") ?? 0
/// H.264, `avc1`.
public let kCMVideoCodecType_H264: CMVideoCodecType = FourCharCode(letters: "avc1") ?? 0
/// AV1, `av01`.
public let kCMVideoCodecType_AV1: CMVideoCodecType = FourCharCode(letters: "av01") ?? 0
/// VP9, `vp09`.
public let kCMVideoCodecType_VP9: CMVideoCodecType = FourCharCode(letters: "vp09") ?? 0
/// ProRes 422, `apcn`.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = FourCharCode(letters: "apcn") ?? 0
/// ProRes 422 HQ, `apch`.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = FourCharCode(letters: "apch") ?? 0
/// ProRes 4444, `ap4h`.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = FourCharCode(letters: "ap4h") ?? 0

extension FourCharCode {
  /// Nil unless there are four characters of Latin-1.
  package init?(letters: String) {
    let bytes = letters.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    guard bytes.count == 4, letters.unicodeScalars.count == 4 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | FourCharCode($1) }
  }

  /// The four characters.
  package var letters: String {
    String(String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: self >> (24 - 8 * $0))) }))
  }
}

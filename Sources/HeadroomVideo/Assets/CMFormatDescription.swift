public import Foundation
public import HeadroomGraphics

/// What the samples of a track are: codec, size, colour, and what else the file says of them. It never changes.
public final class CMFormatDescription: Sendable {
  /// A kind of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: FourCharCode
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    public static let video = MediaType(rawValue: kCMMediaType_Video)
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)
  }

  /// A codec.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable {
    public let rawValue: FourCharCode
    public init(rawValue: FourCharCode) { self.rawValue = rawValue }

    public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
    public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
    public static let av1 = MediaSubType(rawValue: kCMVideoCodecType_AV1)
    public static let vp9 = MediaSubType(rawValue: kCMVideoCodecType_VP9)
    public static let proRes422 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422)
    public static let proRes422HQ = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes422HQ)
    public static let proRes4444 = MediaSubType(rawValue: kCMVideoCodecType_AppleProRes4444)
  }

  public let mediaType: MediaType
  public let mediaSubType: MediaSubType
  /// Of coded pictures; 0 by 0 for what is no video.
  public let dimensions: CMVideoDimensions
  /// What else is known, by key.
  public let extensions: Extensions
  /// The sound; nil for what is no audio.
  public let audioStreamBasicDescription: AudioStreamBasicDescription?
  let describedSound: DescribedSound?
  /// Which channel is for which place, as the bytes of Core Audio's layout; nil where it is not known.
  package let audioChannelLayout: Data?
  /// What a codec of sound needs to begin; nil where it needs nothing.
  public let magicCookie: Data?

  package init(
    mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions = .zero,
    extensions: Extensions = Extensions(), audio: AudioStreamBasicDescription? = nil,
    audioChannelLayout: Data? = nil, magicCookie: Data? = nil
  ) {
    (self.mediaType, self.mediaSubType, self.dimensions) = (mediaType, mediaSubType, dimensions)
    (self.extensions, audioStreamBasicDescription) = (extensions, audio)
    (self.audioChannelLayout, self.magicCookie) = (audioChannelLayout, magicCookie)
    describedSound = audio.map { DescribedSound($0) }
  }

  /// A description of video.
  ///
  /// - Parameters:
  ///   - videoCodecType: four letters that name the codec.
  ///   - width: of coded pictures, in pixels.
  ///   - height: of coded pictures, in pixels.
  ///   - extensions: colour and more; what is missing is unknown.
  /// - Throws: ``AVError/Code/invalidSourceMedia`` for sizes that are not above 0.
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions = Extensions()
  ) throws {
    guard width > 0, height > 0, let columns = Int32(exactly: width), let rows = Int32(exactly: height) else {
      throw AVError(.invalidSourceMedia, underlying: AssetError.size(width: width, height: height))
    }
    self.init(
      mediaType: .video, mediaSubType: videoCodecType, dimensions: CMVideoDimensions(width: columns, height: rows),
      extensions: extensions)
  }
}

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of sound.
public typealias CMAudioFormatDescription = CMFormatDescription

/// Pixels of a coded picture.
public struct CMVideoDimensions: Hashable, Sendable {
  public var width: Int32
  public var height: Int32

  public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }
  static let zero = CMVideoDimensions(width: 0, height: 0)
}

/// Sound as samples. Only what files say of compressed sound is filled in; the rest is 0.
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Sample frames of a second.
  public var mSampleRate: Double = 0
  /// The codec's four letters.
  public var mFormatID: UInt32 = 0
  public var mFormatFlags: UInt32 = 0
  public var mBytesPerPacket: UInt32 = 0
  public var mFramesPerPacket: UInt32 = 0
  public var mBytesPerFrame: UInt32 = 0
  public var mChannelsPerFrame: UInt32 = 0
  public var mBitsPerChannel: UInt32 = 0
  public var mReserved: UInt32 = 0

  public init() {}
}

extension CMFormatDescription: Hashable {
  /// Whether both say the same.
  public static func == (a: CMFormatDescription, b: CMFormatDescription) -> Bool {
    a === b
      || a.mediaType == b.mediaType && a.mediaSubType == b.mediaSubType && a.dimensions == b.dimensions
        && a.extensions == b.extensions && a.audioStreamBasicDescription == b.audioStreamBasicDescription
        && a.audioChannelLayout == b.audioChannelLayout && a.magicCookie == b.magicCookie
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaSubType)
    hasher.combine(dimensions)
    hasher.combine(extensions)
  }
}

/// The kind of media; see ``CMFormatDescription/mediaType-swift.property``.
public func CMFormatDescriptionGetMediaType(_ description: CMFormatDescription) -> CMMediaType {
  description.mediaType.rawValue
}
/// The codec's four letters as a number.
public func CMFormatDescriptionGetMediaSubType(_ description: CMFormatDescription) -> FourCharCode {
  description.mediaSubType.rawValue
}
/// All extensions as property lists; nil if there are none.
public func CMFormatDescriptionGetExtensions(_ description: CMFormatDescription) -> CFDictionary? {
  description.extensions.isEmpty ? nil : description.extensions.propertyListRepresentation
}
/// One extension as a property list: a string, a number, `Data` or a dictionary. Nil if it is not there.
public func CMFormatDescriptionGetExtension(
  _ description: CMFormatDescription, extensionKey: CFString
) -> CFTypeRef? {
  description.extensions[CMFormatDescription.Extensions.Key(rawValue: extensionKey)]?.propertyListRepresentation
}
/// Pixels of coded pictures.
public func CMVideoFormatDescriptionGetDimensions(_ description: CMVideoFormatDescription) -> CMVideoDimensions {
  description.dimensions
}

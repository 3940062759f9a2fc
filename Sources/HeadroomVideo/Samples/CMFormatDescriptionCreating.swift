public import Foundation
public import HeadroomGraphics

/// An argument cannot be.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There is no memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The description does not say what is asked for.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// Describes video.
///
///
/// - `codecType`: the codec's or the pixel format's four letters.
/// - `width`: in pixels, above 0.
/// - `height`: in pixels, above 0.
/// - `extensions`: colour and more, by the `kCMFormatDescriptionExtension` keys.
/// - `formatDescriptionOut`: takes the description.
/// - Returns: `noErr`, or an error code.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = try? CMFormatDescription(
    videoCodecType: CMFormatDescription.MediaSubType(rawValue: codecType), width: Int(width), height: Int(height),
    extensions: CMFormatDescription.Extensions(propertyList: extensions ?? [:]))
  return unsafe formatDescriptionOut.pointee == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

/// Describes sound.
///
///
/// - `asbd`: how it is sampled.
/// - `layoutSize`: bytes of the layout, 0 for none.
/// - `layout`: which channel is for which place.
/// - `magicCookieSize`: bytes of the cookie, 0 for none.
/// - `magicCookie`: what the codec needs to begin.
/// - `extensions`: what else is known.
/// - `formatDescriptionOut`: takes the description.
/// - Returns: `noErr`, or an error code.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = nil
  guard layoutSize >= 0, magicCookieSize >= 0 else { return kCMFormatDescriptionError_InvalidParameter }
  let layout = unsafe layout.flatMap { unsafe layoutSize > 0 ? Data(bytes: $0, count: layoutSize) : nil }
  let cookie = unsafe magicCookie.flatMap { unsafe magicCookieSize > 0 ? Data(bytes: $0, count: magicCookieSize) : nil }
  unsafe formatDescriptionOut.pointee = try? CMFormatDescription(
    audioStreamBasicDescription: asbd.pointee, layout: layout, magicCookie: cookie,
    extensions: CMFormatDescription.Extensions(propertyList: extensions ?? [:]))
  return unsafe formatDescriptionOut.pointee == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

extension CMFormatDescription {
  /// A description of sound.
  ///
  /// - Parameters:
  ///   - audioStreamBasicDescription: how it is sampled.
  ///   - layout: the bytes of an ``AudioChannelLayout``.
  ///   - magicCookie: what the codec needs to begin.
  ///   - extensions: what else is known.
  /// - Throws: ``AVError`` for a rate or a number of channels that cannot be.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: Data? = nil, magicCookie: Data? = nil,
    extensions: Extensions = Extensions()
  ) throws {
    let sound = audioStreamBasicDescription
    guard sound.mSampleRate.isFinite, sound.mSampleRate >= 0, sound.mChannelsPerFrame < 1 << 16 else {
      throw AVError(.invalidSourceMedia, underlying: SampleError.sound(sound))
    }
    self.init(
      mediaType: .audio, mediaSubType: MediaSubType(rawValue: sound.mFormatID), extensions: extensions, audio: sound,
      audioChannelLayout: layout, magicCookie: magicCookie)
  }
}

/// What is wrong with samples, exactly; the `underlying` error of an ``AVError``.
public enum SampleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Sound cannot be sampled like this.
  case sound(AudioStreamBasicDescription)

  public var description: String {
    switch self {
    case .sound(let sound): "sound of \(sound.mChannelsPerFrame) channels at \(sound.mSampleRate) Hz"
    }
  }
}

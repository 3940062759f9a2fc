internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// Makes pictures of an asset, in any order, with the same settings. One thread at a time.
final class ImageMaker {
  private let script: any FrameScript
  private let renderer: FilmRenderer
  private let space: CGColorSpace
  private let isHDR: Bool
  /// The film's frames that decode alone, where it is one film without edits: their places among the pictures.
  private lazy var alone = isFilm ? composed.framesAlone : []
  private let composed: CompositionScript
  private let isFilm: Bool
  /// The client's that makes the pictures; nil where there is none.
  let compositor: ClientCompositor?

  /// - Throws: ``AVError`` for what cannot be read or composed.
  init(_ asset: AVAsset, _ settings: ImageSettings) throws {
    let timeline = try MovieTimeline(asset, settings.composition)
    guard let video = timeline.video else { throw AVError(.noImageAtTime, underlying: ImageError.noVideo) }
    compositor = video.compositor?.compositor
    composed = try CompositionScript(video, in: CMTimeRange(start: .zero, duration: timeline.duration))
    var script: any FrameScript = composed
    if settings.policy == .forceSDR, VideoDynamicRange(transfer: script.color.transfer) != .sdr {
      var color = script.color
      color.transfer = 1
      script = script.colored(color)
    }
    if settings.composition == nil, settings.isUpright { script = script.upright() }
    let size = settings.size(width: script.width, height: script.height)
    script = script.scaled(width: size.width, height: size.height)
    guard let encoding = script.color.encoding else {
      throw MediaError(.unsupported("pictures of the colour \(script.color)"))
    }
    isHDR = VideoDynamicRange(transfer: script.color.transfer) != .sdr
    space = CGColorSpace(encoding: encoding)
    self.script = script
    renderer = try FilmRenderer(
      script, format: EncodedFormat(isHDR ? 10 : 8, .quarter), siting: .left, SoughtFrames(script.sources))
    isFilm = settings.composition == nil && !(asset is AVComposition)
  }

  deinit { script.close() }

  /// - Throws: ``AVError`` where no picture is near enough; ``MediaError``.
  func image(at time: CMTime, _ settings: ImageSettings) throws -> (image: CGImage, time: CMTime) {
    guard let number = number(near: time, settings) else {
      throw AVError(.noImageAtTime, underlying: ImageError.none(time), time: time)
    }
    let shown = script.times[number]
    let image = try renderer.image(
      at: shown, format: isHDR ? .RGBA16 : .RGBA8, colorSpace: space)
    return (image, shown)
  }

  /// The picture that is shown at a time, or one within the tolerance that is made faster; nil where there is none.
  private func number(near time: CMTime, _ settings: ImageSettings) -> Int? {
    let times = script.times
    guard !times.isEmpty, time.isNumeric || time.isInfinite else { return nil }
    // The picture that is shown is exact; behind the end and before the beginning the tolerance decides.
    let shown = time < script.end ? times.number(at: time) : nil
    let nearest = shown ?? (time < times[0] ? 0 : times.count - 1)
    guard shown != nil || settings.allows(times[nearest], for: time) else { return nil }
    let near = alone.filter { settings.allows(times[$0], for: time) }
    return near.min { Self.distance(times[$0], time) < Self.distance(times[$1], time) } ?? nearest
  }

  private static func distance(_ time: CMTime, _ other: CMTime) -> CMTime { CMTimeAbsoluteValue(time - other) }
}

/// Why there is no picture.
enum ImageError: Error, Hashable, CustomStringConvertible {
  case noVideo
  case none(CMTime)

  var description: String {
    switch self {
    case .noVideo: "there is no video"
    case .none(let time): "no picture is near enough to \(time.seconds) s"
    }
  }
}

extension ImageSettings {
  /// Whether a picture of one time serves for another.
  fileprivate func allows(_ shown: CMTime, for time: CMTime) -> Bool {
    shown <= time ? time - shown <= Self.tolerance(before) : shown - time <= Self.tolerance(after)
  }

  /// What is no number allows nothing.
  private static func tolerance(_ time: CMTime) -> CMTime { time.isNumeric || time.isPositiveInfinity ? time : .zero }

  /// The size of pictures: as large as they are, or as allowed.
  fileprivate func size(width: Int, height: Int) -> (width: Int, height: Int) {
    let (width, height) = (Double(width), Double(height))
    let (across, down) = (maximumSize.width, maximumSize.height)
    let scale = min(across > 0 ? across / width : 1, down > 0 ? down / height : 1, 1)
    return (max(Int((width * scale).rounded()), 1), max(Int((height * scale).rounded()), 1))
  }
}

extension CompositionScript {
  /// The places of the pictures that need no other to be decoded.
  fileprivate var framesAlone: [Int] {
    guard sources.count == 1 else { return [] }
    let index = sources[0].index
    let alone = Set(index.frames.filter { index.samples[$0.sample].isKey }.map(\.time))
    return times.indices.filter { alone.contains(times[$0]) }
  }
}

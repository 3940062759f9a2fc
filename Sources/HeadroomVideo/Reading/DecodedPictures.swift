internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The frames of a video track, decoded, each as a pixel buffer.
///
/// A frame that lasts into the range begins with it; the last one ends with it.
final class DecodedPictures: SampleSource {
  private let timeline: TrackTimeline
  private let settings: PictureSettings
  private let sources: [FilmSource]
  private let places: [ReadTrack: Int]
  /// The one source that is read, and its place.
  private var reading: (place: Int, frames: FrameReading)?
  private var outputs: [PictureOutput?]
  private var parts: [(stretch: TrackTimeline.Stretch, part: CMTimeRange)] = []
  /// Of the frame that comes next.
  private var number = 0

  /// - Throws: where a source cannot be decoded, or its pictures not be given as wanted.
  init(_ track: AVAssetTrack, _ settings: PictureSettings) throws {
    timeline = try TrackTimeline(track)
    self.settings = settings
    var sources: [FilmSource] = []
    var places: [ReadTrack: Int] = [:]
    for source in timeline.stretches.map(\.source) where places[ReadTrack(source)] == nil {
      places[ReadTrack(source)] = sources.count
      let track = try source.openTrack()
      guard let media = source.media else { throw MediaError(.malformed("no frames"), track: track.facts.id) }
      sources.append(try FilmSource(media, track: track, color: source.color))
    }
    (self.sources, self.places) = (sources, places)
    outputs = Array(repeating: nil, count: sources.count)
    for place in sources.indices { outputs[place] = try output(of: sources[place]) }
  }

  func begin(_ range: CMTimeRange) {
    parts = timeline.stretches(in: range).map { ($0, $0.target.intersection(range)) }.reversed()
    enterStretch()
  }

  /// Begins with the frame that is shown at the start of the next stretch.
  private func enterStretch() {
    guard let (stretch, part) = parts.last, let place = places[ReadTrack(stretch.source)] else { return }
    number = sources[place].index.frame(at: stretch.sourceTime(at: part.start)) ?? 0
  }

  func next() throws -> CMSampleBuffer? {
    while let (stretch, part) = parts.last {
      guard let place = places[ReadTrack(stretch.source)], number < sources[place].index.frames.count else {
        leaveStretch()
        continue
      }
      let frame = sources[place].index.frames[number]
      let start = max(stretch.time(frame.time), part.start)
      guard start < part.end else {
        leaveStretch()
        continue
      }
      let end = min(stretch.time(frame.time + frame.duration), part.end)
      number += 1
      guard start < end else { continue }
      return try sample(FrameReference(source: place, frame: number - 1), CMTimeRange(start: start, end: end))
    }
    return nil
  }

  private func leaveStretch() {
    parts.removeLast()
    enterStretch()
  }

  private func sample(_ reference: FrameReference, _ range: CMTimeRange) throws -> CMSampleBuffer? {
    guard let output = outputs[reference.source] else { return nil }
    let frame = try frames(of: reference.source).frame(reference.frame)
    let source = sources[reference.source]
    try source.file.checkIntact()
    let isSame = source.cicp.hasColor(of: output.color)
    let packed = isSame ? try output.packed(frame.picture.meaning(source.cicp)) : nil
    let picture = try packed ?? rendered(frame, source, output, isSame: isSame)
    return try output.sample(picture, range)
  }

  /// What decodes a source; that of the one before is closed.
  private func frames(of place: Int) throws(MediaError) -> FrameReading {
    if let reading, reading.place == place { return reading.frames }
    let source = sources[place]
    let reader = try source.file.reader(
      of: source.track, threads: ThreadPool.shared.workerCount, isScrubbing: false)
    let frames = FrameReading(source, allowsFields: true) { number throws(MediaError) in try reader.frame(number) }
    reading = (place, frames)
    return frames
  }

  private func rendered(
    _ frame: DecodedFrame, _ source: FilmSource, _ output: PictureOutput, isSame: Bool
  ) throws(MediaError) -> CVPixelBuffer {
    var image = try source.codedImage(of: frame)
    if !isSame, !output.isLinear {
      let stack = LayerStack(width: output.width, height: output.height, color: output.color, background: nil)
      image = stack.fitted(image, source.headroom)
    }
    let (width, height) = (frame.picture.width, frame.picture.height)
    if (width, height) != (output.width, output.height) {
      let scale = CGAffineTransform(
        scaleX: Double(output.width) / Double(width), y: Double(output.height) / Double(height))
      // Edges are whole: what lies beyond is the edge again.
      image = image.clampedToExtent().transformed(by: scale)
        .cropped(to: CGRect(x: 0, y: 0, width: output.width, height: output.height))
    }
    return try output.rendered(.recipe(image, .composition), shape: [0], isDithered: frame.picture.bitDepth > 8)
  }

  private func output(of source: FilmSource) throws -> PictureOutput {
    let facts = source.facts
    let natural = BiplanarForm.code(depth: facts.bitDepth, facts.chroma, isFullRange: source.cicp.fullRange)
    let format = settings.pixelFormat ?? (facts.hasAlpha ? kCVPixelFormatType_64RGBAHalf : natural)
    let color = settings.color(natural: source.cicp, format)
    let isKept = color.hasColor(of: source.cicp)
    var extensions = CMFormatDescription.Extensions(facts)
    // What a display was mastered with says nothing of other light.
    if !isKept { extensions.removeLight() }
    let size = settings.size ?? (facts.width, facts.height)
    if settings.size != nil { extensions.removeShape() }
    return try PictureOutput(
      format, width: size.width, height: size.height, color, extensions: extensions,
      statesColor: facts.colorSource != .assumed || source.cicp != facts.cicp || !isKept)
  }
}

extension TrackTimeline.Stretch {
  /// The asset's time of a time of the source's track.
  func time(_ time: CMTime) -> CMTime {
    target.start + (time - sourceRange.start).scaled(by: target.duration, over: sourceRange.duration)
  }
}

internal import Foundation
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomPixels

/// Frames of a film one by one, by number, as pictures and as codes. One thread at a time.
package protocol FilmFrames {
  var count: Int { get }
  /// The frame that is shown at a time: the last one that is not behind it; nil before the first and behind the end.
  func number(at time: CMTime) -> Int?
  /// Light, upright, at the origin.
  func image(_ number: Int) throws(MediaError) -> CIImage
  /// Planes, not turned.
  func codes(_ number: Int) throws(MediaError) -> PlanarPicture
}

/// The frames of one track, as decoded.
package struct ClipFrames: FilmFrames {
  private let source: FilmSource
  private let reader: FrameReader

  package init(_ source: FilmSource) throws(MediaError) {
    self.source = source
    reader = try source.file.reader(of: source.track, threads: ThreadPool.shared.workerCount, isScrubbing: true)
  }

  package var count: Int { source.index.frames.count }

  package func number(at time: CMTime) -> Int? {
    time < source.track.facts.timeRange.end ? source.index.frame(at: time) : nil
  }

  package func codes(_ number: Int) throws(MediaError) -> PlanarPicture { try reader.frame(number).picture }

  package func image(_ number: Int) throws(MediaError) -> CIImage {
    try source.checkProgressive()
    let frame = try reader.frame(number)
    try source.check(frame)
    let place = FramePlacement(source.turn, of: source.naturalSize)
    let image = try source.image(of: frame, turned: place.turn)
    return place.placed(image, inHeight: source.uprightSize.height)
  }
}

/// The frames of a script, composed; their codes are what an export gives its encoder.
package struct ScriptFrames: FilmFrames {
  private let script: any FrameScript
  package let renderer: FilmRenderer

  package init(_ script: any FrameScript, _ settings: FilmSettings = FilmSettings(.mp4)) throws(MediaError) {
    self.script = script
    let plan = try FilmPlan(script, settings)
    renderer = try FilmRenderer(
      script, format: plan.encoder.format, siting: plan.encoder.siting,
      SoughtFrames(script.sources))
  }

  package var count: Int { script.times.count }

  package func number(at time: CMTime) -> Int? {
    time < script.end ? script.times.number(at: time) : nil
  }

  package func codes(_ number: Int) throws(MediaError) -> PlanarPicture { try renderer.frame(at: script.times[number]) }
  package func image(_ number: Int) throws(MediaError) -> CIImage { try renderer.image(at: script.times[number]) }
}

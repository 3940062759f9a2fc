internal import HeadroomColor
internal import HeadroomPixels

/// Pictures beside the first ones, such as another view: decoded, rendered and encoded as the film advances.
final class FurtherPictures: FilmTrackWriter {
  private let script: any FrameScript
  private let labels: TrackLabels
  private let renderer: FilmRenderer
  private var track: PictureTrack
  private var next = 0

  init(_ script: any FrameScript, _ settings: FilmSettings, _ labels: TrackLabels) throws(MediaError) {
    (self.script, self.labels) = (script, labels)
    let plan = try FilmPlan(script, settings)
    renderer = try FilmRenderer(script, plan)
    track = try PictureTrack(script, plan)
  }

  /// Why the film's codec does not take these pictures, such as their size; nil where it does.
  static func refusal(of script: any FrameScript, _ settings: FilmSettings) throws(MediaError) -> String? {
    do throws(MediaError) {
      _ = try VideoEncoder(try FilmPlan(script, settings).encoder)
      return nil
    } catch {
      switch error.reason {
      case .invalidRequest, .unsupported, .library: return error.reason.text
      default: throw error
      }
    }
  }

  var isVideo: Bool { true }
  var timescale: CMTimeScale? { track.plan.encoder.timescale }
  var ambient: (stream: Int, room: AmbientViewingEnvironment)? { track.ambient }

  func add(to writer: borrowing MediaWriter) throws(MediaError) { try track.add(to: writer, labels) }

  func write(until time: CMTime, to writer: borrowing MediaWriter) throws(MediaError) {
    while next < script.times.count, script.times[next] - script.start < time {
      try MediaError.checkCancellation()
      _ = try track.send(try renderer.frame(at: script.times[next]), to: writer)
      next += 1
    }
  }

  func finish(_ writer: borrowing MediaWriter) throws(MediaError) {
    try write(until: .positiveInfinity, to: writer)
    try track.finish(writer)
  }
}

extension FilmRenderer {
  /// The frames of one script alone, from the first to the last, as a plan has them.
  convenience init(_ script: any FrameScript, _ plan: FilmPlan) throws(MediaError) {
    try self.init(
      script, format: plan.encoder.format, siting: plan.encoder.siting, PlayedFrames(script))
  }
}

internal import Foundation
internal import Glibc
internal import HeadroomContainers
internal import HeadroomPixels

/// The work of a writer: samples into tracks, tracks into a file. One thread at a time.
final class WritingSession {
  private final class Lane {
    let track: any WritingTrack
    var held: [(sample: AppendedSample, done: @Sendable () -> Void)] = []
    var isPrepared = false
    var isEnded = false
    var isEmpty = true

    init(_ track: any WritingTrack) { self.track = track }
  }

  private let plan: WritingPlan
  private let start: CMTime
  private let visible: VisibleFile?
  private var lanes: [Lane]
  /// Those that are in the file.
  private var written: [Lane] = []
  private var writer: MediaWriter?
  private var isStarted = false

  init(_ plan: WritingPlan, _ tracks: [any WritingTrack], from start: CMTime) throws(MediaError) {
    (self.plan, self.start) = (plan, start)
    lanes = tracks.map { Lane($0) }
    guard plan.isFragmented else {
      visible = nil
      writer = try MediaWriter(path: plan.path, plan.container)
      return
    }
    do throws(ImageIOError) {
      visible = try VisibleFile(path: plan.path)
    } catch {
      throw MediaError(.container(error))
    }
    if let visible { writer = try MediaWriter(into: visible, plan.container) }
  }

  /// - Parameter done: is called when the sample needs no memory any more.
  func take(_ sample: AppendedSample, for lane: Int, done: @escaping @Sendable () -> Void) throws {
    let lane = lanes[lane]
    lane.held.append((sample, done))
    lane.isEmpty = false
    try prepare(lane)
    try advance()
  }

  /// Says that a track gets no more samples.
  func end(_ lane: Int) throws {
    lanes[lane].isEnded = true
    try prepare(lanes[lane])
    try advance()
  }

  private func prepare(_ lane: Lane) throws {
    guard !lane.isPrepared, !lane.held.isEmpty else { return }
    lane.isPrepared = try lane.track.prepare(lane.held.map(\.sample), isWhole: lane.isEnded, from: start)
  }

  /// Starts the file once it is known what all tracks are, and writes what was held until then.
  private func advance() throws {
    if !isStarted {
      guard lanes.allSatisfy({ $0.isPrepared || $0.isEnded }), lanes.contains(where: \.isPrepared) else { return }
      try startFile()
    }
    for lane in written { try write(lane) }
  }

  private func startFile() throws {
    isStarted = true
    guard var file = writer.take() else { return }
    written = lanes.filter(\.isPrepared)
    for (number, lane) in written.enumerated() {
      try lane.track.add(to: file)
      guard !plan.isFragmented else { continue }
      for box in lane.track.boxes { file.put(box, into: number) }
    }
    if !plan.notes.isEmpty {
      var notes = FilmNotes()
      notes.boxes = [MovieNotes.named(plan.notes, isQuickTime: plan.container == .mov)]
      try file.state(notes)
    }
    try file.start(options())
    writer = consume file
  }

  private func options() -> [String] {
    let scales = Set(written.map(\.track.timescale))
    let usual = FilmRhythm.common(scales) ?? scales.max() ?? 600
    var options = ["movie_timescale", "\(plan.movieTimescale > 0 ? plan.movieTimescale : usual)"]
    // A track without samples would hold up the others.
    options += ["max_interleave_delta", "1000000"]
    // Of all tracks with pictures: FFmpeg takes one.
    let pictures = Set(written.map(\.track).filter(\.isVideo).map(\.timescale))
    if let scale = FilmRhythm.common(pictures) ?? pictures.max() {
      options += ["video_track_timescale", "\(scale)"]
    }
    guard plan.isFragmented else { return options }
    let interval = plan.fragmentInterval.convertScale(1_000_000, method: .roundHalfAwayFromZero).value
    // The tables come with the first fragment, when it is known how tracks begin.
    return options + [
      "movflags", "+delay_moov+default_base_moof", "frag_duration", "\(interval)", "flush_packets", "1",
    ]
  }

  private func write(_ lane: Lane) throws {
    while !lane.held.isEmpty {
      try MediaError.checkCancellation()
      guard let file = writer.take() else { return }
      let (sample, done) = lane.held.removeFirst()
      try lane.track.write(sample, to: file)
      writer = consume file
      done()
    }
  }

  /// Writes what is left, and gives the file its name.
  ///
  /// - Parameter end: of the session; nil is the end of the last sample.
  func finish(end: CMTime?) throws {
    for lane in lanes where !lane.isEnded {
      lane.isEnded = true
      try prepare(lane)
    }
    guard lanes.contains(where: { !$0.isEmpty }) else { throw WritingError.noSamples }
    try advance()
    guard let file = writer.take() else { return }
    let length = end.map { $0 - start }
    for lane in written { try lane.track.finish(end: length, to: file) }
    let shown = written.map { self.shown($0, length) }
    try file.finish(replacing: false) { bytes throws(ImageIOError) in try MovieEditChanges.writes(shown, over: bytes) }
    try complete()
  }

  /// When a track is seen, no longer than the session.
  private func shown(_ lane: Lane, _ length: CMTime?) -> MovieEditChanges.Shown {
    let scale = lane.track.timescale
    let whole = lane.track.shown ?? 0..<0
    let end = length.map { min($0.ticks(scale), whole.upperBound) } ?? whole.upperBound
    return MovieEditChanges.Shown(range: min(whole.lowerBound, end)..<end, timescale: scale)
  }

  /// Does what needs the finished file: boxes that muxers leave out go into the tables in front of fragments, and other
  /// tables to the front.
  private func complete() throws {
    let boxes = written.map(\.track.boxes)
    let file = FinishedMovie(path: plan.path)
    do throws(ImageIOError) {
      if plan.isFragmented, boxes.contains(where: { !$0.isEmpty }) { try file.put(boxes) }
      if plan.isForNetwork, !plan.isFragmented { try file.moveTablesToFront() }
    } catch {
      throw MediaError(.container(error))
    }
  }

  /// Leaves the whole fragments of a film that cannot be ended.
  func stop() {
    writer = nil
    visible?.keepWholeFragments()
  }

  /// Takes a finished film back; one in fragments stays, unless it was cancelled.
  func withdraw(isCancelled: Bool) {
    if isCancelled || !plan.isFragmented { _ = unsafe plan.path.withCString { unsafe unlink($0) } }
  }

  /// Takes away what was written.
  func discard() {
    writer = nil
    visible?.remove()
  }
}

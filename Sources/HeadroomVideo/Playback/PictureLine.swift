internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// The pictures of an item in one form: those that were made last, and what makes others.
// Sendable: the tools are used with the film's lock held, the rest is guarded.
final class PictureLine: @unchecked Sendable {
  private struct Tools {
    let form: ComposedForm
    let frames: ItemFrames
    let renderer: FilmRenderer
  }

  private struct Known: Sendable {
    /// The last ones, the newest at the end.
    var pictures: [(number: Int, buffer: CVPixelBuffer)] = []
    /// What was seen last.
    var shown: (number: Int, buffer: CVPixelBuffer)?
    /// Seconds that a picture takes.
    var cost = 0.0
  }

  let film: PlayedFilm
  private let settings: PictureSettings
  private let isUpright: Bool
  private var tools: Tools?
  private let known: Mutex<Known>
  /// The work that clients wait for.
  private let asked = Mutex<[TaskContext]>([])

  /// Pictures that are kept: the present one, the next, and one that was asked for.
  private static let mostKept = 3
  /// Seconds that are looked ahead for a picture that comes in time.
  private static let mostAhead = 0.5

  /// - Parameters:
  ///   - isUpright: whether pictures are turned as the film wants them seen.
  ///   - before: is seen until the first picture is there.
  init(_ film: PlayedFilm, _ settings: PictureSettings, isUpright: Bool, before: PictureLine? = nil) {
    (self.film, self.settings, self.isUpright) = (film, settings, isUpright)
    known = Mutex(Known(shown: before?.known.withLock { $0.shown }))
  }

  // MARK: - What is there

  func has(_ number: Int) -> Bool { known.withLock { $0.pictures.contains { $0.number == number } } }

  /// The number of the picture to be made next; nil where all are there.
  ///
  /// - Parameter rate: of the time; 0 where it stands.
  func missing(at time: CMTime, rate: Double, isStarting: Bool) -> Int? {
    guard let now = film.number(at: time) else { return nil }
    guard rate > 0 || isStarting else { return has(now) ? nil : now }
    let cost = known.withLock { min($0.cost, Self.mostAhead) }
    let then = time + CMTime(seconds: cost * rate, preferredTimescale: 1_000_000_000)
    // What would come too late is left out.
    let next = max(has(now) ? now + 1 : now, film.number(at: then) ?? now)
    return film.start(of: next) == nil || has(next) ? nil : next
  }

  /// The picture that is seen at a time: the latest that is there and not later, else the one that was seen before.
  func shown(at time: CMTime) -> CVPixelBuffer? {
    let fitting = film.number(at: time).flatMap { latest(upTo: $0) }
    return known.withLock { known in
      if let fitting { known.shown = fitting }
      return (known.shown ?? known.pictures.first)?.buffer
    }
  }

  /// The latest picture that is there and not behind another; nil where there is none.
  func latest(upTo number: Int) -> (number: Int, buffer: CVPixelBuffer)? {
    known.withLock { known in known.pictures.filter { $0.number <= number }.max { $0.number < $1.number } }
  }

  // MARK: - Making

  /// A picture by its number, from those that are there or made now.
  ///
  /// - Throws: ``MediaError`` with the time.
  func picture(_ number: Int, _ use: ItemFrames.Use) throws(MediaError) -> CVPixelBuffer {
    film.work.lock()
    defer { film.work.unlock() }
    try MediaError.checkCancellation()
    if let there = known.withLock({ $0.pictures.first { $0.number == number } }) { return there.buffer }
    guard let time = film.start(of: number) else { throw MediaError(.invalidRequest("there is no picture")) }
    let begun = CMClock.nanoseconds
    let buffer = try make(at: time, use)
    let cost = Double(CMClock.nanoseconds - begun) / 1e9
    known.withLock { known in
      known.cost = known.cost == 0 ? cost : (known.cost + cost) / 2
      known.pictures.append((number, buffer))
      if known.pictures.count > Self.mostKept { known.pictures.removeFirst() }
    }
    return buffer
  }

  /// The same on a client's thread, which waits until the picture is there or ``cancelAsked()`` is called.
  func askedPicture(_ number: Int, _ use: ItemFrames.Use) throws(MediaError) -> CVPixelBuffer {
    let context = TaskContext()
    asked.withLock { $0.append(context) }
    defer { asked.withLock { $0.removeAll { $0 === context } } }
    return try context.bound { () throws(MediaError) in try picture(number, use) }
  }

  /// Ends what clients wait for.
  func cancelAsked() { for context in asked.withLock({ $0 }) { context.cancel() } }

  private func make(at time: CMTime, _ use: ItemFrames.Use) throws(MediaError) -> CVPixelBuffer {
    do throws(MediaError) {
      return try makeOnce(at: time, use)
    } catch {
      tools?.frames.forget()
      // What ran ahead may belong to work that was cancelled when its own picture was there.
      guard error.reason == .cancelled, !TaskContext.isCancelled else { throw error.at(track: nil, time: time) }
    }
    do throws(MediaError) { return try makeOnce(at: time, use) } catch { throw error.at(track: nil, time: time) }
  }

  private func makeOnce(at time: CMTime, _ use: ItemFrames.Use) throws(MediaError) -> CVPixelBuffer {
    let tools = try opened()
    tools.frames.use = use
    return try tools.form.end(try tools.form.begin(at: time, tools.renderer), tools.renderer)
  }

  private func opened() throws(MediaError) -> Tools {
    if let tools { return tools }
    let made = try open()
    tools = made
    return made
  }

  private func open() throws(MediaError) -> Tools {
    guard let composed = film.script, let video = film.timeline.video else {
      throw MediaError(.unsupported("there is no video"))
    }
    let seen: any FrameScript = isUpright ? composed.upright() : composed
    let form = try ComposedForm(seen, video.metadataPolicy, settings)
    let script = form.script(seen)
    let frames = ItemFrames(script)
    return Tools(form: form, frames: frames, renderer: try form.renderer(script, frames))
  }
}

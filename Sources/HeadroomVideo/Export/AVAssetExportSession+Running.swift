public import Foundation
internal import HeadroomColor
internal import HeadroomPixels
internal import Synchronization

extension AVAssetExportSession {
  /// Exports, and returns when the film is there.
  ///
  /// - Throws: ``AVError``; `CancellationError` where the task or the export was cancelled.
  public func export(to url: URL, as fileType: AVFileType) async throws {
    settings.withLock { ($0.outputURL, $0.outputFileType) = (url, fileType) }
    try await run()
  }

  /// Exports to ``outputURL``; ``status`` and ``error`` tell what came of it.
  public func export() async { try? await run() }

  /// As ``export()``, for code without concurrency.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    begin { _ in handler() }
  }

  /// How far the export is, until it ends.
  ///
  /// - Parameter interval: seconds between two states; 0 is ten a second.
  public func states(updateInterval interval: TimeInterval = 0) -> AsyncStream<State> {
    AsyncStream { continuation in
      let task = Task { [weak self] in
        while let state = self?.state, !Task.isCancelled {
          continuation.yield(state)
          try? await Task.sleep(for: .seconds(interval > 0 ? interval : 0.1))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Nil at the end.
  private var state: State? {
    switch status {
    case .unknown: return .pending
    case .waiting: return .waiting
    case .exporting:
      let share = Progress(totalUnitCount: 1000)
      share.completedUnitCount = Int64(progress * 1000)
      return .exporting(progress: share)
    case .completed, .failed, .cancelled: return nil
    }
  }

  private func run() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        begin { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
    } onCancel: {
      cancelExport()
    }
  }

  /// Starts the export on a thread of its own. A session exports once.
  private func begin(_ end: @escaping @Sendable ((any Error)?) -> Void) {
    let context = TaskContext { [weak self] share in self?.course.withLock { $0.progress = Float(share) } }
    let isFirst = course.withLock { course in
      guard course.status == .unknown else { return false }
      (course.status, course.context) = (.exporting, context)
      if course.isCancelled { context.cancel() }
      return true
    }
    guard isFirst else { return end(AVError(.exportFailed, underlying: ExportError.alreadyRun)) }
    WorkerThread.detach { end(self.work(context)) }
  }

  private func work(_ context: TaskContext) -> (any Error)? {
    let outcome = Result { try context.bound { try self.write() } }
    return course.withLock { course in
      course.context = nil
      switch outcome {
      case .success:
        (course.status, course.progress) = (.completed, 1)
        return nil
      case .failure where context.isCancelled:
        course.status = .cancelled
        return CancellationError()
      case .failure(let error):
        let known = AVError(error, code: .exportFailed)
        (course.status, course.error) = (.failed, known)
        return known
      }
    }
  }

  private func write() throws {
    let settings = settings.withLock { $0 }
    guard let url = settings.outputURL, url.isFileURL else {
      throw AVError(.exportFailed, underlying: ExportError.noURL)
    }
    guard let type = settings.outputFileType, preset.fileTypes.contains(type) else {
      throw AVError(.exportFailed, underlying: ExportError.fileType(settings.outputFileType, presetName))
    }
    let duration = try asset.contents().duration
    let whole = CMTimeRange(start: .zero, duration: duration)
    let range = settings.timeRange.intersection(whole)
    let timeline = try MovieTimeline(asset, settings.videoComposition, range: range).mixed(
      by: settings.audioMix, in: range, settings.audioTimePitchAlgorithm)
    guard let video = timeline.video else { throw AVError(.exportFailed, underlying: ExportError.noVideo) }
    course.withLock { $0.compositor = video.compositor?.compositor }
    var wishes = FilmSettings(type == .mov ? .mov : .mp4, codec: preset.codec)
    (wishes.crf, wishes.preset) = (preset.crf, preset.word)
    let script = script(try CompositionScript(video, in: range))
    let sound = try timeline.audio.isEmpty ? nil : SoundTimeline(timeline, range: range)
    let output = FilmOutput(script, sound: sound, wishes, path: url.path(percentEncoded: false))
    try FilmExporter([output]).write { TaskContext.advance(to: $0) }
  }

  /// The composition as the preset has it: its colours and its size.
  private func script(_ composed: CompositionScript) -> any FrameScript {
    var script: any FrameScript = composed
    if !preset.keepsHDR, VideoDynamicRange(transfer: composed.color.transfer) != .sdr {
      script = script.colored(.bt709Video)
    }
    let size = preset.size(width: script.width, height: script.height)
    return script.scaled(width: size.width, height: size.height)
  }
}

/// Why an export cannot begin.
enum ExportError: Error, Hashable, CustomStringConvertible {
  case alreadyRun
  case noURL
  case fileType(AVFileType?, String)
  case noVideo

  var description: String {
    switch self {
    case .alreadyRun: "a session exports once"
    case .noURL: "there is no file to write to"
    case .fileType(let type, let preset): "\(type?.rawValue ?? "no kind of file") is not written with \(preset)"
    case .noVideo: "there is no video to export"
    }
  }
}

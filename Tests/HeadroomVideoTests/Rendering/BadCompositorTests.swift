import Foundation
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// Whatever a client's compositor does, the work ends, with one error that names the time.
@Suite("Compositors that misbehave", .serialized)
struct BadCompositorTests {
  private let folder: TestFilm.Folder
  private let asset: AVURLAsset

  init() throws {
    folder = try TestFilm.Folder()
    asset = try Playing.film(folder, frames: 6)
  }

  private func composition(
    _ type: any AVVideoCompositing.Type, limit: TimeInterval? = nil
  ) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    (composition.customVideoCompositorClass, composition.pictureTimeLimit) = (type, limit)
    return composition
  }

  private func run(
    _ type: any AVVideoCompositing.Type, limit: TimeInterval? = nil, cancelWhen isTime: (@Sendable () -> Bool)? = nil
  ) async throws -> Exporting.Outcome {
    try await Exporting.run(asset, composition(type, limit: limit), folder) { session in
      guard let isTime else { return }
      await Exporting.wait(isTime)
      session.cancelExport()
    }
  }

  @Test("Light that is no number, or has no end, makes codes")
  func light() async throws {
    let kinds: [any AVVideoCompositing.Type] = [
      BadCompositors.NotANumber.self, BadCompositors.Infinite.self, BadCompositors.NegativeInfinite.self,
      BadCompositors.OtherPool.self,
    ]
    for type in kinds {
      let outcome = try await run(type)
      #expect(outcome.error == nil && outcome.isThere && outcome.isClean, "\(type): \(outcome)")
      #expect(try MediaFile(path: folder.path("out.mov")).firstVideo?.facts.video?.frameCount == 6)
      try FileManager.default.removeItem(atPath: folder.path("out.mov"))
    }
  }

  @Test("A format that was not named is refused with the time")
  func format() async throws {
    let outcome = try await run(BadCompositors.OtherFormat.self)
    #expect(outcome.client?.words.contains("BGRA") == true && outcome.known?.time == .zero, "\(outcome)")
    #expect(!outcome.isThere && outcome.isClean)
  }

  @Test("One that keeps all buffers ends with the export, and is told")
  func keeping() async throws {
    let outcome = try await run(BadCompositors.Keeping.self) { BadCompositors.keeping.begun.count == 1 }
    #expect(outcome.error is CancellationError && !outcome.isThere && outcome.isClean)
    #expect(BadCompositors.keeping.empty.count >= 1)
  }

  @Test("One that keeps all buffers on a thread for which it waits ends with the export")
  func keepingElsewhere() async throws {
    let outcome = try await run(BadCompositors.KeepingElsewhere.self) {
      BadCompositors.keepingElsewhere.begun.count >= 3
    }
    #expect(outcome.error is CancellationError && !outcome.isThere && outcome.isClean)
    #expect(BadCompositors.keepingElsewhere.cancels.count >= 1)
  }

  @Test("One that keeps all buffers is an error after the limit")
  func keepingWithLimit() async throws {
    let outcome = try await run(BadCompositors.Keeping.self, limit: 0.2)
    #expect(outcome.client?.words.contains("not finished") == true && outcome.known?.time == .zero, "\(outcome)")
    #expect(!outcome.isThere && outcome.isClean)
  }

  @Test("One that answers inside of the cancellation, and answers again")
  func recalling() async throws {
    let outcome = try await run(BadCompositors.Recalling.self) {
      BadCompositors.Recalling.journal.begun.count >= 3
    }
    #expect(outcome.error is CancellationError && !outcome.isThere && outcome.isClean)
    #expect(BadCompositors.Recalling.journal.cancels.count >= 1)
  }

  @Test("One that answers from another thread after the end")
  func lingering() async throws {
    let outcome = try await run(BadCompositors.Lingering.self) {
      BadCompositors.Lingering.journal.begun.count >= 3
    }
    #expect(outcome.error is CancellationError && !outcome.isThere && outcome.isClean)
    await Exporting.wait {
      BadCompositors.Lingering.journal.ended.count == BadCompositors.Lingering.journal.begun.count
    }
  }

  @Test("Exports that wait for ever keep no other work waiting")
  func othersGoOn() async throws {
    let sessions = try (0..<ThreadPool.shared.workerCount + 2).map { _ in
      try Exporting.session(asset, composition(BadCompositors.Waiting.self))
    }
    let exports = sessions.enumerated().map { index, session in
      let url = URL(filePath: folder.path("out\(index).mov"))
      return Task { try await session.export(to: url, as: .mov) }
    }
    await Exporting.wait { BadCompositors.waiting.begun.count >= sessions.count }
    let done = Counter()
    BackgroundThreads.shared.run { done.add() }
    await Exporting.wait { done.count == 1 }
    for session in sessions { session.cancelExport() }
    for export in exports { await #expect(throws: CancellationError.self) { try await export.value } }
  }

  @Test("A reader that is cancelled ends what never answers")
  func reader() async throws {
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: [try Reading.video(asset)], videoSettings: nil)
    output.videoComposition = composition(ClientCompositorTests.Silent.self)
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(reader.startReading())
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { reader.cancelReading() }
    #expect(output.copyNextSampleBuffer() == nil)
    #expect(reader.status == .cancelled && reader.error == nil)
  }
}

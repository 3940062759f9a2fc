import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomVideo
import Synchronization
import Testing

/// What handlers do wrong is one error with the time; what they return is a picture, however it looks.
@Suite("Handlers that misbehave")
struct BadHandlerTests {
  private struct OwnError: Error, Equatable {}
  typealias Request = AVAsynchronousCIImageFilteringRequest

  private static func film(_ folder: TestFilm.Folder, frames: Int = 8) throws -> AVURLAsset {
    try Playing.film(folder, frames: frames)
  }

  private static func third(_ request: Request) -> Bool { request.compositionTime == time(2, 30) }

  @Test("An error of the handler, at once or from another thread", arguments: [false, true])
  func errors(_ isLate: Bool) async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      guard Self.third(request) else { return request.finish(with: request.sourceImage, context: nil) }
      guard isLate else { return request.finish(with: OwnError()) }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { request.finish(with: OwnError()) }
    }
    let outcome = try await Exporting.run(asset, composition, folder)
    #expect(outcome.known?.underlying is OwnError && outcome.known?.time == time(2, 30))
    #expect(!outcome.isThere && outcome.isClean && outcome.status == .failed)
  }

  @Test("Errors that look like the framework's own are the handler's", arguments: [0, 1])
  func borrowedErrors(_ kind: Int) async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      request.finish(with: kind == 0 ? CancellationError() : AVError(.diskFull, time: time(9)))
    }
    let outcome = try await Exporting.run(asset, composition, folder)
    #expect(outcome.known?.code == .exportFailed && outcome.known?.time == .zero, "\(String(describing: outcome))")
    #expect(kind == 0 ? outcome.known?.underlying is CancellationError : outcome.known?.underlying is AVError)
    #expect(!outcome.isThere && outcome.status == .failed)
  }

  /// Pictures without end, without extent, of no numbers, and far too bright.
  private static let odd: [String: @Sendable (CIImage) -> CIImage] = [
    "infinite": { $0.clampedToExtent() },
    "empty": { _ in CIImage.empty() },
    "elsewhere": { $0.transformed(by: CGAffineTransform(translationX: 1e9, y: -1e9)) },
    "no place": { $0.transformed(by: CGAffineTransform(translationX: .nan, y: 0)) },
    "no size": { $0.transformed(by: CGAffineTransform(scaleX: 0, y: 0)) },
    "endless size": { $0.transformed(by: CGAffineTransform(scaleX: .infinity, y: 1)) },
    "nan": { $0.applyingFilter("CIExposureAdjust", parameters: ["inputEV": Double.nan]) },
    "bright": { $0.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1000]) },
    "no colour": { _ in
      CIImage(color: CIColor(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan)).clampedToExtent()
    },
    "void crop": { $0.cropped(to: CGRect(x: CGFloat.nan, y: 0, width: 4, height: 4)) },
  ]

  @Test("Odd pictures are written or refused", arguments: odd.keys.sorted())
  func oddPictures(_ name: String) async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let make = try #require(Self.odd[name])
    let composition = AVMutableVideoComposition(asset: asset) { request in
      request.finish(with: make(request.sourceImage), context: nil)
    }
    let outcome = try await Exporting.run(asset, composition, folder)
    guard outcome.error == nil else {
      #expect(outcome.known?.time == .zero, "\(outcome)")
      return #expect(!outcome.isThere && outcome.isClean)
    }
    let file = try MediaFile(path: folder.path("out.mov"))
    #expect(file.firstVideo?.facts.video?.frameCount == 8)
  }

  @Test("Another recipe and another context for each picture")
  func changing() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, frames: 12)
    let count = Atomic(0)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
      var image = request.sourceImage
      for _ in 0..<number % 4 { image = image.applyingFilter("CIColorInvert") }
      if number % 3 == 0 { image = CIImage(color: .red) }
      request.finish(with: image, context: number % 2 == 0 ? nil : CIContext())
    }
    let outcome = try await Exporting.run(asset, composition, folder)
    #expect(outcome.error == nil && outcome.isThere && outcome.isClean, "\(outcome)")
  }

  @Test("One that never answers ends with the limit, and with a cancelled export", arguments: [true, false])
  func silent(_ hasLimit: Bool) async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let begun = Counter()
    let composition = AVMutableVideoComposition(asset: asset) { request in
      begun.add()
      if request.compositionTime == .zero { request.finish(with: request.sourceImage, context: nil) }
    }
    if hasLimit { composition.pictureTimeLimit = 0.1 }
    let outcome = try await Exporting.run(asset, composition, folder) { session in
      guard !hasLimit else { return }
      await Exporting.wait { begun.count >= 3 }
      session.cancelExport()
    }
    #expect(!outcome.isThere && outcome.isClean)
    guard hasLimit else { return #expect(outcome.error is CancellationError && outcome.status == .cancelled) }
    #expect(outcome.client?.words.contains("not finished") == true && outcome.known?.time == time(1, 30))
  }

  @Test("Twice at once is one error; behind the end it is too late for one")
  func twice() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let composition = AVMutableVideoComposition(asset: asset) { request in
      request.finish(with: request.sourceImage, context: nil)
      if Self.third(request) { request.finish(with: OwnError()) }
    }
    let outcome = try await Exporting.run(asset, composition, folder)
    #expect(outcome.client?.words.contains("twice") == true && outcome.known?.time == time(2, 30), "\(outcome)")
    #expect(!outcome.isThere && outcome.isClean)
  }

  @Test("Answers behind a cancelled export are dropped, and their pictures with them")
  func lateAnswers() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let held = Mutex<[Request]>([])
    let composition = AVMutableVideoComposition(asset: asset) { request in held.withLock { $0.append(request) } }
    let outcome = try await Exporting.run(asset, composition, folder) { session in
      await Exporting.wait { held.withLock { $0.count } >= 2 }
      session.cancelExport()
    }
    #expect(outcome.error is CancellationError && !outcome.isThere)
    let requests = held.withLock { held in
      defer { held = [] }
      return held
    }
    for request in requests {
      request.finish(with: request.sourceImage, context: nil)
      request.finish(with: OwnError())
    }
  }
}

import Foundation
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// Each request has one answer, whatever comes between.
@Suite("Image generators under bad requests")
struct BadImageRequestTests {
  private let folder: TestFilm.Folder
  private let asset: AVURLAsset

  init() throws {
    folder = try TestFilm.Folder()
    asset = try Playing.film(folder, frames: 30)
  }

  /// Answers by the times that were asked for.
  private final class Answers: Sendable {
    let all = Mutex<[AVAssetImageGenerator.Result]>([])
    func add(_ result: AVAssetImageGenerator.Result) { all.withLock { $0.append(result) } }
    var counts: [AVAssetImageGenerator.Result: Int] {
      all.withLock { all in all.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    }
    var count: Int { all.withLock { $0.count } }
  }

  /// - Parameter last: the number of the answer that cancels all others; nil cancels none.
  private static func ask(
    _ generator: AVAssetImageGenerator, _ count: Int, _ answers: Answers, cancelledBy last: Int? = nil
  ) {
    let times = (0..<count).map { NSValue(time: time(Int64($0 % 30), 30)) }
    generator.generateCGImagesAsynchronously(forTimes: times) { [weak generator] _, image, _, result, error in
      #expect((image != nil) == (result == .succeeded) && (error == nil) == (result != .failed))
      answers.add(result)
      if answers.count == last { generator?.cancelAllCGImageGeneration() }
    }
  }

  @Test("Thousands, then none")
  func cancelled() async throws {
    let (generator, answers) = (AVAssetImageGenerator(asset: asset), Answers())
    Self.ask(generator, 5000, answers, cancelledBy: 3)
    await Exporting.wait { answers.count == 5000 }
    #expect(answers.counts == [.succeeded: 3, .cancelled: 4997])
    // It goes on working.
    #expect(try await generator.image(at: .zero).image.width == 64)
    #expect(answers.count == 5000)
  }

  @Test("From many threads, with cancellations among them")
  func storm() async throws {
    let (generator, answers) = (AVAssetImageGenerator(asset: asset), Answers())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            Self.ask(generator, 10, answers)
            if number == 3 { generator.cancelAllCGImageGeneration() }
          }
        }
      }
    }
    await Exporting.wait { answers.count == 1600 }
    #expect(answers.counts[.failed] == nil)
  }

  @Test("Dropped while it works")
  func dropped() async throws {
    let answers = Answers()
    weak var gone: AVAssetImageGenerator?
    do {
      let generator = AVAssetImageGenerator(asset: asset)
      gone = generator
      Self.ask(generator, 200, answers)
    }
    #expect(gone == nil)
    await Exporting.wait { answers.count == 200 }
    #expect(answers.counts[.failed] == nil)
  }

  @Test("A handler that never answers ends with a cancellation, and others go on")
  func silent() async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = AVMutableVideoComposition(asset: asset) { _ in }
    let answers = Answers()
    Self.ask(generator, 3, answers)
    // It waits behind the silent one, and ends all the same.
    let task = Task { try await generator.image(at: .zero) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(answers.count == 0)
    generator.cancelAllCGImageGeneration()
    await Exporting.wait { answers.count == 3 }
    #expect(answers.counts == [.cancelled: 3])
  }

  @Test(
    "Times that have no picture",
    arguments: [CMTime.invalid, .indefinite, CMTime(value: .max, timescale: 1), CMTime(value: .min, timescale: 1)])
  func times(_ wrong: CMTime) async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let error = await #expect(throws: AVError.self) { try await generator.image(at: wrong) }
    #expect(error?.code == .noImageAtTime && error?.time == wrong)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.invalid, .negativeInfinity)
    await #expect(throws: AVError.self) { try await generator.image(at: wrong) }
  }

  @Test("Infinite times are the first and the last picture")
  func infinite() async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    #expect(try await generator.image(at: .negativeInfinity).actualTime == .zero)
    #expect(try await generator.image(at: .positiveInfinity).actualTime >= .zero)
  }

  @Test(
    "Sizes that are none set no limit",
    arguments: [
      CGSize(width: CGFloat.nan, height: .nan), CGSize(width: -5, height: -1e300), CGSize(width: 1e300, height: 1e300),
      CGSize(width: CGFloat.infinity, height: 0), CGSize(width: -CGFloat.infinity, height: CGFloat.nan),
    ])
  func sizes(_ size: CGSize) async throws {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = size
    let image = try await generator.image(at: .zero).image
    #expect((image.width, image.height) == (64, 64))
    generator.maximumSize = CGSize(width: 1e-300, height: size.height)
    let small = try await generator.image(at: .zero).image
    #expect((small.width, small.height) == (1, 1))
  }
}

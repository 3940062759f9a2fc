import Foundation
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// Samples that cannot be written end the writer with one error, which has the sample's time; nothing is left of the film.
@Suite("Writers that get bad samples")
struct BadSamplesTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private struct Started {
    let writer: AVAssetWriter
    let input: AVAssetWriterInput
    let adaptor: AVAssetWriterInputPixelBufferAdaptor
  }

  private func start(
    _ path: String? = nil, _ settings: [String: Any]? = Writing.settings(), at time: CMTime = .zero,
    _ change: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in }
  ) throws -> Started {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try Writing.start(path ?? folder.path("a.mp4"), .mp4, input, at: time) { change($0, input) }
    return Started(writer: writer, input: input, adaptor: AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input))
  }

  private static func picture(
    _ format: OSType = kCVPixelFormatType_32BGRA, _ width: Int = 64, _ height: Int = 64,
    _ attachments: [String: Any] = [:]
  ) throws -> CVPixelBuffer {
    try Writing.picture(format, width, height, attachments) { _, x, y in (x * 3 + y) & 255 }
  }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) }

  private static let far = CMTime(value: .max, timescale: 1)
  private static let past = CMTime(value: .min, timescale: 1)

  @Test(
    "Times that no sample can have",
    arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity, far, past])
  func times(_ wrong: CMTime) async throws {
    let started = try start()
    _ = started.adaptor.append(try Self.picture(), withPresentationTime: time(1, 30))
    _ = started.adaptor.append(try Self.picture(), withPresentationTime: wrong)
    await started.writer.finishWriting()
    let error = try #require(started.writer.error as? AVError)
    #expect(started.writer.status == .failed && error.time == wrong, "\(error) \(String(describing: error.time))")
    let previous = time(1, 30)
    #expect([.time(wrong), .outOfOrder(time: wrong, previous: previous)].contains(Writing.cause(started.writer)))
    #expect(try files().isEmpty)
  }

  @Test("Times whose ticks do not fit", arguments: [Int32(0), 600, .max])
  func ticks(_ scale: CMTimeScale) async throws {
    for (start, first, second) in [
      (CMTime.zero, Self.past, Self.far), (Self.far, Self.past, .zero), (Self.past, .zero, Self.far),
      (.zero, time(-2_000_000_000), time(2_000_000_000)), (.zero, .zero, time(1 << 33)),
    ] {
      let started = try self.start(at: start) { $1.mediaTimeScale = scale }
      _ = started.adaptor.append(try Self.picture(), withPresentationTime: first)
      _ = started.adaptor.append(try Self.picture(), withPresentationTime: second)
      await started.writer.finishWriting()
      let error = try #require(started.writer.error as? AVError, "\(start) \(first) \(second)")
      #expect(error.time != nil, "\(error)")
      #expect(try files().isEmpty)
    }
  }

  @Test("A gap that the film's ticks cannot state")
  func gap() async throws {
    let started = try start()
    let late = CMTime(value: 3_600_000_001, timescale: 1_000_000)
    for time in [.zero, CMTime(value: 33_367, timescale: 1_000_000), late] {
      try await Writing.wait(started.input)
      _ = started.adaptor.append(try Self.picture(), withPresentationTime: time)
    }
    await started.writer.finishWriting()
    let error = started.writer.error as? AVError
    #expect(Writing.cause(started.writer) == .gap(time: late, previous: CMTime(value: 33_367, timescale: 1_000_000)))
    #expect(try error?.time == late && files().isEmpty)
  }

  @Test("An end that no film has", arguments: [CMTime.invalid, .positiveInfinity, far, time(-1)])
  func ends(_ end: CMTime) async throws {
    let started = try start()
    for number in 0..<2 {
      _ = started.adaptor.append(try Self.picture(), withPresentationTime: time(Int64(number), 30))
    }
    started.writer.endSession(atSourceTime: end)
    await started.writer.finishWriting()
    #expect(started.writer.status == .failed && Writing.cause(started.writer) == .time(end))
    #expect(try files().isEmpty)
  }

  @Test("Other formats, sizes and colours in the middle become the first one's")
  func formats() async throws {
    let started = try start()
    let pictures = [
      try Self.picture(), try Self.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 32, 96, Writing.pq),
      try Self.picture(kCVPixelFormatType_OneComponent8, 1, 1), try Self.picture(kCVPixelFormatType_32ARGB, 500, 2),
      try Self.picture(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 3, 5), try Self.picture(),
    ]
    for (number, picture) in pictures.enumerated() {
      try await Writing.wait(started.input)
      #expect(started.adaptor.append(picture, withPresentationTime: time(Int64(number), 30)))
    }
    await started.writer.finishWriting()
    #expect(started.writer.status == .completed, "\(String(describing: started.writer.error))")
    #expect(try MediaFile(path: folder.path("a.mp4")).firstVideo?.facts.video?.frameCount == pictures.count)
  }

  @Test("Sizes that no encoder takes", arguments: [(1, 1), (3, 64), (16384, 2)])
  func sizes(_ width: Int, _ height: Int) async throws {
    let started = try start()
    for number in 0..<2 {
      _ = started.adaptor.append(
        try Self.picture(kCVPixelFormatType_32BGRA, width, height), withPresentationTime: time(Int64(number), 30))
    }
    await started.writer.finishWriting()
    if started.writer.status == .failed { #expect(try started.writer.error is AVError && files().isEmpty) }
    if started.writer.status == .completed { _ = try MediaFile(path: folder.path("a.mp4")) }
  }

  @Test("Too late: behind markAsFinished, behind the end, and behind a cancellation")
  func tooLate() async throws {
    let marked = try start()
    _ = marked.adaptor.append(try Self.picture(), withPresentationTime: .zero)
    marked.input.markAsFinished()
    #expect(!marked.adaptor.append(try Self.picture(), withPresentationTime: time(1, 30)))
    await marked.writer.finishWriting()
    #expect(try Writing.cause(marked.writer) == .order("append", "after markAsFinished") && files().isEmpty)

    let cancelled = try start()
    _ = cancelled.adaptor.append(try Self.picture(), withPresentationTime: .zero)
    cancelled.writer.cancelWriting()
    #expect(!cancelled.adaptor.append(try Self.picture(), withPresentationTime: time(1, 30)))
    await cancelled.writer.finishWriting()
    #expect(try cancelled.writer.status == .cancelled && cancelled.writer.error == nil && files().isEmpty)

    let whole = try start()
    _ = whole.adaptor.append(try Self.picture(), withPresentationTime: .zero)
    await whole.writer.finishWriting()
    #expect(!whole.adaptor.append(try Self.picture(), withPresentationTime: time(1, 30)))
    await whole.writer.finishWriting()
    whole.writer.cancelWriting()
    #expect(try whole.writer.status == .completed && files() == ["a.mp4"])
  }
}

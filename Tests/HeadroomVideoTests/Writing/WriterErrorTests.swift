import Foundation
import Glibc
import HeadroomGraphics
import HeadroomVideo
import Testing

/// Every wrong call is one error, and the film is not there.
@Suite("Writers that fail")
struct WriterErrorTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private static func picture() throws -> CVPixelBuffer {
    try Writing.picture(kCVPixelFormatType_32BGRA, 64, 64) { _, _, _ in 128 }
  }

  private func writer(_ settings: [String: Any]? = Writing.settings()) throws -> (AVAssetWriter, AVAssetWriterInput) {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
    writer.add(input)
    return (writer, input)
  }

  private func check(_ writer: AVAssetWriter, _ cause: WritingError) async throws {
    await writer.finishWriting()
    #expect(writer.status == .failed && Writing.cause(writer) == cause, "\(String(describing: writer.error))")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
  }

  @Test("Calls in another order than theirs")
  func order() async throws {
    let (writer, input) = try writer()
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    #expect(!input.isReadyForMoreMediaData && adaptor.pixelBufferPool == nil)
    #expect(!adaptor.append(try Self.picture(), withPresentationTime: .zero))
    try await check(writer, .order("append", "before the start"))

    let (early, second) = try self.writer()
    #expect(early.startWriting())
    #expect(
      !AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: second).append(
        try Self.picture(), withPresentationTime: .zero))
    try await check(early, .order("append", "before startSession"))

    let (ended, third) = try self.writer()
    #expect(ended.startWriting())
    ended.startSession(atSourceTime: .zero)
    ended.endSession(atSourceTime: time(1))
    #expect(
      !AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: third).append(
        try Self.picture(), withPresentationTime: .zero))
    try await check(ended, .order("append", "after endSession"))
  }

  @Test("Samples out of order, with both times")
  func outOfOrder() async throws {
    let (writer, input) = try writer()
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    #expect(adaptor.append(try Self.picture(), withPresentationTime: time(2, 30)))
    #expect(!adaptor.append(try Self.picture(), withPresentationTime: time(1, 30)))
    #expect(!adaptor.append(try Self.picture(), withPresentationTime: time(3, 30)))
    #expect(input.isReadyForMoreMediaData)
    try await check(writer, .outOfOrder(time: time(1, 30), previous: time(2, 30)))
    #expect("\(try #require(Writing.cause(writer)))".hasPrefix("0.033 s: "))
  }

  @Test("Samples of another kind, and too many at once")
  func kinds() async throws {
    let (writer, input) = try writer(nil)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    #expect(!adaptor.append(try Self.picture(), withPresentationTime: time(1)))
    try await check(writer, .wrongSample(time: time(1), found: "a picture", wanted: "coded samples"))

    let (full, second) = try self.writer()
    full.startWriting()
    full.startSession(atSourceTime: .zero)
    let many = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: second)
    let large = try Writing.picture(kCVPixelFormatType_32BGRA, 3840, 2160) { _, _, _ in 50 }
    var number: Int64 = 0
    while many.append(large, withPresentationTime: time(number, 30)), number < 1000 { number += 1 }
    #expect(number < 1000)
    try await check(full, .notReady(time: time(number, 30)))
  }

  @Test("Nothing to write")
  func nothing() async throws {
    let (writer, _) = try writer()
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    try await check(writer, .noSamples)
    let empty = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
    #expect(!empty.startWriting())
    try await check(empty, .noInputs)
  }

  @Test("Files that exist, and kinds that are not written")
  func files() throws {
    #expect(throws: AVError.self) {
      try AVAssetWriter(outputURL: URL(filePath: "/tmp/a.avi"), fileType: AVFileType("public.avi"))
    }
    try Data([1]).write(to: URL(filePath: folder.path("a.mp4")))
    let (writer, _) = try writer()
    #expect(!writer.startWriting())
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: URL(filePath: folder.path("a.mp4"))) == Data([1]))
  }

  @Test("Settings that are not honoured are named")
  func settings() throws {
    let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
    let hlg = Writing.properties(AVVideoTransferFunction_ITU_R_2100_HLG)
    let refused: [([String: Any], String)] = [
      ([:], AVVideoCodecKey), (Writing.settings(AVVideoCodecType(rawValue: "jpeg")), AVVideoCodecKey),
      (Writing.settings(.proRes422), AVVideoCodecKey), (Writing.settings(.hevc, ["Colour": 1]), "Colour"),
      (Writing.settings(.hevc, [AVVideoCompressionPropertiesKey: ["NumberOfSlices": 1]]), "NumberOfSlices"),
      (Writing.settings(.hevc, [AVVideoWidthKey: 0]), AVVideoWidthKey),
      (
        Writing.settings(.hevc, [AVVideoColorPropertiesKey: [AVVideoColorPrimariesKey: "P3"]]), AVVideoColorPrimariesKey
      ),
      (
        Writing.settings(
          .hevc,
          [
            AVVideoColorPropertiesKey: hlg,
            AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main_AutoLevel],
          ]), AVVideoProfileLevelKey
      ),
    ]
    for (settings, key) in refused {
      #expect(!writer.canApply(outputSettings: settings, forMediaType: .video), "\(key)")
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      #expect(!writer.canAdd(input))
      let other = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
      other.add(input)
      #expect(!other.startWriting() && other.status == .failed)
      guard case .setting(let named, _)? = Writing.cause(other) else {
        Issue.record("\(String(describing: other.error))")
        continue
      }
      #expect(named == key)
    }
    #expect(writer.canApply(outputSettings: Writing.settings(), forMediaType: .video))
    #expect(writer.canApply(outputSettings: nil, forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: nil, forMediaType: .subtitle))
  }

  @Test("HDR in 8 bits is refused when the pictures tell")
  func eightBits() async throws {
    let (writer, input) = try writer(
      Writing.settings(
        .hevc, [AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main_AutoLevel]]))
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    let picture = try Writing.picture(kCVPixelFormatType_32BGRA, 64, 64, Writing.pq) { _, _, _ in 128 }
    _ = adaptor.append(picture, withPresentationTime: .zero)
    await writer.finishWriting()
    #expect(writer.status == .failed)
    #expect(Writing.cause(writer) == .setting(key: AVVideoProfileLevelKey, "8 bits are too few for HDR"))
  }

  @Test("Cancelling leaves nothing, in fragments too", arguments: [false, true])
  func cancelling(_ isFragmented: Bool) async throws {
    let (writer, input) = try writer()
    if isFragmented { writer.movieFragmentInterval = time(1, 10) }
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    for number in 0..<40 {
      try await Writing.wait(input)
      #expect(adaptor.append(try Self.picture(), withPresentationTime: time(Int64(number), 30)))
    }
    writer.cancelWriting()
    #expect(writer.status == .cancelled)
    #expect(!adaptor.append(try Self.picture(), withPresentationTime: time(9)))
    await writer.finishWriting()
    #expect(writer.status == .cancelled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
  }

  @Test("A disk without room is an error, and the film is not there, or has whole fragments", arguments: [false, true])
  func disk(_ isFragmented: Bool) async throws {
    await #expect(processExitsWith: .success) { [isFragmented = isFragmented as Bool] in
      // The limit of a file's size stands for the disk's end.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let folder = try TestFilm.Folder()
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings(.hevc, Writing.lossless))
      let writer = try Writing.start(folder.path("a.mp4"), .mp4, input) { writer in
        if isFragmented { writer.movieFragmentInterval = time(1, 10) }
      }
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      for number in 0..<60 {
        try await Writing.wait(input)
        var seed = UInt64(number + 1)
        let noise = try Writing.picture(kCVPixelFormatType_32BGRA, 128, 128) { _, _, _ in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int(seed >> 56)
        }
        guard adaptor.append(noise, withPresentationTime: time(Int64(number), 30)) else { break }
      }
      await writer.finishWriting()
      let words = writer.error.map { "\($0)" } ?? ""
      guard writer.status == .failed, words.contains("File too large") else { exit(1) }
      let isGone = try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty
      guard isFragmented else { exit(isGone ? 0 : 2) }
      let file = try MediaFile(path: folder.path("a.mp4"))
      let track = try #require(file.firstVideo)
      let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
      let count = try #require(track.index).frames.count
      for number in 0..<count { _ = try reader.frame(number) }
      exit(count > 0 && count < 60 ? 0 : 3)
    }
  }
}

import Foundation
import Glibc
import HeadroomContainers
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// However a writer ends, its film is whole or absent, and its status says which.
@Suite("Ends of writers")
struct WriterEndTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func files(_ path: String? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path ?? folder.url.path())
  }

  private static func picture(_ number: Int) throws -> CVPixelBuffer {
    try Writing.picture(kCVPixelFormatType_32BGRA, 64, 64) { _, x, y in (x * y + 11 * number) & 255 }
  }

  /// Appends pictures until the writer takes none, or a count is reached.
  private static func append(_ count: Int, _ input: AVAssetWriterInput) async throws {
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    for number in 0..<count {
      try await Writing.wait(input)
      guard adaptor.append(try picture(number), withPresentationTime: time(Int64(number), 30)) else { return }
    }
  }

  @Test("Finished twice, or cancelled while it ends", arguments: 0..<12)
  func race(_ number: Int) async throws {
    let path = folder.path("a.mp4")
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    let writer = try Writing.start(path, .mp4, input)
    try await Self.append(6, input)
    let ends = Counter()
    writer.finishWriting { ends.add() }
    usleep(UInt32(number) * 1500)
    if number % 2 == 0 { writer.cancelWriting() } else { writer.finishWriting { ends.add() } }
    await Exporting.wait { ends.count == (number % 2 == 0 ? 1 : 2) }
    let isThere = try files() == ["a.mp4"]
    #expect(isThere == (writer.status == .completed), "\(writer.status) \(String(describing: writer.error))")
    #expect(try isThere || files().isEmpty)
    if isThere { #expect(try MediaFile(path: path).firstVideo?.facts.video?.frameCount == 6) }
    if writer.status == .failed { #expect(Writing.cause(writer) == .order("finishWriting", "a second time")) }
  }

  @Test("Dropped in the middle", arguments: [false, true])
  func dropped(_ isFragmented: Bool) async throws {
    weak var gone: AVAssetWriter?
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    do {
      let writer = try Writing.start(folder.path("a.mp4"), .mp4, input) {
        if isFragmented { $0.movieFragmentInterval = time(1, 10) }
      }
      gone = writer
      try await Self.append(30, input)
    }
    #expect(gone == nil)
    #expect(try files().isEmpty)
    #expect(
      !AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input).append(
        try Self.picture(0), withPresentationTime: time(9)))
  }

  @Test("Cancelled in the middle, from another thread")
  func cancelled() async throws {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    let writer = try Writing.start(folder.path("a.mp4"), .mp4, input)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { writer.cancelWriting() }
    try await Self.append(100_000, input)
    #expect(writer.status == .cancelled && writer.error == nil)
    #expect(try files().isEmpty)
  }

  @Test("Paths that cannot be written", arguments: ["none/a.mp4", "file/a.mp4", "", "dev"], [false, true])
  func paths(_ name: String, _ isFragmented: Bool) async throws {
    try Data().write(to: URL(filePath: folder.path("file")))
    let path = name == "dev" ? "/proc/1/a.mp4" : folder.path(name)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    let writer = try AVAssetWriter(outputURL: URL(filePath: path), fileType: .mp4)
    if isFragmented { writer.movieFragmentInterval = time(1, 2) }
    writer.add(input)
    if writer.startWriting() {
      writer.startSession(atSourceTime: .zero)
      try await Self.append(4, input)
    }
    await writer.finishWriting()
    #expect(writer.status == .failed && writer.error is AVError, "\(String(describing: writer.error))")
    #expect(try files() == ["file"])
  }

  /// Small as a disk that is nearly full; needs the right to mount.
  @Test("A disk that fills", arguments: [false, true])
  func fullDisk(_ isFragmented: Bool) async throws {
    let place = folder.path("disk")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let isMounted = unsafe mount("tmpfs", place, "tmpfs", 0, "size=200k") == 0
    guard isMounted else { return }
    defer { _ = unsafe umount2(place, 2) }
    let (path, more) = (place + "/a.mp4", [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 1_000_000]])
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings(.hevc, more))
    let writer = try Writing.start(path, .mp4, input) { if isFragmented { $0.movieFragmentInterval = time(1, 10) } }
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    var seed: UInt64 = 7
    for number in 0..<2000 {
      try await Writing.wait(input)
      let noise = try Writing.picture(kCVPixelFormatType_32BGRA, 96, 96) { _, _, _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        return Int(seed >> 56)
      }
      guard adaptor.append(noise, withPresentationTime: time(Int64(number), 30)) else { break }
    }
    await writer.finishWriting()
    let error = try #require(writer.error as? AVError)
    #expect(writer.status == .failed && error.code == .diskFull && error.time != nil, "\(error)")
    guard isFragmented else { return #expect(try files(place).isEmpty) }
    #expect(try files(place) == ["a.mp4"])
    let file = try MediaFile(path: path)
    let track = try #require(file.firstVideo)
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    for number in 0..<(track.index?.frames.count ?? 0) { _ = try reader.frame(number) }
    #expect(try MovieFile(FileBytes(path: path, mapsFrom: 0) { _ in }).movie.isFragmented)
  }
}

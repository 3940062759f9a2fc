import Foundation
import Glibc
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// Readers whose film goes away, and readers that are stopped by others.
@Suite("Readers that are disturbed")
struct BrokenReadingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// What of a film is read.
  enum Way: CaseIterable, Sendable {
    case stored, shared, decoded, composed

    func output(_ asset: AVAsset) throws -> AVAssetReaderOutput {
      let track = try Reading.video(asset)
      switch self {
      case .stored: return AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      case .shared:
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        output.alwaysCopiesSampleData = false
        return output
      case .decoded: return AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      case .composed:
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
        output.videoComposition = AVMutableVideoComposition(propertiesOf: asset)
        return output
      }
    }
  }

  private static func start(_ asset: AVAsset, _ output: AVAssetReaderOutput) throws -> AVAssetReader {
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(reader.startReading())
    return reader
  }

  /// What of a sample a client would look at.
  private static func touch(_ sample: CMSampleBuffer) {
    if let data = sample.dataBuffer {
      _ = try? unsafe data.withContiguousStorage { unsafe $0.reduce(0) { $0 &+ Int($1) } }
    }
    if let picture = sample.imageBuffer { _ = Reading.md5(picture, isDeep: true) }
  }

  @Test("Cancelled from another thread at any moment", arguments: Way.allCases)
  func cancelled(_ way: Way) throws {
    let asset = try Playing.film(folder, frames: 60)
    for number in 0..<12 {
      let output = try way.output(asset)
      let reader = try Self.start(asset, output)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.002 * Double(number)) { reader.cancelReading() }
      var count = 0
      while let sample = output.copyNextSampleBuffer() {
        count += 1
        Self.touch(sample)
      }
      #expect(count <= 60 && reader.error == nil)
      #expect(reader.status == .cancelled || (reader.status == .completed && count == 60))
      #expect(output.copyNextSampleBuffer() == nil)
    }
  }

  @Test("Dropped while another thread reads", arguments: Way.allCases)
  func dropped(_ way: Way) throws {
    let asset = try Playing.film(folder, frames: 60)
    let output = try way.output(asset)
    weak var gone: AVAssetReader?
    let ended = Atomic(false)
    do {
      let reader = try Self.start(asset, output)
      gone = reader
      Thread.detachNewThread {
        while let sample = output.copyNextSampleBuffer() { Self.touch(sample) }
        ended.store(true, ordering: .releasing)
      }
      usleep(4000)
    }
    #expect(gone == nil)
    #expect(Playing.wait { ended.load(ordering: .acquiring) })
  }

  @Test("A film that is cut while it is read", arguments: Way.allCases)
  func cut(_ way: Way) throws {
    let asset = try Playing.film(folder, frames: 120)
    let output = try way.output(asset)
    let reader = try Self.start(asset, output)
    var samples = (0..<3).compactMap { _ in output.copyNextSampleBuffer() }
    let isCut = unsafe truncate(folder.path("source.mp4"), 2000) == 0
    #expect(samples.count == 3 && isCut)
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    for sample in samples { Self.touch(sample) }
    // What is missing is never passed off as a film.
    let error = try #require(reader.error as? AVError)
    #expect(reader.status == .failed && samples.count < 120, "\(error)")
    #expect(way == .composed || "\(error)".contains("shorter"), "\(error)")
  }

  @Test("A film that is replaced while it is read stays what it was", arguments: Way.allCases)
  func replaced(_ way: Way) throws {
    let asset = try Playing.film(folder, frames: 40)
    let output = try way.output(asset)
    let reader = try Self.start(asset, output)
    var count = (0..<3).compactMap { _ in output.copyNextSampleBuffer() }.count
    try Data(repeating: 7, count: 50_000).write(to: URL(filePath: folder.path("source.mp4")), options: .atomic)
    while let sample = output.copyNextSampleBuffer() {
      count += 1
      Self.touch(sample)
    }
    #expect((reader.status, count) == (.completed, 40), "\(String(describing: reader.error))")
  }

  @Test("A film that is overwritten in place ends with an error or with pictures", arguments: Way.allCases)
  func overwritten(_ way: Way) throws {
    let asset = try Playing.film(folder, frames: 40)
    let output = try way.output(asset)
    let reader = try Self.start(asset, output)
    _ = output.copyNextSampleBuffer()
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path("source.mp4")))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
    try handle.close()
    var count = 1
    while let sample = output.copyNextSampleBuffer() {
      count += 1
      Self.touch(sample)
    }
    #expect(count <= 40)
    #expect(reader.status == .completed || reader.error is AVError)
  }

  @Test("Other ranges that overlap, have no length, or are no ranges")
  func ranges() throws {
    let asset = try Playing.film(folder, frames: 20)
    let bad: [([CMTimeRange], Bool)] = [
      (
        [CMTimeRange(start: .zero, duration: time(8, 30)), CMTimeRange(start: time(4, 30), duration: time(8, 30))],
        false
      ),
      (
        [
          CMTimeRange(start: time(4, 30), duration: .positiveInfinity),
          CMTimeRange(start: time(5, 30), duration: time(1)),
        ], false
      ),
      ([CMTimeRange(start: .invalid, duration: time(1))], false), ([CMTimeRange.invalid], false),
      ([CMTimeRange(start: .zero, duration: .indefinite)], false),
      ([CMTimeRange(start: CMTime(value: .max, timescale: 1), duration: CMTime(value: .max, timescale: 1))], true),
      ([CMTimeRange(start: CMTime(value: .min, timescale: 1), duration: time(1))], true),
      ([CMTimeRange(start: time(4, 30), duration: .zero)], true), ([], true),
    ]
    for way in [Way.decoded, .composed, .stored] {
      for (ranges, isLegal) in bad {
        let output = try way.output(asset)
        output.supportsRandomAccess = true
        let reader = try Self.start(asset, output)
        #expect(Reading.all(output).count == 20)
        output.reset(forReadingTimeRanges: ranges.map { NSValue(timeRange: $0) })
        #expect(Reading.all(output).isEmpty, "\(way) \(ranges)")
        #expect(reader.status == (isLegal ? .reading : .failed), "\(way) \(ranges)")
        #expect(isLegal || (reader.error as? AVError)?.underlying is ReaderError)
      }
    }
  }
}

import Dispatch
import Foundation
import Glibc
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomVideo
import Synchronization
import Testing

/// How samples flow: room, requests, fragments.
@Suite("The flow of writers")
struct WriterFlowTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// How many pictures are alive.
  private final class Living: Sendable {
    let counts = Mutex((now: 0, most: 0))

    func picture() throws -> CVPixelBuffer {
      let (width, height) = (320, 180)
      let base = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
      unsafe base.initializeMemory(as: UInt8.self, repeating: 100, count: width * height * 4)
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      var made: CVPixelBuffer?
      unsafe CVPixelBufferCreateWithBytes(
        nil, width, height, kCVPixelFormatType_32BGRA, base, width * 4,
        { object, base in
          guard let object = unsafe object, let base = unsafe base else { return }
          unsafe UnsafeMutableRawPointer(mutating: base).deallocate()
          unsafe Unmanaged<Living>.fromOpaque(object).takeRetainedValue().counts.withLock { $0.now -= 1 }
        }, Unmanaged.passRetained(self).toOpaque(), nil, &made)
      return try #require(made)
    }
  }

  @Test("A producer that is faster waits, and memory stays flat")
  func pressure() async throws {
    let living = Living()
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    let writer = try Writing.start(folder.path("a.mp4"), .mp4, input)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    let number = Mutex(0)
    let waits = Mutex(0)
    let count = 150
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let queue = DispatchQueue(label: "producer")
      input.requestMediaDataWhenReady(on: queue) {
        waits.withLock { $0 += 1 }
        while input.isReadyForMoreMediaData {
          let next = number.withLock { number in
            defer { number += 1 }
            return number
          }
          guard next < count, let picture = try? living.picture() else {
            if next == count {
              input.markAsFinished()
              done.resume()
            }
            return
          }
          #expect(adaptor.append(picture, withPresentationTime: time(Int64(next), 30)))
        }
      }
    }
    await writer.finishWriting()
    #expect(writer.status == .completed)
    #expect(waits.withLock { $0 } > 10)
    #expect(living.counts.withLock { $0.most } <= 5, "\(living.counts.withLock { $0.most })")
    #expect(living.counts.withLock { $0.now } == 0)
    #expect(try MediaFile(path: folder.path("a.mp4")).firstVideo?.facts.video?.frameCount == count)
  }

  @Test("The pool gives buffers of the settings' size, and takes memory back")
  func pool() async throws {
    let settings = Writing.settings(.hevc, [AVVideoWidthKey: 96, AVVideoHeightKey: 64])
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
        kCVPixelBufferIOSurfacePropertiesKey: [:] as [String: Any],
      ])
    #expect(adaptor.pixelBufferPool == nil)
    let writer = try Writing.start(folder.path("a.mp4"), .mp4, input)
    var surfaces: Set<UInt> = []
    for number in 0..<40 {
      try await Writing.wait(input)
      var made: CVPixelBuffer?
      let pool = try #require(adaptor.pixelBufferPool)
      #expect(unsafe CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess)
      let buffer = try #require(made)
      Writing.fill(buffer) { plane, _, _ in plane == 0 ? 400 : 512 }
      let base = unsafe CVPixelBufferGetBaseAddress(buffer)
      surfaces.insert(UInt(bitPattern: base))
      #expect(CVPixelBufferGetWidth(buffer) == 96 && CVPixelBufferGetHeight(buffer) == 64)
      #expect(adaptor.append(buffer, withPresentationTime: time(Int64(number), 30)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed && adaptor.pixelBufferPool == nil)
    #expect(surfaces.count < 12, "\(surfaces.count)")
  }

  @Test("A killed writer leaves the fragments that it wrote", arguments: [AVFileType.mp4, .mov])
  func killed(_ type: AVFileType) async throws {
    let (path, name) = (folder.path("a"), type.rawValue)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, name = name as String] in
      let settings = Writing.settings(
        .hevc, [AVVideoCompressionPropertiesKey: [AVVideoMaxKeyFrameIntervalKey: 15]])
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let writer = try Writing.start(path, AVFileType(name), input) { $0.movieFragmentInterval = time(1, 2) }
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      for number in 0..<120 {
        try await Writing.wait(input)
        let picture = try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64, Writing.hlg) {
          plane, x, _ in plane == 0 ? 100 + (x + number) % 700 : 512
        }
        #expect(adaptor.append(picture, withPresentationTime: time(Int64(number), 30)))
      }
      // Until everything that can be written is.
      var size = -1
      while true {
        try await Task.sleep(for: .milliseconds(500))
        let now = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        if now == size, now > 0 { break }
        size = now
      }
      kill(getpid(), SIGKILL)
      _ = writer
    }
    let file = try MediaFile(path: path)
    let track = try #require(file.firstVideo)
    let count = try #require(track.index).frames.count
    #expect(count >= 45 && track.facts.video?.cicp == TestFilm.Kind.hlg.cicp, "\(count)")
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    for number in 0..<count { _ = try reader.frame(number) }
    // The last fragment ends in the order of decoding: pictures before its last one may be in the next.
    let times = try #require(track.index).frames.map(\.time)
    let (whole, last) = (times.dropLast(4), try #require(times.last))
    #expect(Array(whole) == Writing.times(0..<whole.count))
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 } && last <= time(Int64(count) + 4, 30), "\(times)")
    guard let words = try Writing.probe(path, "frame=pts_time", ["-select_streams", "v:0"]) else { return }
    #expect(words.split(separator: "\n").count == count)
  }

  @Test("A film in fragments is there while it is written, and whole at the end")
  func fragments() async throws {
    let path = folder.path("a.mp4")
    let room = Data([0, 0x2f, 0xe9, 0xa0, 0x3d, 0x13, 0x40, 0x42])
    let settings = Writing.settings(
      .hevc, [AVVideoCompressionPropertiesKey: [kVTCompressionPropertyKey_AmbientViewingEnvironment: room]])
    let inFragments = { (writer: AVAssetWriter, _: AVAssetWriterInput) in writer.movieFragmentInterval = time(1, 2) }
    let file = try await Writing.write(path, settings, times: Writing.times(0..<40), inFragments) { number in
      if number > 0 { #expect(FileManager.default.fileExists(atPath: path)) }
      return try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64, Writing.hlg) { plane, _, _ in
        plane == 0 ? 300 : 512
      }
    }
    let track = try #require(file.firstVideo)
    #expect(track.index?.frames.map(\.time) == Writing.times(0..<40))
    #expect(track.facts.video?.hdr.ambient?.seiBytes == Array(room))
    #expect(try MovieFile(FileBytes(path: path, mapsFrom: 0) { _ in }).movie.isFragmented)
  }
}

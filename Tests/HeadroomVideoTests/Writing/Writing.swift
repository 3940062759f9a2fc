import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Films that tests write through an `AVAssetWriter`.
enum Writing {
  /// A picture in memory, each code or component by a function of plane, column and row.
  static func picture(
    _ format: OSType, _ width: Int, _ height: Int, _ attachments: [String: Any] = [:],
    _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int
  ) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    unsafe CVPixelBufferCreate(nil, width, height, format, nil, &made)
    let buffer = try #require(made)
    fill(buffer, value)
    CVBufferSetAttachments(buffer, attachments, .shouldPropagate)
    return buffer
  }

  /// Samples of a row of a plane: 8 bits in bytes, 10 bits in the upper bits of words.
  static func fill(_ buffer: CVPixelBuffer, _ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let isWide = words.contains(CVPixelBufferGetPixelFormatType(buffer))
    let planes = max(CVPixelBufferGetPlaneCount(buffer), 1)
    for plane in 0..<planes {
      guard let base = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { continue }
      let rowBytes = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      let across = CVPixelBufferIsPlanar(buffer) ? (plane == 0 ? 1 : 2) : 4
      for y in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
        let row = unsafe base + y * rowBytes
        for x in 0..<CVPixelBufferGetWidthOfPlane(buffer, plane) * across {
          let code = value(plane, x, y)
          if isWide {
            unsafe row.storeBytes(of: UInt16(code) << 6, toByteOffset: 2 * x, as: UInt16.self)
          } else {
            unsafe row.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
          }
        }
      }
    }
  }

  private static let words: Set<OSType> = [
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange,
  ]

  static var hlg: [String: Any] {
    [
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
      kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
    ]
  }
  static var pq: [String: Any] {
    hlg.merging([kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ]) { $1 }
  }

  static func properties(_ transfer: String) -> [String: String] {
    [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunctionKey: transfer,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
    ]
  }

  static func settings(_ codec: AVVideoCodecType = .hevc, _ more: [String: Any] = [:]) -> [String: Any] {
    [AVVideoCodecKey: codec].merging(more) { $1 }
  }

  static var lossless: [String: Any] { [AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0]] }

  /// A writer with one input, which is writing.
  static func start(
    _ path: String, _ type: AVFileType = .mp4, _ input: AVAssetWriterInput, at start: CMTime = .zero,
    _ change: (AVAssetWriter) -> Void = { _ in }
  ) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: URL(filePath: path), fileType: type)
    change(writer)
    writer.add(input)
    guard writer.startWriting() else { throw try #require(writer.error) }
    writer.startSession(atSourceTime: start)
    return writer
  }

  /// Waits until there is room, as simple programs do.
  static func wait(_ input: AVAssetWriterInput) async throws {
    for _ in 0..<60_000 where !input.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
    #expect(input.isReadyForMoreMediaData)
  }

  /// Appends pictures, and ends the film.
  static func write(
    _ path: String, as type: AVFileType = .mp4, _ settings: [String: Any], times: [CMTime], from start: CMTime = .zero,
    to end: CMTime? = nil, _ change: (AVAssetWriter, AVAssetWriterInput) -> Void = { _, _ in },
    _ picture: (Int) throws -> CVPixelBuffer
  ) async throws -> MediaFile {
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    let writer = try self.start(path, type, input, at: start) { change($0, input) }
    for (number, time) in times.enumerated() {
      try await wait(input)
      #expect(adaptor.append(try picture(number), withPresentationTime: time))
    }
    if let end { writer.endSession(atSourceTime: end) }
    await writer.finishWriting()
    if let error = writer.error { throw error }
    #expect(writer.status == .completed)
    return try MediaFile(path: path)
  }

  static func times(_ numbers: Range<Int>, _ scale: CMTimeScale = 30) -> [CMTime] {
    numbers.map { CMTime(value: CMTimeValue($0), timescale: scale) }
  }

  /// What ffprobe says of a film; nil where there is no ffprobe.
  static func probe(_ path: String, _ entries: String, _ more: [String] = []) throws -> String? {
    let words = ["-v", "error"] + more + ["-show_entries", entries, "-of", "csv=p=0", path]
    return try InstalledProgram.ffprobe?.run(words).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The cause of a writer's failure.
  static func cause(_ writer: AVAssetWriter) -> WritingError? {
    (writer.error as? AVError)?.underlying as? WritingError
  }

  /// Copies all tracks of pictures and sound, sound first.
  static func copy(_ source: String, to path: String) async throws {
    let asset = AVURLAsset(url: URL(filePath: source))
    let writer = try AVAssetWriter(
      outputURL: URL(filePath: path), fileType: path.hasSuffix(".mov") ? .mov : .mp4)
    let reader = try AVAssetReader(asset: asset)
    var ends: [(output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)] = []
    for type in [AVMediaType.audio, .video] {
      for track in try await asset.loadTracks(withMediaType: type) {
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let input = AVAssetWriterInput(mediaType: type, outputSettings: nil)
        input.mediaTimeScale = try await track.load(.naturalTimeScale)
        input.transform = try await track.load(.preferredTransform)
        reader.add(output)
        writer.add(input)
        ends.append((output, input))
      }
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var open = Array(ends.indices)
    while !open.isEmpty {
      var isWaiting = true
      for index in open where ends[index].input.isReadyForMoreMediaData {
        isWaiting = false
        if let buffer = ends[index].output.copyNextSampleBuffer() {
          if !ends[index].input.append(buffer) { Issue.record("a sample was refused") }
        } else {
          ends[index].input.markAsFinished()
          open.removeAll { $0 == index }
        }
      }
      if isWaiting { try await Task.sleep(for: .milliseconds(1)) }
    }
    await writer.finishWriting()
    if let error = writer.error { throw error }
    #expect(reader.status == .completed)
  }
}
